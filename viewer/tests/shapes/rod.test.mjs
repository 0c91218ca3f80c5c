// The curve between the sections of a rod: through all of them, round where they are on a circle,
// quick. No browser: the module itself.
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { median } from "../support/browser.mjs";

const source = join(dirname(fileURLToPath(import.meta.url)), "../../src/shapes/rod_shape.ts");
const { outputFiles } = await esbuild.build({
  entryPoints: [source], bundle: true, write: false, format: "esm",
});
const { RodShape } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`
);

/// A rod of length 1 that is bent to a part of a circle in the x-y plane, unevenly divided.
function arc(sections, turns, corners = 24) {
  const abscissa = Array.from({ length: sections }, (_, i) => {
    const even = i / (sections - 1);
    return even + 0.1 * Math.sin(2 * Math.PI * even) / (2 * Math.PI);
  });
  const curvature = 2 * Math.PI * turns;
  const outline = Array.from({ length: corners }, (_, c) => {
    const [y, z] = [Math.cos((2 * Math.PI * c) / corners), Math.sin((2 * Math.PI * c) / corners)];
    return [y, z, y, z];
  });
  const half = abscissa.map(() => 0.01);
  const rod = { body: 0, first: 2, abscissa, half_y: half, half_z: half, outline };
  // two sections of somebody else before
  const position = [9, 9, 9, 9, 9, 9];
  const rotation = [1, 0, 0, 0, 1, 0, 0, 0];
  abscissa.forEach((s, i) => {
    const angle = curvature * s;
    position.push(Math.sin(angle) / curvature, (1 - Math.cos(angle)) / curvature, 0);
    // either sign is the same turn
    const sign = i % 2 === 0 ? 1 : -1;
    rotation.push(sign * Math.cos(angle / 2), 0, 0, sign * Math.sin(angle / 2));
  });
  const pose = {
    section_position: Float32Array.from(position),
    section_rotation: Float32Array.from(rotation),
  };
  return { rod, pose, radius: 1 / curvature };
}

function written({ rod, pose }) {
  const shape = new RodShape(rod);
  const positions = new Float32Array(3 * shape.vertices);
  const normals = new Float32Array(3 * shape.vertices);
  assert.ok(shape.write(pose, positions, normals));
  return { shape, positions, normals };
}

test("the curve goes through the sections", () => {
  for (const sections of [2, 3, 4, 9]) {
    const bent = arc(sections, 0.3);
    const { shape } = written(bent);
    assert.equal(shape.rings, 3 * (sections - 1) + 1);
    for (let i = 0; i < 3 * sections; ++i) {
      const drawn = shape.curve.positions[9 * Math.floor(i / 3) + (i % 3)];
      assert.equal(drawn, bent.pose.section_position[6 + i]);
    }
  }
});

test("a circle looks round", () => {
  const error = (sections) => {
    const bent = arc(sections, 1);
    const { curve } = written(bent).shape;
    let worst = 0;
    for (let i = 0; i < curve.count; ++i) {
      const [x, y] = curve.positions.subarray(3 * i);
      worst = Math.max(worst, Math.abs(Math.hypot(x, y - bent.radius) / bent.radius - 1));
    }
    return worst;
  };
  // a polygon of 16 sides is off by 2 % of the radius
  assert.ok(error(17) < 0.0015, `${error(17)}`); // measured 0.00102
  assert.ok(error(17) / error(33) > 12, `${error(17)} to ${error(33)}`); // fourth order: 15.4
});

test("normals stand on the surface", () => {
  const { shape, positions, normals } = written(arc(33, 1));
  const { ring, rings, curve } = shape;
  for (let i = 0; i < rings * ring; ++i) {
    const centre = 3 * Math.floor(i / ring);
    let [along, length] = [0, 0];
    for (let k = 0; k < 3; ++k) {
      along += normals[3 * i + k] * (positions[3 * i + k] - curve.positions[centre + k]);
      length += normals[3 * i + k] ** 2;
    }
    assert.ok(Math.abs(along / 0.01 - 1) < 1e-4 && Math.abs(length - 1) < 1e-5);
  }
});

test("eight rods of forty sections take little time", (t) => {
  const bent = arc(40, 1);
  const { shape, positions, normals } = written(bent);
  const times = Array.from({ length: 200 }, () => {
    const start = performance.now();
    for (let rod = 0; rod < 8; ++rod) shape.write(bent.pose, positions, normals);
    return performance.now() - start;
  });
  t.diagnostic(`${median(times).toFixed(2)} ms per frame`);
  assert.ok(median(times) < 3, `${median(times)} ms`); // some three times what it takes
});
