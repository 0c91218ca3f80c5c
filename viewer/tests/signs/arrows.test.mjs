// A swimmer with many arrows: what it costs to draw them, how to see fewer, how its page opens.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launchBrowser, openPage } from "../support/browser.mjs";
import { program } from "../support/reports.mjs";

const model = join(dirname(fileURLToPath(import.meta.url)), "eel.yaml");
const scratch = mkdtempSync(join(tmpdir(), "cuttle-arrows-"));
const url = pathToFileURL(join(scratch, "report.html")).href;
const total = 56;
let browser;
before(async () => {
  execFileSync(program, ["run", model, "-o", scratch, "--quiet"]);
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(scratch, { recursive: true });
});

/// Counts what reaches the graphics card, whoever asks for it.
function countDraws() {
  window.draws = 0;
  for (const name of ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced"]) {
    const { prototype } = window.WebGL2RenderingContext;
    const original = prototype[name];
    prototype[name] = function count(...given) {
      ++window.draws;
      return original.apply(this, given);
    };
  }
}

const open = (options) =>
  openPage(browser, url, { viewport: { width: 920, height: 560 }, init: countDraws, ...options });
/// The moment arrows of a frame: how many are drawn, and in how many draws and faces.
const shown = (page, time) =>
  page.evaluate((at) => {
    window.cuttle.seek(at);
    const { stage } = window.cuttle;
    window.draws = 0;
    stage.show(stage.shown);
    const arrows = stage.cast.arrows.loads.flatMap(({ sets }) => sets[0].drawn());
    return { arrows: arrows.length, draws: window.draws, ...stage.renderer.info.render };
  }, time);

describe("a swimmer with many arrows", () => {
  test("all of them take one draw call", async (t) => {
    const { page, context, problems } = await open();
    const opening = await page.evaluate(() => window.draws);
    assert.ok(opening < 30, `${opening} draw calls until the page is ready`);
    const { arrows, draws, triangles } = await shown(page, 3.4);
    assert.ok(arrows > 0.9 * total, `${arrows} arrows`); // some are too small to be seen
    await page.evaluate(() => window.cuttle.stage.setVisible("loads", false));
    const without = await shown(page, 3.4);
    assert.equal(draws - without.draws, 1);
    assert.ok(triangles - without.triangles < 100 * total, `${triangles} faces`);
    const cost = await page.evaluate(() => {
      const { stage } = window.cuttle;
      stage.setVisible("loads", true);
      const times = Array.from({ length: 40 }, (_, i) => {
        const start = performance.now();
        stage.cast.arrows.update(stage.scene.sample(100 + i));
        return performance.now() - start;
      });
      return times.sort((a, b) => a - b)[20];
    });
    t.diagnostic(`${draws} draw calls, ${triangles} faces, ${cost.toFixed(2)} ms to move the arrows`);
    assert.ok(cost < 8, `${cost} ms`);
    assert.deepEqual(problems, []);
    await context.close();
  });

  test("they stand where the loads act, as long as they are strong", async () => {
    const { page, context } = await open();
    const { arrows, expected } = await page.evaluate(() => {
      window.cuttle.seek(2.52);
      const { stage } = window.cuttle;
      const pose = stage.scene.sample(stage.shown);
      const triples = (values, i) => Array.from(values.slice(3 * i, 3 * i + 3));
      const expected = stage.scene.header.arrows.map((_, i) => ({
        tail: triples(pose.arrow_position, i), vector: triples(pose.arrow_vector, i),
      }));
      const arrows = stage.cast.arrows.loads.flatMap(({ sets }) => sets[0].drawn());
      return { arrows, expected };
    });
    const strength = ({ vector }) => Math.hypot(...vector);
    const largest = arrows.reduce((a, b) => (b.length > a.length ? b : a));
    const near = (a, b) => a.every((value, k) => Math.abs(value - b[k]) < 1e-5);
    let found = 0;
    for (const { tail, along, length } of arrows) {
      const load = expected.find((one) => near(one.tail, tail));
      assert.ok(load, `nothing acts at ${tail}`);
      assert.ok(near(load.vector.map((v) => v / strength(load)), along), `${along}`);
      const scale = expected.find((one) => near(one.tail, largest.tail));
      const ratio = length / largest.length / (strength(load) / strength(scale));
      assert.ok(Math.abs(ratio - 1) < 1e-4, `${ratio}`);
      ++found;
    }
    assert.ok(found > 0.8 * total);
    await context.close();
  });

  test("a choice thins them out, in pictures, too", async () => {
    const { page, context, problems } = await open();
    const heads = async () => {
      const svg = await page.evaluate(() =>
        window.cuttle.shot({ width: 800, height: 500, format: "svg", time: 3.4 }));
      return svg.split('fill="#7a3fa8"').length - 1;
    };
    const all = await shown(page, 3.4);
    const allHeads = await heads();
    assert.ok(allHeads > 40, `${allHeads} heads`); // those behind the body are hidden
    await page.getByText("Layers").click();
    const choice = page.getByLabel("Arrows of loads");
    assert.deepEqual(await choice.locator("option").allInnerTexts(),
      ["all", "every 2nd", "every 4th", "none"]);
    await choice.selectOption("every 4th");
    const few = await shown(page, 3.4);
    assert.ok(few.arrows >= 12 && few.arrows <= 14, `${few.arrows} of ${all.arrows}`);
    const fewHeads = await heads();
    assert.ok(fewHeads > 5 && fewHeads < 0.4 * allHeads, `${fewHeads} of ${allHeads}`);
    await choice.selectOption("none");
    assert.equal((await shown(page, 3.4)).arrows, 0);
    await choice.selectOption("all");
    assert.equal((await shown(page, 3.4)).arrows, all.arrows);
    assert.deepEqual(problems, []);
    await context.close();
  });
});

