// Names on the screen: none over another, each beside its own place, as many as have room.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { launchBrowser, openPage } from "../support/browser.mjs";
import { runModel } from "../support/reports.mjs";

let browser, tab;
const scratch = mkdtempSync(join(tmpdir(), "cuttle-labels-"));
before(async () => {
  browser = await launchBrowser();
  // names of an arm, and of the points on its hand and fingers, which nearly coincide
  runModel("hybrid_arm", scratch, "study.duration=0.2");
  const url = pathToFileURL(join(scratch, "report.html")).href;
  tab = await openPage(browser, url, { viewport: { width: 920, height: 560 } });
});
after(async () => {
  await browser?.close();
  rmSync(scratch, { recursive: true });
});

/// Boxes of the names that are seen, and where their places are [pixels].
const look = (frame) =>
  tab.page.evaluate((value) => {
    const { stage } = window.cuttle;
    stage.setVisible("names", true);
    stage.show(value);
    stage.render();
    const { camera } = stage.rig;
    const { clientWidth: width, clientHeight: height } = stage.renderer.domElement;
    const unit = (2 * Math.tan((camera.fov * Math.PI) / 360)) / height;
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = "500 13px system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif";
    return stage.cast.names.names.map(({ label: { sprite, text } }) => {
      const textWidth = pen.measureText(text).width;
      const at = sprite.position.clone().project(camera);
      const place = [(0.5 + 0.5 * at.x) * width, (0.5 - 0.5 * at.y) * height];
      const [w, h] = [sprite.scale.x / unit, sprite.scale.y / unit];
      const left = place[0] - sprite.center.x * w, bottom = place[1] + sprite.center.y * h;
      // without the halo, as high as the letters
      const box = [left + (w - textWidth) / 2, bottom - h / 2 - 6, textWidth, 12];
      return { text, place, box, seen: sprite.visible };
    });
  }, frame);

const overlap = ([x, y, w, h], [u, v, p, q]) => x < u + p && u < x + w && y < v + q && v < y + h;

test("names do not cover each other", async () => {
  for (const frame of [0, 5, 10]) {
    const names = await look(frame);
    const seen = names.filter((name) => name.seen);
    assert.ok(names.length > 12 && seen.length >= names.length / 2, `${seen.length} names`);
    seen.forEach((a, i) =>
      seen.slice(i + 1).forEach((b) =>
        assert.ok(!overlap(a.box, b.box), `${frame}: ${a.text} over ${b.text}`)));
  }
});

test("a name stands beside its place, and what has room is seen", async () => {
  const names = await look(0);
  for (const { text, place, box, seen } of names) {
    if (!seen) continue;
    const [x, y] = place, middle = box[1] + box[3] / 2;
    const away = Math.max(box[0] - x, x - box[0] - box[2]);
    assert.ok(Math.abs(away - 6) < 2, `${text}: ${away} pixels beside its place`);
    assert.ok(Math.abs(middle - y) < 16, `${text}: ${middle - y} pixels off in height`);
  }
  assert.ok(names.find(({ text }) => text === "shoulder").seen);
});

test("names stay on their side while there is room", async () => {
  const [before, again] = [await look(3), await look(3)];
  assert.deepEqual(again, before);
});

test("drawings keep names apart, too", async () => {
  const boxes = await tab.page.evaluate(() => {
    const { stage } = window.cuttle;
    stage.setVisible("names", true);
    const holder = document.createElement("div");
    holder.innerHTML = stage.svg(900, 540);
    document.body.append(holder);
    const texts = [...holder.querySelectorAll("text")].map((text) => {
      const { x, y, width, height } = text.getBoundingClientRect();
      return { text: text.textContent, box: [x, y + 0.25 * height, width, 0.5 * height] };
    });
    holder.remove();
    return texts;
  });
  assert.ok(boxes.some(({ text }) => text === "shoulder") && boxes.length > 8, `${boxes.length}`);
  boxes.forEach((a, i) =>
    boxes.slice(i + 1).forEach((b) =>
      assert.ok(!overlap(a.box, b.box), `${a.text} over ${b.text}`)));
});
