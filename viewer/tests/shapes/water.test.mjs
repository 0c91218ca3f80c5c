// Water: two modules that turn in axes with z down, with a surface, a current and a fin put in by
// hand.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { drawnPage, launchBrowser, picture } from "../support/browser.mjs";
import { differingPixels } from "../support/png.mjs";
import { changedReport, urlOf } from "../support/reports.mjs";

const level = 0.6; // [m] above the modules
const places = [[0, 0, 0], [1, 0, 0], [0, 1.5, 0]];
const rudder = { angle: 0.5, place: [-0.3, 0, 0.2] };

/// How the water moves at the places; all of it stands still in the first frame.
function flowAt(frame) {
  return frame === 0 ? Array(9).fill(0) : [0.2, 0, 0, 0, 0.1, 0, 0, 0, -0.05];
}

function addWater(scene, store) {
  const { frames, channels } = scene;
  assert.ok(scene.fittings.length === 2 && scene.arrows.length === 2, "turn as it is known");
  assert.deepEqual(scene.up, [0, 0, -1]);
  scene.water.level = level;
  scene.currents = places;
  scene.fittings.push({ name: "fins.rudder", kind: "fin", body: 0, mesh: 0 });
  scene.arrows.push({ name: "fins.rudder", kind: "force", unit: "N" });
  const rows = (row) => Array.from({ length: frames }, (_, frame) => row(frame)).flat();
  const channel = (name, count, width, row) => {
    channels[name] = { count, width, unit: "-", values: store(rows(row)) };
  };
  const half = rudder.angle / 2;
  channel("current_velocity", 3, 3, flowAt);
  channel("fitting_position", 3, 3, () => [0, 0, 0, 0, 0.596, 0, ...rudder.place]);
  channel("fitting_rotation", 3, 4, () =>
    [1, 0, 0, 0, 1, 0, 0, 0, Math.cos(half), 0, 0, Math.sin(half)]);
  channel("arrow_position", 3, 3, () => [0, 0, 0, 0, 0.596, 0, ...rudder.place]);
  channel("arrow_vector", 3, 3, () => [5, 0, 0, 2.5, 0, 0, 0, 1, 0]);
}

let browser;
const scratch = mkdtempSync(join(tmpdir(), "cuttle-water-"));
before(async () => {
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(scratch, { recursive: true });
});

const open = () => drawnPage(
  browser, changedReport("modules_turn", ({ scene }, store) => addWater(scene, store), scratch));

/// Where the axes of the world point on the screen, right and up.
const axesSeen = `(stage) => {
  const { camera } = stage.rig;
  camera.updateMatrixWorld();
  const e = camera.matrixWorld.elements; // its columns are right and up
  return [0, 1, 2].map((k) => [e[k], e[4 + k]]);
}`;

function assertClose(actual, wanted, what, slack = 1e-3) {
  actual.forEach((value, i) =>
    assert.ok(Math.abs(value - wanted[i]) < slack, `${what}: ${actual} instead of ${wanted}`));
}

describe("z down", () => {
  test("down is down in every view, and the top view is a map", async () => {
    const { context, problems, stage } = await drawnPage(browser, urlOf("modules_turn"));
    for (const view of ["iso", "front", "side"]) {
      await stage(`(stage) => stage.setView("${view}")`);
      const [, , z] = await stage(axesSeen);
      assert.ok(z[1] < -0.8 && Math.abs(z[0]) < 1e-6, `${view}: z points to ${z}`);
    }
    await stage(`(stage) => stage.setView("front")`);
    assertClose((await stage(axesSeen))[0], [1, 0], "front: x to the right");
    await stage(`(stage) => stage.setView("top")`);
    const [north, east] = await stage(axesSeen);
    assertClose(north, [0, 1], "north");
    assertClose(east, [1, 0], "east");
    // the controls keep it
    await stage("(stage) => stage.rig.controls.update()");
    assertClose((await stage(axesSeen))[0], [0, 1], "north");
    assert.deepEqual(problems, []);
    await context.close();
  });

  test("the ground is below, and light and shadow come from above", async () => {
    const { context, stage } = await drawnPage(browser, urlOf("modules_turn"));
    const { ground, bottom, light, shade } = await stage(`(stage) => ({
      ground: stage.cast.ground.plan.z,
      bottom: stage.scene.bounds().max[2],
      light: stage.lights.top.position.z,
      shade: [-1, 1].map((z) => stage.lights.shade(
        stage.rig.camera.position.clone().set(0, 0, z))),
    })`);
    assert.ok(ground >= bottom, `ground at ${ground}, robot down to ${bottom}`);
    assert.ok(light < 0, "the light that casts shadows");
    assert.ok(shade[0] > shade[1], "the upper side is brighter");
    await context.close();
  });

  test("z stays up where gravity says so", async () => {
    const { context, stage } = await drawnPage(browser, urlOf("terminal_velocity"));
    const [, , z] = await stage(axesSeen);
    assert.ok(z[1] > 0.8, `z points to ${z}`);
    await context.close();
  });
});

