// What the user can do with the scene: views, colours, ghosts, layers, traces, pictures.
import type { SceneData, SceneHeader } from "../scene/data";
import { type Legend, legendTexts } from "../scene/legend";
import { colourFields } from "../scene/part";
import type { ColourField, Layer, Stage } from "../scene/stage";
import { type ArrowShare, arrowRanks, arrowShares } from "../signs/arrows";
import { button, checkbox, el, menu, select } from "./dom";
import { fileName, save, saveDataUrl } from "./downloads";

export const viewNames = ["iso", "front", "side", "top"] as const;
export type View = (typeof viewNames)[number];

const colours: { value: ColourField; text: string }[] = [
  { value: "body", text: "bodies" },
  { value: "curvature", text: "curvature" },
  { value: "torsion", text: "torsion" },
  { value: "stretch", text: "stretch" },
  { value: "speed", text: "speed" },
  { value: "hoop_strain", text: "hoop strain" },
];
const hasFittings = ({ fittings }: SceneHeader) => fittings.some(({ kind }) => kind !== "jet");

const hasNets = ({ bodies }: SceneHeader) => bodies.some(({ family }) => family === "net");

const layers: [Layer, string, ((header: SceneHeader) => boolean)?][] = [
  ["solids", "Rigid bodies"],
  ["rods", "Rods", (header) => !hasNets(header)],
  ["rods", "Rods and nets", hasNets],
  ["meridians", "Shells", ({ meridians }) => meridians.length > 0],
  ["obstacles", "Obstacles", ({ obstacles }) => obstacles.length > 0],
  ["shells", "Contact shapes", ({ shells }) => shells.length > 0],
  ["joints", "Joints"],
  ["frames", "Frames"],
  ["names", "Names"],
  ["cables", "Cables"],
  ["loads", "Loads"],
  ["fittings", "Thrusters and fins", hasFittings],
  ["water", "Water surface", ({ water }) => (water?.level ?? null) !== null],
  ["current", "Current", ({ currents }) => currents.length > 0],
  ["contacts", "Contact forces", ({ arrows }) => arrows.some(({ kind }) => kind === "contact")],
  ["traces", "Traces"],
  ["grid", "Grid"],
];
/// The layers that a scene has something for.
export function layersOf(header: SceneHeader): [Layer, string][] {
  return layers.filter(([, , isThere]) => isThere?.(header) ?? true)
    .map(([layer, text]) => [layer, text]);
}

const arrowTexts: Record<ArrowShare, string> = {
  1: "all", 2: "every 2nd", 4: "every 4th", 8: "every 8th", 0: "none",
};

const mostGhosts = 12;
const usualGhosts = 6;

export class Toolbar {
  readonly root: HTMLElement;
  readonly legend = el("div", { class: "legend", hidden: true });
  private readonly colour: { root: HTMLElement; input: HTMLSelectElement };
  private readonly fields: ColourField[];
  private readonly ghosts: HTMLInputElement;
  private readonly ghostCount = el("output", { class: "ghost-count" }, "0");

  constructor(
    private readonly stage: Stage,
    private readonly scene: SceneData,
  ) {
    const { header } = scene;
    this.fields = colourFields(header);
    const choices = colours.filter(({ value }) => this.fields.includes(value));
    this.colour = select("Colour", choices, (value) => this.setColour(value as ColourField));
    this.ghosts = el("input", {
      type: "range",
      min: 0,
      max: mostGhosts,
      step: 1,
      value: 0,
      "aria-label": "Ghosts: states shown at once",
      oninput: () => this.setGhosts(Number(this.ghosts.value)),
    });
    this.root = el(
      "div",
      { class: "toolbar", role: "toolbar", "aria-label": "Scene" },
      this.makeViews(),
      this.makeFollow(),
      this.fields.length > 1 && this.colour.root,
      scene.frames > 1 &&
        el("label", { class: "field" }, el("span", {}, "Ghosts"), this.ghosts, this.ghostCount),
      this.makeLayers(),
      header.points.length > 0 && this.makeTraces(),
      this.makePictures(),
    );
  }

