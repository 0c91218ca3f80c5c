// What the camera sees: robots that go far, bodies that it follows, arrows.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { launchBrowser, openPage } from "../support/browser.mjs";
import { runModel, urlOf } from "../support/reports.mjs";

let browser;
const scratch = mkdtempSync(join(tmpdir(), "cuttle-framing-"));
before(async () => {
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(scratch, { recursive: true });
});

async function open(url) {
  const tab = await openPage(browser, url, { viewport: { width: 920, height: 560 } });
  await tab.page.evaluate(() => {
    /// Where a place is seen: -1 to 1 in both directions inside the picture.
    window.seen = (place) => {
      const { camera } = window.cuttle.stage.rig;
      camera.updateMatrixWorld();
      const { x, y } = camera.position.clone().fromArray(place).project(camera);
      return [x, y];
    };
  });
  return tab;
}

test("a robot that travels far is followed from the start", async () => {
  // after its throw it flies more than ten times its length
  runModel("flying_rod", scratch, "study.duration=30");
  const { page, context } = await open(pathToFileURL(join(scratch, "report.html")).href);
  const look = (time) =>
    page.evaluate((value) => {
      window.cuttle.seek(value);
      const { stage } = window.cuttle;
      return [stage.bodyPosition("rod"), stage.tipOf("rod")].map(window.seen);
    }, time);
  assert.equal(await page.getByLabel("Follow").inputValue(), "0");
  for (const time of [0, 11.3, 30]) {
    const [base, tip] = await look(time);
    for (const place of [...base, ...tip])
      assert.ok(Math.abs(place) < 1, `${time}: ${base} ${tip}`);
    const size = Math.hypot(base[0] - tip[0], base[1] - tip[1]);
    assert.ok(size > 0.15, `${time}: ${size} of the picture`);
  }
  // without, the way is seen as a whole
  await page.getByLabel("Follow").selectOption("");
  await page.keyboard.press("1");
  const [start, end] = [(await look(0))[0], (await look(30))[0]];
  for (const place of [...start, ...end]) assert.ok(Math.abs(place) < 1, `${start} ${end}`);
  assert.ok(Math.hypot(start[0] - end[0], start[1] - end[1]) > 0.5, `${start} ${end}`);
  await context.close();
});

test("robots that stay are not followed", async () => {
  const { page, context } = await open(urlOf("hybrid_arm"));
  assert.equal(await page.evaluate(() => window.cuttle.stage.following), null);
  await context.close();
});

test("a followed body is in the middle, also after a zoom and another time", async () => {
  const { page, context } = await open(urlOf("hybrid_arm"));
  const last = await page.getByLabel("Follow").locator("option").last().innerText();
  const where = () =>
    page.evaluate((name) => window.seen(window.cuttle.stage.bodyPosition(name)), last);
  const distance = () =>
    page.evaluate(() => {
      const { camera, controls } = window.cuttle.stage.rig;
      return camera.position.distanceTo(controls.target);
    });
  const isCentred = async (when) => {
    const [x, y] = await where();
    assert.ok(Math.hypot(x, y) < 1e-3, `${when}: ${x} ${y}`);
  };
  const [x, y] = await where();
  assert.ok(Math.hypot(x, y) > 0.1, "it is elsewhere before");
  await page.getByLabel("Follow").selectOption(last);
  await isCentred("followed");
  const before = await distance();
  const box = await page.locator(".stage").boundingBox();
  await page.mouse.move(box.x + 30, box.y + 30);
  for (let i = 0; i < 5; ++i) await page.mouse.wheel(0, -200);
  await page.waitForFunction(
    (far) => {
      const { camera, controls } = window.cuttle.stage.rig;
      return camera.position.distanceTo(controls.target) < 0.8 * far;
    },
    before,
  );
  await isCentred("nearer");
  await page.evaluate(() => window.cuttle.seek(3));
  await isCentred("later");
  await context.close();
});

test("arrows are inside the picture", async () => {
  for (const model of ["flying_rod", "roll_up", "column_buckling"]) {
    const { page, context } = await open(urlOf(model));
    const { count, out } = await page.evaluate(() => {
      const { stage, axis } = window.cuttle;
      const { from, to } = axis();
      let [count, out] = [0, 0];
      for (const view of ["iso", "front", "side", "top"]) {
        stage.setView(view);
        for (let i = 0; i <= 6; ++i) {
          window.cuttle.seek(from + ((to - from) * i) / 6);
          stage.cast.layer("loads").updateMatrixWorld(true);
          stage.cast.layer("loads").traverseVisible((mesh) => {
            if (!mesh.geometry) return;
            const { attributes, index, drawRange } = mesh.geometry;
            for (let k = 0; k < drawRange.count; k += 23) {
              const place = mesh.position.clone()
                .fromBufferAttribute(attributes.position, index.getX(k));
              const [x, y] = window.seen(place.applyMatrix4(mesh.matrixWorld).toArray());
              ++count;
              if (Math.abs(x) > 1 || Math.abs(y) > 1) ++out;
            }
          });
        }
      }
      return { count, out };
    });
    assert.ok(count > 500, `${model}: ${count} places`);
    assert.equal(out, 0, `${model}: ${out} of ${count} places are cut off`);
    await context.close();
  }
});