describe("water", () => {
  test("the corner tells what the robot swims in", async () => {
    const { page, context } = await drawnPage(browser, urlOf("modules_turn"));
    const text = await page.locator(".contact-key").innerText();
    assert.match(text, /water 1000\u202fkg\/m³/);
    assert.ok(!text.includes("current"), text);
    await page.getByText("Layers").click();
    assert.equal(await page.getByLabel("Water surface").count(), 0);
    assert.equal(await page.getByLabel("Current").count(), 0);
    await context.close();
  });

  test("the surface is over the robot and does not hide it", async () => {
    const { page, context, problems, stage, seek } = await open();
    await seek(1);
    const centre = await stage("(stage) => stage.cast.water.object.position.toArray()");
    assert.ok(Math.abs(centre[2] + level) < 1e-6, `${centre}`);
    const face = await stage(`(stage) => {
      const { transparent, depthWrite, side, opacity } = stage.cast.water.object.children[0].material;
      return { transparent, depthWrite, side, opacity };
    }`);
    assert.ok(face.transparent && !face.depthWrite && face.side === 2 && face.opacity < 0.3);
    // the key and the menu lie over the picture
    await page.addStyleTag({ content: ".contact-key { visibility: hidden }" });
    const withWater = await picture(page, ".stage canvas");
    await page.getByText("Layers").click();
    await page.getByLabel("Water surface").click();
    await page.getByText("Layers").click();
    await page.mouse.move(1, 1);
    const without = await picture(page, ".stage canvas");
    assert.ok(differingPixels(withWater, without) > 5000, "it is seen");
    // through the surface the robot is still there: what it changes is a tint
    let most = 0;
    for (let i = 0; i < without.pixels.length; ++i)
      most = Math.max(most, Math.abs(without.pixels[i] - withWater.pixels[i]));
    assert.ok(most < 160, `a pixel changes by ${most}`);
    assert.deepEqual(problems, []);
    await context.close();
  });

  test("arrows of the current follow it", async () => {
    const { page, context, problems, stage, seek } = await open();
    const arrows = () => stage("(stage) => stage.cast.current.arrows.drawn()");
    await seek(0);
    assert.deepEqual(await arrows(), []);
    await seek(30);
    const [a, b, c] = await arrows();
    assertClose(a.along, [1, 0, 0], "along x");
    assertClose(b.along, [0, 1, 0], "along y");
    assertClose(c.along, [0, 0, -1], "up");
    assertClose([b.length, c.length], [a.length / 2, a.length / 4], "lengths", 1e-6);
    assertClose(a.tail, [-a.length / 2, 0, 0], "centred", 1e-6);
    const text = await page.locator(".contact-key").innerText();
    assert.match(text, /current up to 0\.2\u202fm\/s/);
    const seen = await picture(page, ".stage canvas");
    await page.getByText("Layers").click();
    assert.ok(await page.getByLabel("Current").isChecked(), "on at first");
    await page.getByLabel("Current").click();
    await page.getByText("Layers").click();
    assert.ok(differingPixels(seen, await picture(page, ".stage canvas")) > 100);
    assert.ok(!(await page.locator(".contact-key").innerText()).includes("current"));
    assert.deepEqual(problems, []);
    await context.close();
  });

  test("thrusters and fins are drawn where they are, turned as they are", async () => {
    const { page, context, problems, stage, seek } = await open();
    await seek(1);
    const nodes = await stage(`(stage) => stage.cast.fittings.nodes.map((node) => ({
      place: node.position.toArray(), turn: node.quaternion.toArray(), visible: node.visible,
    }))`);
    assert.ok(nodes.every(({ visible }) => visible));
    assertClose(nodes[2].place, rudder.place, "fin", 1e-6);
    assertClose(nodes[2].turn, [0, 0, Math.sin(0.25), Math.cos(0.25)], "deflection", 1e-6);
    const before = await picture(page, ".stage canvas");
    await page.getByText("Layers").click();
    await page.getByLabel("Thrusters and fins").click();
    await page.getByText("Layers").click();
    assert.ok(differingPixels(before, await picture(page, ".stage canvas")) > 60);
    assert.deepEqual(problems, []);
    await context.close();
  });

  test("thrust has arrows, as long as it is strong", async () => {
    const { context, stage, seek } = await drawnPage(browser, urlOf("modules_turn"));
    await seek(2);
    const vectors = await stage(`(stage) =>
      Array.from(stage.scene.sample(stage.shown).arrow_vector)`);
    const size = (i) => Math.hypot(...vectors.slice(3 * i, 3 * i + 3));
    // K_L n + K_Q |n| n
    assertClose([size(0), size(1)], [5.643, 2.781], "force");
    const names = await stage("(stage) => stage.scene.header.arrows.map(({ name }) => name)");
    assert.deepEqual(names, ["thrusters.left", "thrusters.right"]);
    await context.close();
  });

  test("pictures have it, too", async () => {
    const { page, context, problems } = await open();
    const shot = (format) =>
      page.evaluate(
        (options) => window.cuttle.shot({ ...options, width: 800, height: 600 }),
        { format, time: 1 },
      );
    const svg = await shot("svg");
    assert.ok(svg.includes("#0d8a8f"), "arrows of the current");
    assert.ok(svg.includes("kg/m³") && svg.includes("0.17"), "key and surface");
    assert.match(await shot("png"), /^data:image\/png/);
    assert.deepEqual(problems, []);
    await context.close();
  });
});