  setView(view: View): void {
    this.stage.setView(view);
  }

  setColour(field: ColourField): void {
    this.colour.input.value = field;
    this.showLegend(this.stage.setColour(field));
  }

  nextColour(): void {
    if (this.fields.length === 1) return;
    const at = this.fields.findIndex((field) => field === this.colour.input.value);
    this.setColour(this.fields[(at + 1) % this.fields.length]);
  }

  setGhosts(count: number): void {
    this.ghosts.value = String(count);
    this.ghostCount.textContent = this.ghosts.value;
    this.stage.setGhosts(Number(this.ghosts.value));
  }

  toggleGhosts(): void {
    if (this.scene.frames > 1) this.setGhosts(Number(this.ghosts.value) > 0 ? 0 : usualGhosts);
  }

  private showLegend(legend: Legend | null): void {
    this.legend.hidden = legend === null;
    if (!legend) return;
    const { title, low, high } = legendTexts(legend);
    const bar = `background:linear-gradient(to right, ${legend.stops.join(", ")})`;
    this.legend.replaceChildren(
      el("div", { class: "legend-title" }, title),
      el("div", { class: "legend-bar", style: bar }),
      el(
        "div",
        { class: "legend-ends" },
        el("span", {}, low),
        el("span", {}, high),
      ),
    );
  }

  private makeViews(): HTMLElement {
    const buttons = viewNames.map((view, index) =>
      button(view[0].toUpperCase() + view.slice(1), `View: ${view} (${index + 1})`, () =>
        this.setView(view),
      ),
    );
    return el("div", { class: "segments", role: "group", "aria-label": "View" }, ...buttons);
  }

  private makeFollow(): HTMLElement {
    const names = this.scene.header.bodies.map(({ name }, index) => ({
      value: String(index),
      text: name,
    }));
    const { root, input } = select("Follow", [{ value: "", text: "nothing" }, ...names], (value) =>
      this.stage.follow(value === "" ? null : Number(value)),
    );
    input.value = String(this.stage.following ?? "");
    return root;
  }

  private makeLayers(): HTMLElement {
    return menu(
      "Layers",
      "What is drawn",
      ...layersOf(this.scene.header).map(([layer, text]) =>
        checkbox(text, this.stage.isVisible(layer), (on) => this.stage.setVisible(layer, on)),
      ),
      this.makeArrows(),
    );
  }

  /// A load along a rod has many arrows: fewer may show more.
  private makeArrows(): HTMLElement | false {
    const most = arrowRanks(this.scene).reduce((a, b) => Math.max(a, b), 0);
    if (most === 0) return false;
    const choices = arrowShares
      .filter((share) => share <= most)
      .map((share) => ({ value: String(share), text: arrowTexts[share] }));
    const { root } = select("Arrows of loads", choices, (value) =>
      this.stage.setArrows(Number(value) as ArrowShare));
    return root;
  }

  private makeTraces(): HTMLElement {
    const chosen = new Set(this.stage.traces());
    return menu(
      "Traces",
      "Paths of probes",
      ...this.scene.header.points.map(({ name }) =>
        checkbox(name, chosen.has(name), (on) => {
          if (on) chosen.add(name);
          else chosen.delete(name);
          this.stage.setTraces([...chosen]);
        }),
      ),
    );
  }

  private makePictures(): HTMLElement {
    const [width, height] = [1920, 1200];
    const { name } = this.scene.header;
    return menu(
      "Picture",
      "Save the scene as it is shown",
      button("PNG", "Save the scene as PNG", () =>
        saveDataUrl(fileName(`${name}.png`), this.stage.picture(width, height)),
      ),
      button("SVG", "Save the scene as SVG", () =>
        save(fileName(`${name}_scene.svg`), this.stage.svg(width, height)),
      ),
    );
  }
}
