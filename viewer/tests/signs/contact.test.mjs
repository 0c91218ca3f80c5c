// Contacts, obstacles and connections: two modules that dock over a floor, with forces put in by
// hand.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { drawnPage, launchBrowser, picture } from "../support/browser.mjs";
import { decodePng, differingPixels } from "../support/png.mjs";
import { changedReport } from "../support/reports.mjs";

const [smooth, sticking, sliding] = [1, 2, 3];
const colours = { [sticking]: [0x16, 0x60, 0xb8], [sliding]: [0xe0, 0x7b, 0x00] };

/// What the first contact does over the 201 frames of 10 s; the second one is never closed.
function stateAt(frame) {
  if (frame < 60) return sticking;
  return frame < 120 ? 0 : sliding;
}

function addContacts(scene, store) {
  const { frames, channels } = scene;
  assert.ok(scene.connections.length === 1 && scene.arrows.length === 0, "docking as it is known");
  const half = Math.SQRT1_2;
  scene.obstacles = [
    { name: "floor", mesh: -1, position: [0, 0, -0.1], rotation: [1, 0, 0, 0] },
    // -y of the world is its normal
    { name: "wall", mesh: -1, position: [0, 0.6, 0], rotation: [half, half, 0, 0] },
    { name: "post", mesh: 0, position: [0.2, 0.45, 0], rotation: [1, 0, 0, 0] },
  ];
  scene.shells = [{ body: 0, mesh: 0, position: [0, 0, 0.02], rotation: [1, 0, 0, 0] }];
  scene.arrows = [0, 1].map((i) => ({ name: `contacts.base[${i}]`, kind: "contact", unit: "N" }));
  const rows = (row) => Array.from({ length: frames }, (_, frame) => row(frame)).flat();
  const channel = (name, count, width, row) => {
    channels[name] = { count, width, unit: "-", values: store(rows(row)) };
  };
  channel("contact_state", 2, 1, (frame) => [stateAt(frame), 0]);
  channel("arrow_position", 2, 3, (frame) => [0, 0, stateAt(frame) ? -0.1 : 0, 0, 0, 0]);
  channel("arrow_vector", 2, 3, (frame) => [0, 0, stateAt(frame) ? 12.5 : 0, 0, 0, 0]);
}

let browser;
const scratch = mkdtempSync(join(tmpdir(), "cuttle-contact-"));
before(async () => {
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(scratch, { recursive: true });
});

async function open() {
  const url = changedReport("docking", ({ scene }, store) => addContacts(scene, store), scratch);
  const tab = await drawnPage(browser, url);
  const { page } = tab;
  tab.cast = (ask) => page.evaluate(`(${ask})(window.cuttle.stage.cast)`);
  return tab;
}

/// Pixels of about a hue: the light makes colours brighter and darker.
function pixelsLike({ pixels }, [r, g, b]) {
  const size = Math.hypot(r, g, b);
  let count = 0;
  for (let i = 0; i < pixels.length; i += 3) {
    const [x, y, z] = [pixels[i], pixels[i + 1], pixels[i + 2]];
    const length = Math.hypot(x, y, z);
    if (length > 60 && (x * r + y * g + z * b) / (size * length) > 0.985) ++count;
  }
  return count;
}

describe("contacts", () => {
  test("arrows come, change their colour and go", async () => {
    const { page, context, problems, seek, cast } = await open();
    const shown = () => cast("(cast) => cast.contacts.shown()");
    // the key has the same colours
    await page.addStyleTag({ content: ".contact-key { visibility: hidden }" });
    const hues = async () => {
      const image = await picture(page, ".stage canvas");
      return [sticking, sliding].map((state) => pixelsLike(image, colours[state]) > 25);
    };
    await seek(1);
    assert.deepEqual(await shown(), [0, 1, 0]);
    assert.deepEqual(await hues(), [true, false], "sticking");
    await seek(4);
    assert.deepEqual(await shown(), [0, 0, 0]);
    assert.deepEqual(await hues(), [false, false], "open");
    await seek(7);
    assert.deepEqual(await shown(), [0, 0, 1]);
    assert.deepEqual(await hues(), [false, true], "sliding");
    // between the last frame that touches and the first that does not: as it was
    await seek(2.98);
    assert.deepEqual(await shown(), [0, 1, 0]);
    const place = await cast("(cast) => cast.contacts.states[1].seen.drawn()[0].tail");
    assert.ok(Math.abs(place[2] + 0.1) < 1e-6, `${place}`);
    await page.getByText("Layers").click();
    await page.getByLabel("Contact forces").click();
    await page.getByText("Layers").click(); // the menu has colours of its own
    assert.deepEqual(await hues(), [false, false], "layer");
    assert.deepEqual(problems, []);
    await context.close();
  });

  test("a key tells the colours of the states that occur, and the largest force", async () => {
    const { page, context } = await open();
    const text = await page.locator(".contact-key").innerText();
    assert.match(text, /up to 12\.5\u202fN/);
    assert.match(text, /sticking\s*sliding/);
    assert.ok(!text.includes("smooth"), `nothing is in state ${smooth}`);
    assert.equal(await page.locator(".contact-key .dot").count(), 2);
    await context.close();
  });

  test("obstacles: the grid lies on the floor, and all are in the picture", async () => {
    const { page, context, problems, seek, cast } = await open();
    await seek(1);
    assert.equal(await cast("(cast) => cast.ground.plan.z"), -0.1);
    const sheets = await cast("(cast) => cast.obstacles.sheets.map(({ ground }) => ground)");
    assert.deepEqual(sheets, [true, false]);
    const image = await picture(page, ".stage canvas");
    await page.getByText("Layers").click();
    await page.getByLabel("Obstacles").click();
    const without = await picture(page, ".stage canvas");
    assert.ok(differingPixels(image, without) > 5000, "floor, wall and post");
    const before = await picture(page, ".stage canvas");
    assert.equal(await page.getByLabel("Contact shapes").isChecked(), false);
    await page.getByLabel("Contact shapes").click();
    assert.ok(differingPixels(before, await picture(page, ".stage canvas")) > 60, "shells");
    assert.deepEqual(problems, []);
    await context.close();
  });

  test("snapshots are drawn over the floor, not under it", async () => {
    const { page, context, seek } = await open();
    await seek(1);
    const still = await picture(page, ".stage canvas");
    await page.keyboard.press("g");
    assert.ok(differingPixels(still, await picture(page, ".stage canvas")) > 1000);
    await context.close();
  });

  test("connections are open, closed and open again", async () => {
    const { context, seek, cast } = await open();
    const shown = async (time) => {
      await seek(time);
      return cast("(cast) => cast.connections.shown()");
    };
    assert.deepEqual(await shown(1), ["open"]);
    assert.deepEqual(await shown(5), ["closed"]);
    assert.deepEqual(await shown(9), ["open"]);
    await context.close();
  });

  test("pictures have them, too", async () => {
    const { page, context, problems } = await open();
    const shot = (format, time) =>
      page.evaluate(
        (options) => window.cuttle.shot({ ...options, width: 800, height: 600 }),
        { format, time },
      );
    const svg = await shot("svg", 1);
    assert.ok(svg.includes("#1660b8") && svg.includes("sticking"), "arrow and key");
    assert.ok(!(await shot("svg", 4)).includes(`stroke="#1660b8"`), "no arrow while it is open");
    const png = Buffer.from((await shot("png", 7)).split(",")[1], "base64");
    assert.ok(pixelsLike(decodePng(png), colours[sliding]) > 25);
    assert.deepEqual(problems, []);
    await context.close();
  });
});
