// What a page shows, asked inside the page in a few calls: all reports are looked at in this way, and
// every picture that travels to the test costs more than drawing it.
import assert from "node:assert/strict";

// the layers of a robot and of what acts on it; the others are the world
const robot = [
  "solids", "rods", "meridians", "joints", "cables", "loads", "contacts", "shells", "fittings",
];
const enough = 30; // pixels that differ plainly: without smooth edges a thin robot has 40

/// The robot is drawn: without it many pixels are others. If it moves, so do pixels of the scene.
export async function checkDrawn(page, { page: { scene } }) {
  const count = scene.frames / (scene.modes.length || 1);
  // periodic motions may be back where they began at simple parts of their time
  const frames = [0.5, 1, 0.3819, 0.1459, 0.7236].map((part) => Math.round(part * (count - 1)));
  let seen;
  // a busy browser may lose the graphics for a moment
  for (let tries = 0; tries < 5; ++tries) {
    seen = await page.evaluate(look, { layers: robot, frames, enough });
    if (seen.robot >= enough && (count < 2 || seen.moved >= enough)) break;
    await page.waitForTimeout(200);
  }
  assert.equal(seen.covered, false, "the scene is hidden behind something");
  assert.ok(seen.width >= 200 && seen.height >= 150, `${seen.width} x ${seen.height} pixels`);
  assert.ok(seen.robot >= enough, `only ${seen.robot} pixels show the robot`);
  if (count > 1) assert.ok(seen.moved >= enough, `only ${seen.moved} pixels move`);
}

/// Inside the page; nothing of this file but its arguments is there.
function look({ layers, frames, enough }) {
  const { stage } = window.cuttle;
  const { domElement: canvas } = stage.renderer;
  const paper = document.createElement("canvas");
  const context = paper.getContext("2d", { willReadFrequently: true });
  // a picture can be taken only at once after it was drawn
  const show = (frame) => {
    stage.show(frame);
    [paper.width, paper.height] = [canvas.width, canvas.height];
    context.drawImage(canvas, 0, 0);
    return context.getImageData(0, 0, paper.width, paper.height).data;
  };
  const differing = (a, b) => {
    if (a.length !== b.length) return 0;
    let count = 0;
    for (let i = 0; i < a.length; i += 4) {
      const [red, green, blue] = [a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]];
      if (Math.abs(red) + Math.abs(green) + Math.abs(blue) > 40) ++count;
    }
    return count;
  };
  const box = canvas.getBoundingClientRect();
  const first = show(0);
  let moved = 0;
  for (const frame of frames) {
    moved = Math.max(moved, differing(first, show(frame)));
    if (moved >= enough) break;
  }
  // not by the buttons of the layers: each of them draws the picture anew
  const objects = layers.map((layer) => stage.cast.layer(layer));
  const visible = objects.map((object) => object.visible);
  for (const object of objects) object.visible = false;
  const robot = differing(first, show(0));
  objects.forEach((object, i) => (object.visible = visible[i]));
  stage.show(0);
  return {
    robot,
    moved,
    width: box.width,
    height: box.height,
    covered:
      document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) !== canvas,
  };
}

/// What a click on a button lets the user save, without a file: its name and its text.
export function saved(page, button) {
  return button.evaluate(async (node) => {
    const { click } = HTMLAnchorElement.prototype;
    const { createObjectURL } = URL;
    let [name, blob] = ["", null];
    URL.createObjectURL = (content) => {
      blob = content;
      return "blob:nothing";
    };
    HTMLAnchorElement.prototype.click = function () {
      name = this.download;
    };
    try {
      node.click();
    } finally {
      HTMLAnchorElement.prototype.click = click;
      URL.createObjectURL = createObjectURL;
    }
    return { name, content: blob ? await blob.text() : "" };
  });
}

/// Moves the pointer of the page over whatever lies there, without a mouse.
export function pointTo(page, x, y) {
  return page.evaluate(
    ([clientX, clientY]) => {
      const event = new MouseEvent("mousemove", { clientX, clientY, bubbles: true });
      document.elementFromPoint(clientX, clientY)?.dispatchEvent(event);
    },
    [Math.round(x), Math.round(y)],
  );
}
