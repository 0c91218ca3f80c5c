// Nets: strips that go where the record says, forces of the ground, colours, and shocks that do not
// hide other forces.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { drawnPage, launchBrowser, picture } from "../support/browser.mjs";
import { differingPixels } from "../support/png.mjs";
import { changedReport, folderOf, recordIn, urlOf } from "../support/reports.mjs";

let browser;
const scratch = mkdtempSync(join(tmpdir(), "cuttle-net-"));
before(async () => {
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(scratch, { recursive: true });
});

describe("strips", () => {
  test("end where the probe recorded the last node", async () => {
    const { csv } = recordIn(folderOf("sma_actuator"));
    const columns = ["p.strip_last_x", "p.strip_last_y"].map((name) => csv.names.indexOf(name));
    const { context, problems, stage, seek } = await drawnPage(browser, urlOf("sma_actuator"));
    const seen = new Set();
    for (const row of [csv.rows[0], csv.rows[200], csv.rows.at(-1)]) {
      await seek(row[0]);
      const tip = await stage("(stage) => stage.cast.rods.rods[0].tip()");
      // its plane is that of x and z
      const [x, z] = columns.map((column) => row[column]);
      const distance = Math.hypot(tip[0] - x, tip[1], tip[2] - z);
      assert.ok(distance < 1e-5, `${row[0]} s: ${tip}, ${x} ${z}`);
      seen.add(tip[0].toFixed(3));
    }
    assert.ok(seen.size > 1, "it moves");
    assert.deepEqual(problems, []);
    await context.close();
  });

  test("have a colour each, or that of their curvature, and are a layer", async () => {
    const { page, context, problems, stage, seek } = await drawnPage(browser, urlOf("t_shape"));
    await seek(1);
    const colours = await stage(`(stage) => stage.cast.rods.rods.map(({ mesh }) =>
      mesh.material.color.getHexString())`);
    assert.equal(new Set(colours).size, 2);
    const plain = await picture(page, ".stage canvas");
    await page.getByLabel("Colour").selectOption("curvature");
    assert.match(await page.locator(".legend").innerText(), /curvature.*30/s);
    await page.mouse.move(1, 1);
    assert.ok(differingPixels(plain, await picture(page, ".stage canvas")) > 2000, "colours");
    await page.getByText("Layers").click();
    await page.getByLabel("Rods and nets").click();
    await page.getByText("Layers").click();
    assert.ok(differingPixels(plain, await picture(page, ".stage canvas")) > 3000, "the layer");
    const svg = await page.evaluate(() =>
      window.cuttle.shot({ width: 800, height: 600, format: "svg", time: 1 }));
    assert.ok(svg.split("<path").length > 3, "in the vector picture");
    assert.deepEqual(problems, []);
    await context.close();
  });

  test("are all in the picture, wherever they fly", async () => {
    const { context, stage } = await drawnPage(browser, urlOf("net_thrown"));
    const out = await stage(`(stage) => {
      let out = 0;
      for (const view of ["iso", "front", "side", "top"]) {
        stage.setView(view);
        for (const frame of [0, 40, 80, 120]) {
          stage.show(frame);
          const { camera } = stage.rig;
          camera.updateMatrixWorld();
          const { mesh } = stage.cast.rods.rods[0];
          const p = mesh.geometry.attributes.position;
          for (let i = 0; i < p.count; ++i) {
            const { x, y } = mesh.position.clone().fromBufferAttribute(p, i).project(camera);
            if (Math.max(Math.abs(x), Math.abs(y)) > 1) ++out;
          }
        }
      }
      return out;
    }`);
    assert.equal(out, 0, `${out} places are cut off`);
    await context.close();
  });
});

describe("the ground", () => {
  test("is a slope on which five nodes stick and five slide", async () => {
    const { page, context, problems, stage, seek } = await drawnPage(browser, urlOf("net_slope"));
    await seek(0.3);
    assert.deepEqual(await stage("(stage) => stage.cast.contacts.shown()"), [0, 5, 5]);
    const sheets = await stage(`(stage) => stage.cast.obstacles.sheets.map(({ turn }) =>
      [0, 0, 1].map((_, k) => stage.rig.camera.position.clone().set(0, 0, 1)
        .applyQuaternion(turn).getComponent(k)))`);
    assert.equal(sheets.length, 1, "both strips are on the same one");
    const angle = (Math.atan2(-sheets[0][0], sheets[0][2]) * 180) / Math.PI;
    assert.ok(Math.abs(angle - 20) < 1e-3, `${angle} degrees`);
    assert.match(await page.locator(".contact-key").innerText(), /sticking.*sliding/s);
    assert.deepEqual(problems, []);
    await context.close();
  });

  test("may shock a node without making the other forces invisible", async () => {
    const url = changedReport("net_slope", ({ scene }, store) => {
      const { count } = scene.channels.arrow_vector;
      const rows = Array.from({ length: scene.frames }, (_, frame) =>
        Array.from({ length: count }, (_, i) => [0, 0, frame === 7 && i === 2 ? 100 : 0.5]));
      scene.channels.arrow_vector.values = store(rows.flat(2));
    }, scratch);
    const { page, context, problems, stage, seek } = await drawnPage(browser, url);
    const lengths = () => stage(`(stage) => stage.cast.contacts.states.flatMap(({ seen }) =>
      seen.drawn().map(({ length }) => length))`);
    await seek(0.3);
    const usual = await lengths();
    assert.ok(usual.length === 10 && usual.every((length) => length > 0.02), `${usual}`);
    await seek(0.07);
    for (const length of await lengths()) assert.ok(Math.abs(length / usual[0] - 1) < 1e-6);
    const key = await page.locator(".contact-key").innerText();
    assert.match(key, /up to 100\u202fN, arrows to 0\.5\u202fN/);
    assert.deepEqual(problems, []);
    await context.close();
  });
});
