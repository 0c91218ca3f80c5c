// What the camera must see: the whole run, or the robot around a body that it goes with.
import { Quaternion, Vector3 } from "three";
import { ArrowScale } from "../signs/arrows";
import { jetOf } from "../signs/jets";
import { setQuaternion } from "./bounds";
import type { Sizes } from "./cast";
import type { ArrowKind, Pose, SceneData } from "./data";

/// Points to be seen, and lengths that the eye goes by.
export interface Subject {
  points: Float32Array; // (n x 3)
  size: number; // of what is framed
  run: number;
}

export class Framing {
  private scene!: SceneData;
  private sizes!: Sizes;
  private body: number | null = null;
  private readonly place = new Vector3(NaN, NaN, NaN);
  private readonly kept = new Map<number | null, Float32Array>();

  setScene(scene: SceneData, sizes: Sizes): void {
    if (scene !== this.scene) this.place.setScalar(NaN);
    [this.scene, this.sizes] = [scene, sizes];
    if (this.body !== null && !scene.header.bodies[this.body]) this.body = null;
    this.kept.clear();
  }

  get followed(): number | null {
    return this.body;
  }

  /// Where the body is that the camera goes with; null for none.
  follow(body: number | null, pose: Pose): Vector3 | null {
    this.body = body !== null && this.scene.header.bodies[body] ? body : null;
    this.place.setScalar(NaN);
    this.track(pose);
    return isFinite(this.place) ? this.place : null;
  }

  /// How far the body has gone since the last time.
  track(pose: Pose): Vector3 {
    const step = new Vector3();
    if (this.body === null) return step;
    const at = new Vector3().fromArray(pose.body_position, 3 * this.body);
    if (!isFinite(at)) return step;
    if (isFinite(this.place)) step.copy(at).sub(this.place);
    this.place.copy(at);
    return step;
  }

  subject(): Subject {
    const { run, robot } = this.sizes;
    const { body, place } = this;
    if (body === null || !isFinite(place)) return { points: this.points(null), size: run, run };
    const points = this.points(body).map((x, i) => x + place.getComponent(i % 3));
    return { points, size: robot, run };
  }

  /// Relative to the body; a live scene has new ones every time.
  private points(body: number | null): Float32Array {
    const known = this.kept.get(body);
    if (known && !this.scene.live) return known;
    const points = Float32Array.from([...this.bodies(body), ...this.arrows(body)]);
    this.kept.set(body, points);
    return points;
  }

  private bodies(body: number | null): Iterable<number> {
    const { points, steps } = this.scene.cloud();
    if (body === null) return points;
    const result: number[] = [];
    let at = 0;
    for (const { frame, end } of steps) {
      const origin = this.placeOf(body, frame);
      const known = isFinite(origin);
      for (; at < end; ++at) if (known) result.push(points[at]! - origin.getComponent(at % 3));
    }
    return result;
  }

  private placeOf(body: number, frame: number): Vector3 {
    const places = this.scene.channel("body_position");
    return new Vector3().fromArray(places, 3 * (frame * this.scene.count("body_position") + body));
  }

  /// Which way a jet looks.
  private opening(fitting: number, frame: number): Vector3 {
    const turns = this.scene.channel("fitting_rotation");
    const at = 4 * (frame * this.scene.count("fitting_rotation") + fitting);
    return new Vector3(1, 0, 0).applyQuaternion(setQuaternion(new Quaternion(), turns, at));
  }

  /// Both ends of all arrows as they are drawn, and the rings of moments.
  private arrows(body: number | null): number[] {
    const { header, frames } = this.scene;
    const count = header.arrows.length;
    const scale = new ArrowScale(this.scene, this.sizes.robot);
    const [places, vectors] = [
      this.scene.channel("arrow_position"), this.scene.channel("arrow_vector"),
    ];
    const result: number[] = [];
    const stride = Math.max(1, Math.ceil((frames * count) / mostArrows));
    for (let frame = 0; frame < frames; frame += stride) {
      const origin = body === null ? new Vector3() : this.placeOf(body, frame);
      for (let i = 0; i < count; ++i) {
        const tail = new Vector3().fromArray(places, 3 * (frame * count + i)).sub(origin);
        const vector = new Vector3().fromArray(vectors, 3 * (frame * count + i));
        const length = scale.length(i, vector.length());
        if (!(length > 0) || !isFinite(tail)) continue;
        vector.setLength(length);
        // a jet goes out of its opening or comes from there: against the force or along it
        const fitting = jetOf(header, i);
        if (fitting >= 0) vector.copy(this.opening(fitting, frame)).multiplyScalar(length);
        for (const point of outline(tail, vector, header.arrows[i]!.kind)) result.push(...point);
      }
    }
    return result;
  }
}

const mostArrows = 5000;

function isFinite({ x, y, z }: Vector3): boolean {
  return Number.isFinite(x + y + z);
}

function outline(tail: Vector3, vector: Vector3, kind: ArrowKind): Vector3[] {
  const ends = [tail, tail.clone().add(vector)];
  if (kind !== "moment") return ends;
  const length = vector.length();
  const axis = vector.clone().divideScalar(length);
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), axis);
  const ring = [[1, 0], [0, 1], [-1, 0], [0, -1]].map(([x, y]) =>
    new Vector3(x, y, 0).multiplyScalar(0.3 * length).applyQuaternion(turn)
      .add(tail).addScaledVector(vector, 0.4));
  return [...ends, ...ring];
}
