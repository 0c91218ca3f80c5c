// Exports every model as glTF and reads it with other programs than ours: the validator of the
// standard, and three.js, whose skinned surface must end where the record ends.
//   CUTTLE_RUNS: folder with a folder of results per model, CUTTLE_BINARY: the program
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import validator from "gltf-validator";
import { AnimationMixer, Vector3 } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { folderOf, models, recordIn } from "../support/reports.mjs";

const project = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const program = process.env.CUTTLE_BINARY ?? join(project, "build/release/bin/cuttle");
const runs = process.env.CUTTLE_RUNS ?? join(project, "build/release/runs");
const folder = mkdtempSync(join(tmpdir(), "cuttle_gltf_"));
after(() => rmSync(folder, { recursive: true, force: true }));

function exported(model) {
  const file = join(folder, `${model}.glb`);
  execFileSync(program, ["export", join(runs, model), "--to", "gltf", "-o", file]);
  return readFileSync(file);
}

function load(bytes) {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return new Promise((done, failed) => new GLTFLoader().parse(buffer, "", done, failed));
}

// x, y, z of the world as glTF has them: y up
const turned = ([x, y, z]) => new Vector3(x, z, -y);

/// Distance from a place to the nearest vertex of all skinned meshes, as they are drawn now.
function distanceToSkin(scene, place) {
  let least = Infinity;
  const vertex = new Vector3();
  scene.updateMatrixWorld(true);
  scene.traverse((mesh) => {
    if (!mesh.isSkinnedMesh) return;
    mesh.skeleton.update();
    for (let i = 0; i < mesh.geometry.attributes.position.count; ++i) {
      mesh.getVertexPosition(i, vertex).applyMatrix4(mesh.matrixWorld);
      least = Math.min(least, vertex.distanceTo(place));
    }
  });
  return least;
}

function playTo(gltf, clip, seconds) {
  const mixer = new AnimationMixer(gltf.scene);
  const action = mixer.clipAction(clip);
  action.clampWhenFinished = true;
  action.setLoop(2200 /* LoopOnce */, 1).play();
  mixer.setTime(seconds);
}

/// The widest circle of the skin is half a thickness outside of the widest ring of the record.
function checkShell(gltf, scene, csv) {
  const column = csv.names.findIndex((name) => name.endsWith(".radius_max"));
  if (column < 0 || scene.meridians.length > 1) return;
  const { name } = scene.bodies[scene.meridians[0].body];
  const half = Math.max(...scene.meridians[0].half_thickness);
  for (const row of [csv.rows[0], csv.rows.at(-1)]) {
    playTo(gltf, gltf.animations[0], row === csv.rows[0] ? 0 : gltf.animations[0].duration);
    gltf.scene.updateMatrixWorld(true);
    let widest = 0;
    gltf.scene.traverse((mesh) => {
      if (!mesh.isSkinnedMesh || mesh.name !== name) return;
      mesh.skeleton.update();
      const [place, other] = [new Vector3(), new Vector3()];
      const count = mesh.geometry.attributes.position.count;
      // opposite vertices of a circle
      for (let i = 0; i < count; ++i) {
        const across = i % sides < sides / 2 ? i + sides / 2 : i - sides / 2;
        const width = mesh.getVertexPosition(i, place).distanceTo(mesh.getVertexPosition(across, other));
        widest = Math.max(widest, width / 2);
      }
    });
    assert.ok(Math.abs(widest - row[column] - half) < 0.01 * row[column], `${widest} m, ${row[column]} m recorded`);
  }
  ++shells;
}

/// Probed ends of strips are middles of caps; all of these nets are in the plane of x and z.
function checkNet(gltf, csv) {
  const ends = csv.names.filter((name) => /_(0|last)_x$/.test(name));
  assert.ok(ends.length > 0);
  for (const row of [csv.rows[0], csv.rows.at(-1)]) {
    playTo(gltf, gltf.animations[0], row === csv.rows[0] ? 0 : gltf.animations[0].duration);
    for (const name of ends) {
      const [x, z] = [name, name.replace(/x$/, "y")].map((column) => row[csv.names.indexOf(column)]);
      const distance = distanceToSkin(gltf.scene, turned([x, 0, z]));
      assert.ok(distance < 1e-5, `${name} is ${distance} m off`);
    }
  }
}

const nets = ["caterpillar", "sma_actuator"];
const sides = 48; // of a shell

// how many models had a tip or a radius to compare
let [tips, shells] = [0, 0];

for (const model of models) {
  test(`glTF of ${model}`, async () => {
    const bytes = exported(model);
    const { issues } = await validator.validateBytes(new Uint8Array(bytes));
    assert.deepEqual([issues.numErrors, issues.numWarnings], [0, 0], JSON.stringify(issues.messages.slice(0, 5)));

    const { page: { scene }, csv } = recordIn(folderOf(model));
    const gltf = await load(bytes);
    const drawn = new Set(gltf.parser.json.nodes.map((node) => node.name));
    for (const part of [...scene.rods, ...scene.meridians, ...scene.solids])
      assert.ok(drawn.has(scene.bodies[part.body].name), scene.bodies[part.body].name);
    assert.equal(gltf.animations.length, scene.frames < 2 ? 0 : scene.modes?.length || 1);
    if (scene.study === "dynamics")
      assert.ok(Math.abs(gltf.animations[0].duration - (csv.rows.at(-1)[0] - csv.rows[0][0])) < 1e-4);

    if (scene.meridians.length > 0 && scene.study === "dynamics") checkShell(gltf, scene, csv);
    if (nets.includes(model)) checkNet(gltf, csv);

    // the middle of the last cap is a vertex
    const columns = ["tip.x", "tip.y", "tip.z"].map((name) => csv.names.indexOf(name));
    if (scene.study === "modes" || scene.rods.length === 0 || columns.includes(-1)) return;
    for (const row of [csv.rows[0], csv.rows.at(-1)]) {
      if (gltf.animations.length > 0)
        playTo(gltf, gltf.animations[0], row === csv.rows[0] ? 0 : gltf.animations[0].duration);
      const length = Math.max(...scene.rods.map((rod) => rod.abscissa.at(-1)));
      const place = turned(columns.map((column) => row[column]));
      assert.ok(distanceToSkin(gltf.scene, place) < 1e-5 * length, `the tip is ${distanceToSkin(gltf.scene, place)} m off`);
    }
    ++tips;
  });
}

test("some of them had a tip or a radius to compare", () =>
  assert.ok(tips > 3 && shells > 0, `${tips} and ${shells} models`));
