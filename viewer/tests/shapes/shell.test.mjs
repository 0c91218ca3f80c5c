// Shells: walls that one looks into, which move as the record says; jets put in by hand.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { drawnPage, launchBrowser, picture } from "../support/browser.mjs";
import { differingPixels } from "../support/png.mjs";
import { changedReport, folderOf, recordIn, urlOf } from "../support/reports.mjs";

const model = "shell_free"; // a mantle that tumbles and pulses
const source = join(dirname(fileURLToPath(import.meta.url)), "../../src/shapes/meridian_shape.ts");
const { outputFiles } = await esbuild.build({
  entryPoints: [source], bundle: true, write: false, format: "esm",
});
const { MeridianShape } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`
);

/// A half sphere of radius 1 from its equator to the pole.
function halfSphere(direction) {
  const angles = Array.from({ length: 41 }, (_, i) => (Math.PI / 2) * (i / 40) * (1 + i / 40) / 2);
  const half_thickness = angles.map(() => 0.05);
  const meridian = { body: 0, first: 1, direction, rim: "pole", abscissa: angles, half_thickness };
  // a ring of somebody else before
  const places = angles.flatMap((a) => [direction * Math.sin(a), Math.cos(a)]);
  places[2 * 41 - 1] = 0;
  return { meridian, pose: { ring_place: Float32Array.from([9, 9, ...places]) } };
}

describe("the surface of revolution", () => {
  test("both faces of a half sphere are spheres, with normals along their radii", () => {
    for (const direction of [1, -1])
      for (const [face, radius, side] of [["outside", 1.05, 1], ["inside", 0.95, -1]]) {
        const { meridian, pose } = halfSphere(direction);
        const shape = new MeridianShape(meridian, [face]);
        const places = new Float32Array(3 * shape.vertices);
        const normals = new Float32Array(3 * shape.vertices);
        assert.ok(shape.write(pose, places, normals));
        for (let i = 0; i < places.length; i += 3) {
          const p = places.subarray(i, i + 3);
          const n = normals.subarray(i, i + 3);
          const along = (p[0] * n[0] + p[1] * n[1] + p[2] * n[2]) / radius;
          assert.ok(Math.abs(Math.hypot(...p) - radius) < 1e-4, `${face}: ${p}`); // slopes
          assert.ok(side * along > 0.999, `${face}: normal ${n} at ${p}`);
        }
      }
  });

  test("faces look where their normals point", () => {
    for (const direction of [1, -1]) {
      const { meridian, pose } = halfSphere(direction);
      meridian.rim = "open";
      const shape = new MeridianShape(meridian, ["outside", "inside", "disc"]);
      const places = new Float32Array(3 * shape.vertices);
      const normals = new Float32Array(3 * shape.vertices);
      assert.ok(shape.write(pose, places, normals));
      const at = (list, v) => list.subarray(3 * v, 3 * v + 3);
      for (let i = 0; i < shape.quads.length; i += 4) {
        const [a, b, c, d] = [0, 1, 2, 3].map((k) => at(places, shape.quads[i + k]));
        const [u, w] = [[0, 1, 2].map((k) => c[k] - a[k]), [0, 1, 2].map((k) => d[k] - b[k])];
        const cross = [
          u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0],
        ];
        const n = at(normals, shape.quads[i]);
        assert.ok(cross[0] * n[0] + cross[1] * n[1] + cross[2] * n[2] > 0, `face ${i / 4}`);
      }
    }
  });

  test("what is not finite is not drawn", () => {
    const { meridian, pose } = halfSphere(1);
    pose.ring_place[20] = NaN;
    const shape = new MeridianShape(meridian, ["outside"]);
    const room = () => new Float32Array(3 * shape.vertices);
    assert.equal(shape.write(pose, room(), room()), false);
  });
});

let browser;
const scratch = mkdtempSync(join(tmpdir(), "cuttle-shell-"));
before(async () => {
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(scratch, { recursive: true });
});

/// x and r of all vertices of the walls and discs, in the frame of the body.
const vertices = `(stage) => {
  const of = ({ mesh }) => {
    const p = mesh.geometry.attributes.position;
    return Array.from({ length: p.count }, (_, i) => [p.getX(i), Math.hypot(p.getY(i), p.getZ(i))]);
  };
  const { walls, discs } = stage.cast.meridians;
  return { outside: of(walls[0]), inside: of(walls[1]), discs: of(discs[0]) };
}`;

/// Radius of the wall's middle at an abscissa, between the rings that are drawn.
function radiusAt({ outside, inside }, { abscissa }, at) {
  const sides = outside.length / abscissa.length;
  const after = abscissa.findIndex((s) => s >= at);
  // the inside is walked from its end
  const ring = (i) => {
    const back = abscissa.length - 1 - i;
    return (outside[i * sides][1] + inside[back * sides][1]) / 2;
  };
  const [a, b] = [abscissa[after - 1], abscissa[after]];
  return ring(after - 1) + ((at - a) / (b - a)) * (ring(after) - ring(after - 1));
}

describe("a mantle", () => {
  test("is drawn with the radius that the probe recorded, and moves", async () => {
    const { csv, page: { scene } } = recordIn(folderOf(model));
    const column = csv.names.indexOf("mantle.radius_1");
    const { context, problems, stage, seek } = await drawnPage(browser, urlOf(model));
    const seen = new Set();
    for (const row of [csv.rows[0], csv.rows[20], csv.rows.at(-1)]) {
      await seek(row[0]);
      const drawn = radiusAt(await stage(vertices), scene.meridians[0], 0.05965);
      assert.ok(Math.abs(drawn / row[column] - 1) < 1e-3, `${row[0]} s: ${drawn}, ${row[column]}`);
      seen.add(drawn.toFixed(4));
    }
    assert.ok(seen.size > 1, "it pulses");
    assert.deepEqual(problems, []);
    await context.close();
  });

  test("is hollow at its edge and closed at its base", async () => {
    const { page: { scene } } = recordIn(folderOf(model));
    const { context, stage, seek } = await drawnPage(browser, urlOf(model));
    await seek(0);
    const { outside, inside, discs } = await stage(vertices);
    const edge = outside.at(-1);
    assert.ok(edge[0] * scene.meridians[0].direction > 0.1, `edge at ${edge}`);
    const close = ([x]) => Math.abs(x - edge[0]) < 1e-3;
    const atEdge = [...outside, ...inside, ...discs].filter(close);
    assert.ok(atEdge.length > 100);
    for (const [, r] of atEdge) assert.ok(r > 0.029, `something in the opening: r = ${r}`);
    // a ring of 31 mm, 2 mm thick
    const radii = atEdge.map(([, r]) => r);
    assert.ok(Math.abs(Math.max(...radii) - 0.032) < 1e-4 && Math.min(...radii) < 0.0301);
    const middle = discs.filter(([, r]) => r === 0);
    assert.ok(middle.length > 0 && middle.every(([x]) => Math.abs(x) < 2e-3), "a disc at the base");
    const looks = await stage(`(stage) => stage.cast.meridians.walls.map(({ mesh }) =>
      [mesh.material.transparent, mesh.material.opacity])`);
    assert.ok(looks[0][0] && looks[0][1] < 0.8 && !looks[1][0], "one looks through the outside");
    await context.close();
  });

  test("is a layer, has its colours, and is all in the picture", async () => {
    const { page, context, problems, stage, seek } = await drawnPage(browser, urlOf(model));
    await seek(0.5);
    const body = await picture(page, ".stage canvas");
    await page.getByLabel("Colour").selectOption("hoop_strain");
    assert.match(await page.locator(".legend").innerText(), /hoop strain/);
    await page.mouse.move(1, 1);
    assert.ok(differingPixels(body, await picture(page, ".stage canvas")) > 2000, "colours");
    await page.getByText("Layers").click();
    await page.getByLabel("Shells").click();
    await page.getByText("Layers").click();
    assert.ok(differingPixels(body, await picture(page, ".stage canvas")) > 3000, "the layer");
    await page.getByText("Layers").click();
    await page.getByLabel("Shells").click();
    const out = await stage(`(stage) => {
      let out = 0;
      for (const view of ["iso", "front", "side", "top"]) {
        stage.setView(view);
        for (const frame of [0, 40, 100, 200]) {
          stage.show(frame);
          const { camera } = stage.rig;
          camera.updateMatrixWorld();
          const { mesh } = stage.cast.meridians.walls[0];
          mesh.updateWorldMatrix(true, false);
          const p = mesh.geometry.attributes.position;
          for (let i = 0; i < p.count; i += 5) {
            const place = mesh.position.clone().fromBufferAttribute(p, i);
            const { x, y } = place.applyMatrix4(mesh.matrixWorld).project(camera);
            if (Math.max(Math.abs(x), Math.abs(y)) > 1) ++out;
          }
        }
      }
      return out;
    }`);
    assert.equal(out, 0, `${out} places are cut off`);
    assert.deepEqual(problems, []);
    await context.close();
  });

  test("is in vector pictures and leaves ghosts", async () => {
    const { page, context, problems } = await drawnPage(browser, urlOf(model));
    const shot = (options) =>
      page.evaluate((o) => window.cuttle.shot({ width: 800, height: 600, ...o }), options);
    const svg = await shot({ format: "svg", time: 1 });
    assert.ok(svg.split("<path").length > 200, `${svg.split("<path").length} paths`);
    assert.match(await shot({ format: "svg", time: 1, ghosts: 3 }), /opacity="0\.34"/);
    assert.match(await shot({ format: "png", time: 1, ghosts: 3 }), /^data:image\/png/);
    assert.deepEqual(problems, []);
    await context.close();
  });
});

describe("a jet", () => {
  const [place, strong, weak] = [[-0.1, 0.2, 0.3], 0.4, 0.1];

  /// The opening looks along -y; in the first frame water goes out, later in.
  function addJet({ scene }, store) {
    const rows = (row) =>
      store(Array.from({ length: scene.frames }, (_, frame) => row(frame)).flat());
    const channel = (name, width, row) => {
      scene.channels[name] = { count: 1, width, unit: "-", values: rows(row) };
    };
    const half = Math.SQRT1_2;
    scene.fittings = [{ name: "jets.siphon", kind: "jet", body: 0, mesh: -1 }];
    scene.arrows = [{ name: "jets.siphon", kind: "force", unit: "N" }];
    channel("fitting_position", 3, () => place);
    channel("fitting_rotation", 4, () => [half, 0, 0, -half]);
    channel("arrow_position", 3, () => place);
    // the force on the shell is against the water
    channel("arrow_vector", 3, (frame) => [0, frame === 0 ? strong : -weak, 0]);
  }

  test("goes out of the opening or comes in, in two colours", async () => {
    const url = changedReport(model, addJet, scratch);
    const { page, context, problems, stage, seek } = await drawnPage(browser, url);
    const arrows = () => stage(`(stage) => {
      const [jet] = stage.cast.parts.find(({ jets }) => jets).jets;
      const [out, , into] = jet.sets; // each has one behind it that shines through bodies
      return [out, into].map((set) => ({
        visible: set.count > 0, colour: set.material.color.getHexString(), ...set.drawn()[0],
      }));
    }`);
    const near = (a, b) => a.every((value, i) => Math.abs(value - b[i]) < 1e-5);
    await seek(0);
    const [out] = await arrows();
    assert.deepEqual((await arrows()).map(({ visible }) => visible), [true, false]);
    assert.ok(near(out.along, [0, -1, 0]) && near(out.tail, place), "out of the opening");
    await seek(1);
    const [, into] = await arrows();
    assert.deepEqual((await arrows()).map(({ visible }) => visible), [false, true]);
    assert.ok(near(into.along, [0, 1, 0]), "into it");
    const tip = into.tail.map((value, k) => value + into.length * into.along[k]);
    assert.ok(near(tip, place), `ends at the opening: ${tip}`);
    assert.ok(Math.abs(into.length / out.length - weak / strong) < 1e-5, "as long as it is strong");
    assert.notEqual(into.colour, out.colour);
    assert.match(await page.locator(".contact-key").innerText(), /0\.4\u202fN.*outflow.*inflow/s);
    await page.getByText("Layers").click();
    assert.equal(await page.getByLabel("Thrusters and fins").count(), 0, "no propeller");
    const svg = await page.evaluate(() =>
      window.cuttle.shot({ width: 800, height: 600, format: "svg", time: 0 }));
    assert.ok(svg.includes("#e07b00"), "its arrow in the vector picture");
    assert.deepEqual(problems, []);
    await context.close();
  });
});
