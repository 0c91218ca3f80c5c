// Where a scene is: a cloud of points over all frames and the box around it.
import { Matrix4, Quaternion, Vector3 } from "three";
import type { SceneObstacle, SceneSolid, Vec3 } from "../format/shared";
import type { Pose, SceneData } from "./data";

export interface Bounds {
  min: Vec3;
  max: Vec3;
}

export interface Cloud {
  points: Float32Array; // (n x 3)
  bounds: Bounds;
  frameSize: number; // the largest diagonal of one frame
  steps: { frame: number; end: number }[]; // whose points end where
}

/// A box that only grows.
export class RunningBounds {
  private readonly low: Vec3 = [Infinity, Infinity, Infinity];
  private readonly high: Vec3 = [-Infinity, -Infinity, -Infinity];

  point(x: number, y: number, z: number): void {
    if (!Number.isFinite(x + y + z)) return;
    const point = [x, y, z];
    for (let k = 0; k < 3; ++k) {
      this.low[k] = Math.min(this.low[k]!, point[k]!);
      this.high[k] = Math.max(this.high[k]!, point[k]!);
    }
  }

  add(other: Bounds): void {
    if (diagonal(other) === 0) return;
    this.point(...other.min);
    this.point(...other.max);
  }

  box(): Bounds {
    if (!(this.low[0] <= this.high[0])) return { min: [0, 0, 0], max: [0, 0, 0] };
    return { min: [...this.low], max: [...this.high] };
  }
}

export function middleOf({ min, max }: Bounds): Vector3 {
  return new Vector3(...min).add(new Vector3(...max)).multiplyScalar(0.5);
}

export function diagonal({ min, max }: Bounds): number {
  return Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
}

const maxFrames = 120;

/// Corners of rods and shells, boxes of solids, cables and points of at most maxFrames frames.
export function pointCloud(scene: SceneData): Cloud {
  const points: number[] = [];
  const all = new RunningBounds();
  const pose = scene.emptyPose();
  const boxes = solidBoxes(scene);
  const count = Math.min(scene.frames, maxFrames);
  const steps: Cloud["steps"] = [];
  let frameSize = 0;
  for (let i = 0; i < count; ++i) {
    const frame = count > 1 ? Math.round((i * (scene.frames - 1)) / (count - 1)) : 0;
    scene.sample(frame, pose);
    const here = new RunningBounds();
    const add = (x: number, y: number, z: number) => {
      if (!Number.isFinite(x + y + z)) return;
      points.push(x, y, z);
      here.point(x, y, z);
    };
    addRods(scene, pose, add);
    addMeridians(scene, pose, add);
    addSolids(scene, pose, boxes, add);
    addFittings(scene, pose, add);
    addTriples(pose.cable_position, add);
    addTriples(pose.point_position, add);
    addTriples(pose.body_position, add);
    frameSize = Math.max(frameSize, diagonal(here.box()));
    all.add(here.box());
    steps.push({ frame, end: points.length });
  }
  addObstacles(scene, all, points);
  addSurface(scene, all, points);
  // a single point has a place but no size
  if (points.length > 0) all.point(points[0]!, points[1]!, points[2]!);
  return { points: Float32Array.from(points), bounds: all.box(), frameSize, steps };
}

type Add = (x: number, y: number, z: number) => void;

function addTriples(values: Float32Array, add: Add) {
  for (let i = 0; i + 2 < values.length; i += 3) add(values[i]!, values[i + 1]!, values[i + 2]!);
}

const turn = new Quaternion();
const place = new Vector3();
const corner = new Vector3();
const matrix = new Matrix4();
const unit = new Vector3(1, 1, 1);

export function setQuaternion(q: Quaternion, values: ArrayLike<number>, at: number): Quaternion {
  return q.set(values[at + 1]!, values[at + 2]!, values[at + 3]!, values[at]!);
}

/// Four corners around every section.
function addRods(scene: SceneData, pose: Pose, add: Add) {
  for (const rod of scene.header.rods) {
    for (let i = 0; i < rod.abscissa.length; ++i) {
      const section = rod.first + i;
      setQuaternion(turn, pose.section_rotation, 4 * section);
      place.fromArray(pose.section_position, 3 * section);
      for (let side = 0; side < 4; ++side) {
        const sign = side < 2 ? 1 : -1;
        const across = side % 2 === 0;
        corner.set(0, across ? sign * rod.half_y[i]! : 0, across ? 0 : sign * rod.half_z[i]!);
        corner.applyQuaternion(turn).add(place);
        add(corner.x, corner.y, corner.z);
      }
    }
  }
}

const ringStep = 4; // rings of a meridian that count

/// Eight corners around every fourth ring and the last.
function addMeridians(scene: SceneData, pose: Pose, add: Add) {
  for (const { body, first, abscissa } of scene.header.meridians) {
    setQuaternion(turn, pose.body_rotation, 4 * body);
    place.fromArray(pose.body_position, 3 * body);
    const last = abscissa.length - 1;
    for (let i = 0; i <= last; i = i < last ? Math.min(i + ringStep, last) : i + 1) {
      const at = 2 * (first + i);
      for (let side = 0; side < 8; ++side) {
        const [x, r] = [pose.ring_place[at]!, pose.ring_place[at + 1]!];
        const phi = (Math.PI * side) / 4;
        corner.set(x, r * Math.cos(phi), r * Math.sin(phi)).applyQuaternion(turn).add(place);
        add(corner.x, corner.y, corner.z);
      }
    }
  }
}

