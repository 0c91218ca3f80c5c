// Still pictures of the robot, side by side and seen from the same place.
import type { CampaignDocument } from "../format/shared";
import { button, el, select } from "../page/dom";
import { fileName, pngOfSvg, save, saveDataUrl } from "../page/downloads";
import { currentTheme, onTheme, type Theme } from "../page/theme";
import { viewNames } from "../page/toolbar";
import { CameraRig, type View } from "../scene/camera";
import { Cast, type Sizes, sizesOf } from "../scene/cast";
import { looks } from "../scene/colour";
import { SceneData } from "../scene/data";
import { Framing, type Subject } from "../scene/framing";
import { Lights } from "../scene/lights";
import type { Layer } from "../scene/part";
import { keyWords } from "../signs/key";
import { svgPicture } from "../svg/picture";

const [width, height] = [720, 540];
const hidden: Layer[] = ["frames", "names", "shells"];
const isVisible = (layer: Layer): boolean => !hidden.includes(layer);

/// A scene, and what the eye must see of it.
interface Sight {
  scene: SceneData;
  sizes: Sizes;
  subject: Subject;
}

function sightOf(scene: SceneData): Sight {
  const sizes = sizesOf(scene);
  const framing = new Framing();
  framing.setScene(scene, sizes);
  return { scene, sizes, subject: framing.subject() };
}

/// All that any of them shows: what grew looks larger.
function common(sights: Sight[]): Subject {
  const subjects = sights.map(({ subject }) => subject);
  return {
    points: Float32Array.from(subjects.flatMap(({ points }) => Array.from(points))),
    size: Math.max(...subjects.map(({ size }) => size)),
    run: Math.max(...subjects.map(({ run }) => run)),
  };
}

function drawn({ scene, sizes }: Sight, subject: Subject, view: View, theme: Theme): string {
  const cast = new Cast({ scene, size: sizes.robot, theme }, sizes);
  const lights = new Lights();
  lights.cover(scene.bounds(), sizes.run, scene.up);
  const rig = new CameraRig(document.createElement("div"), () => undefined);
  rig.setUp(scene.up);
  rig.setAspect(width / height, subject);
  rig.fit(subject, view);
  rig.clip(subject.run);
  lights.follow(rig.camera);
  const svg = svgPicture({
    scene,
    frame: scene.frames - 1,
    theme,
    size: sizes.robot,
    width,
    height,
    camera: rig.camera,
    lights,
    paint: null,
    legend: null,
    key: keyWords(scene, looks[theme], isVisible),
    sheets: cast.obstacles.sheets,
    ghosts: 0,
    traces: [],
    grid: cast.ground,
    visible: isVisible,
    arrows: 1,
  });
  cast.dispose();
  return svg;
}

export function makePictures(campaign: CampaignDocument, blob: ArrayBuffer): HTMLElement {
  const sights = campaign.pictures.map(({ scene }) => {
    const data = new SceneData(scene, blob);
    return data.live ? null : sightOf(data);
  });
  const subject = common(sights.filter((sight) => sight !== null));
  let view: View = "iso";
  const draw = (sight: Sight, theme: Theme) => drawn(sight, subject, view, theme);
  const redraws: (() => void)[] = [];

  const frames = campaign.pictures.map(({ title, text }, i) => {
    const sight = sights[i];
    const caption = el(
      "figcaption",
      {},
      el("strong", {}, title),
      text && el("span", { class: "quiet" }, ` ${text}`),
    );
    if (!sight)
      return el("figure", {}, el("p", { class: "quiet pad" }, "No frame to show."), caption);
    const image = el("img", { alt: `${title} ${text}`, width, height });
    redraws.push(() => {
      const svg = encodeURIComponent(draw(sight, currentTheme()));
      image.src = `data:image/svg+xml;charset=utf-8,${svg}`;
    });
    const file = fileName(campaign.name, title);
    const savePng = async () =>
      saveDataUrl(`${file}.png`, await pngOfSvg(draw(sight, "light"), width, height));
    return el(
      "figure",
      {},
      image,
      el(
        "div",
        { class: "plot-head" },
        caption,
        el(
          "div",
          { class: "buttons" },
          button("PNG", `Save ${title} as PNG`, () => void savePng(), "button small"),
          button(
            "SVG",
            `Save ${title} as SVG`,
            () => save(`${file}.svg`, draw(sight, "light")),
            "button small",
          ),
        ),
      ),
    );
  });
  const redraw = () => redraws.forEach((one) => one());
  const views = select(
    "View",
    viewNames.map((name) => ({ value: name, text: name })),
    (name) => {
      view = name as View;
      redraw();
    },
  );
  // after the rest of the page, which is quicker
  requestAnimationFrame(redraw);
  onTheme(redraw);
  return el(
    "section",
    { class: "card wide", "aria-label": "Pictures" },
    el("div", { class: "plot-head" }, el("h3", {}, "Pictures"), views.root),
    el("div", { class: "study-pictures" }, ...frames),
  );
}
