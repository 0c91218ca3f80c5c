// Where a scene is: a cloud of points over all frames and the box around it.
import { Matrix4, Quaternion, Vector3 } from "three";
import type { Pose, SceneData } from "./scene_data";
import type { Vec3 } from "./scene_format";

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

export function diagonal({ min, max }: Bounds): number {
  return Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
}

const maxFrames = 120;

/// Corners of rods, boxes of solids, cables and points of at most maxFrames frames.
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
    addSolids(scene, pose, boxes, add);
    addTriples(pose.cable_position, add);
    addTriples(pose.point_position, add);
    addTriples(pose.body_position, add);
    frameSize = Math.max(frameSize, diagonal(here.box()));
    all.add(here.box());
    steps.push({ frame, end: points.length });
  }
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

/// The boxes of the meshes of solids, in the frames of the meshes.
function solidBoxes(scene: SceneData): Bounds[] {
  return scene.header.solids.map((solid) => {
    const box = new RunningBounds();
    addTriples(scene.mesh(solid.mesh).positions, (x, y, z) => box.point(x, y, z));
    return box.box();
  });
}

function addSolids(scene: SceneData, pose: Pose, boxes: Bounds[], add: Add) {
  scene.header.solids.forEach((solid, index) => {
    setQuaternion(turn, pose.body_rotation, 4 * solid.body);
    place.fromArray(pose.body_position, 3 * solid.body);
    matrix.compose(place, turn, unit);
    setQuaternion(turn, solid.rotation, 0);
    const { min, max } = boxes[index]!;
    for (let k = 0; k < 8; ++k) {
      corner.set(k & 1 ? max[0] : min[0], k & 2 ? max[1] : min[1], k & 4 ? max[2] : min[2]);
      corner.applyQuaternion(turn).add(place.fromArray(solid.position)).applyMatrix4(matrix);
      add(corner.x, corner.y, corner.z);
    }
  });
}