/// The box of a mesh, in its frame.
export function meshBox(scene: SceneData, mesh: number): Bounds {
  const box = new RunningBounds();
  addTriples(scene.mesh(mesh).positions, (x, y, z) => box.point(x, y, z));
  return box.box();
}

/// The boxes of the meshes of solids, in the frames of the meshes.
function solidBoxes(scene: SceneData): Bounds[] {
  return scene.header.solids.map((solid) => meshBox(scene, solid.mesh));
}

/// Corners of a box that is placed in a frame.
function addBox(
  { min, max }: Bounds, where: Pick<SceneSolid, "position" | "rotation">, frame: Matrix4, add: Add,
) {
  setQuaternion(turn, where.rotation, 0);
  for (let k = 0; k < 8; ++k) {
    corner.set(k & 1 ? max[0] : min[0], k & 2 ? max[1] : min[1], k & 4 ? max[2] : min[2]);
    corner.applyQuaternion(turn).add(place.fromArray(where.position)).applyMatrix4(frame);
    add(corner.x, corner.y, corner.z);
  }
}

function addSolids(scene: SceneData, pose: Pose, boxes: Bounds[], add: Add) {
  scene.header.solids.forEach((solid, index) => {
    setQuaternion(turn, pose.body_rotation, 4 * solid.body);
    place.fromArray(pose.body_position, 3 * solid.body);
    addBox(boxes[index]!, solid, matrix.compose(place, turn, unit), add);
  });
}

function addFittings(scene: SceneData, pose: Pose, add: Add) {
  scene.header.fittings.forEach(({ mesh }, i) => {
    place.fromArray(pose.fitting_position, 3 * i);
    if (mesh < 0) return add(place.x, place.y, place.z);
    setQuaternion(turn, pose.fitting_rotation, 4 * i);
    addBox(meshBox(scene, mesh), atOrigin, matrix.compose(place, turn, unit), add);
  });
}

const atOrigin: Pick<SceneSolid, "position" | "rotation"> = {
  position: [0, 0, 0], rotation: [1, 0, 0, 0],
};

const mostRoom = 3; // times the size of the run, for it and an obstacle together

/// Obstacles belong to the picture unless they are so large or far that the robot would be lost.
/// Of a floor it is the place under the run; other planes have no place of their own.
function addObstacles(scene: SceneData, all: RunningBounds, points: number[]) {
  const run = all.box();
  const limit = mostRoom * diagonal(run);
  for (const obstacle of scene.header.obstacles) {
    const corners: number[] = [];
    const both = new RunningBounds();
    both.add(run);
    const add = (x: number, y: number, z: number) => {
      corners.push(x, y, z);
      both.point(x, y, z);
    };
    if (isFloor(obstacle, scene.up)) add(...underRun(obstacle, run));
    else if (obstacle.mesh < 0) continue;
    else addBox(meshBox(scene, obstacle.mesh), obstacle, matrix.identity(), add);
    if (limit > 0 && diagonal(both.box()) > limit) continue;
    points.push(...corners);
    all.add(both.box());
  }
}

/// The surface of the water over the run, if it is near.
function addSurface(scene: SceneData, all: RunningBounds, points: number[]) {
  const surface = surfaceOf(scene);
  if (!surface) return;
  const run = all.box();
  const both = new RunningBounds();
  both.add(run);
  const middle = underRun(surface, run);
  both.point(...middle);
  if (diagonal(run) > 0 && diagonal(both.box()) > mostRoom * diagonal(run)) return;
  points.push(...middle);
  all.add(both.box());
}

/// The surface of the water as a plane, z its normal; null without one.
export function surfaceOf(scene: SceneData): Pick<SceneSolid, "position" | "rotation"> | null {
  const { water } = scene.header;
  if (!water || water.level === null) return null;
  const up = new Vector3(...water.up).normalize();
  const { x, y, z, w } = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up);
  return { position: up.multiplyScalar(water.level).toArray(), rotation: [w, x, y, z] };
}

/// A plane that is level and solid below.
export function isFloor({ mesh, rotation }: SceneObstacle, up: 1 | -1): boolean {
  return mesh < 0 && up * normalOf(rotation).z > 1 - 1e-6;
}

/// The z axis of a frame.
export function normalOf(rotation: ArrayLike<number>): Vector3 {
  return new Vector3(0, 0, 1).applyQuaternion(setQuaternion(turn, rotation, 0));
}

/// The place of a plane that is nearest to the middle of a run.
export function underRun(
  { position, rotation }: Pick<SceneSolid, "position" | "rotation">, bounds: Bounds,
): Vec3 {
  const normal = normalOf(rotation);
  const middle = middleOf(bounds);
  const height = place.copy(middle).sub(new Vector3(...position)).dot(normal);
  return middle.addScaledVector(normal, -height).toArray();
}