test("moments beside forces have their rings", async () => {
  const both = mkdtempSync(join(tmpdir(), "cuttle-rings-"));
  const file = join(both, "arm.yaml");
  const load = (name, from, to) =>
    `  - {name: ${name}, body: arm, from: ${from}, to: ${to}, force: [0, 0, 1], moment: [0, 0.1, 0]}\n`;
  writeFileSync(file, `name: arm
bodies: [{name: arm, rod: {length: 1, section: {radius: 0.02}, material: {young: 1 MPa, density: 1000}, strain: {bend_y: 3}}}]
loads:
${load("a", 0, 0.3)}${load("b", 0.3, 0.6)}${load("c", 0.6, 1)}study: {type: statics}
`);
  execFileSync(program, ["run", file, "-o", both, "--quiet"]);
  const { page, context, problems } =
    await openPage(browser, pathToFileURL(join(both, "report.html")).href, {});
  const sets = await page.evaluate(() =>
    window.cuttle.stage.cast.arrows.loads.flatMap(({ sets }) => sets.map((set) => set.drawn())));
  const moments = sets.flat().filter(({ along }) => Math.abs(along[1]) > 0.99);
  const rings = moments.filter(({ ringed }) => ringed).length;
  assert.ok(moments.length > 16, `${moments.length} moments`);
  assert.ok(rings >= 4 && rings <= 8, `${rings} rings on ${moments.length} moments`);
  assert.deepEqual(problems, []);
  await context.close();
  rmSync(both, { recursive: true });
});

describe("the page opens", () => {
  test("playing, unless the reader wants rest", async () => {
    const moving = await open({ reducedMotion: "no-preference" });
    await moving.page.waitForFunction(() => window.cuttle.playing() && window.cuttle.time() > 0);
    assert.deepEqual(moving.problems, []);
    await moving.context.close();
    const still = await open();
    assert.equal(await still.page.evaluate(() => window.cuttle.playing()), false);
    assert.equal(await still.page.evaluate(() => window.cuttle.time()), 0);
    await still.context.close();
  });

  test("on the robot, which stays in the picture; pictures show the whole run", async () => {
    const { page, context } = await open();
    const look = (time) =>
      page.evaluate((at) => {
        window.cuttle.seek(at);
        const { stage } = window.cuttle;
        const { camera } = stage.rig;
        camera.updateMatrixWorld();
        return [stage.bodyPosition("eel"), stage.tipOf("eel")].map((place) => {
          const { x, y } = camera.position.clone().fromArray(place).project(camera);
          return [x, y];
        });
      }, time);
    const sizes = [];
    for (const time of [0, 2.5, 6]) {
      const [head, tail] = await look(time);
      for (const place of [...head, ...tail]) assert.ok(Math.abs(place) < 1, `${head} ${tail}`);
      sizes.push(Math.hypot(head[0] - tail[0], head[1] - tail[1]));
    }
    assert.ok(Math.min(...sizes) > 1, `${sizes} of 2`);
    assert.equal(await page.getByLabel("Follow").inputValue(), "0");
    await page.evaluate(() => window.cuttle.shot({ width: 400, height: 250, format: "svg", time: 0 }));
    assert.equal(await page.evaluate(() => window.cuttle.stage.following), null);
    await context.close();
  });

  test("a motion that is drawn slowly gets coarser, and sharp again when it rests", async () => {
    const { page, context } = await open();
    const ratios = await page.evaluate(() => {
      const { stage } = window.cuttle;
      const ratio = () => stage.renderer.getPixelRatio();
      const seen = [ratio()];
      for (let i = 0; i < 30; ++i) stage.play(10 + i, 16);
      seen.push(ratio());
      for (let i = 0; i < 30; ++i) stage.play(40 + i, 100);
      seen.push(ratio());
      stage.rest();
      seen.push(ratio());
      for (let i = 0; i < 5000; ++i) stage.pace.frame(10);
      stage.play(70, 10);
      seen.push(ratio());
      return seen;
    });
    assert.equal(ratios[1], ratios[0], "fast enough");
    assert.ok(ratios[2] < 0.6 * ratios[0], `${ratios}`);
    assert.equal(ratios[3], ratios[0], "at rest");
    assert.equal(ratios[4], ratios[0], "quick for a while");
    await context.close();
  });
});
