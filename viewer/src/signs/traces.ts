// Paths of points: the whole way pale, the way up to the shown frame strong.
import { Group, Mesh, MeshStandardMaterial, SphereGeometry } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { traceColours } from "../scene/colour";
import type { Pose, SceneData } from "../scene/data";
import { type Part, type Setting, disposeTree } from "../scene/part";
import { FatLines, onceOnly } from "../shapes/fat_lines";

const liveLength = 4000; // points

export function traceColour(point: number): string {
  return traceColours[point % traceColours.length]!;
}

class Trace {
  readonly group = new Group();
  private readonly past: FatLines;
  private readonly pale: FatLines | null; // the whole way; unknown in a live run
  private readonly ball: Mesh<SphereGeometry, MeshStandardMaterial>;
  private readonly path: Float32Array; // points of the way
  private readonly here = new Float32Array(3);
  private readonly ends = new Float32Array(6); // of the segment that is cut
  private known = 0; // points of a live trace
  private first = -1; // frame where the shown way starts
  private mended = -1; // segment that ends at the shown point

  constructor(
    private readonly scene: SceneData,
    readonly point: number,
    private readonly size: number,
  ) {
    const color = traceColour(point);
    const points = scene.live ? liveLength : scene.span(0)[1] + 1;
    this.path = new Float32Array(3 * points);
    this.past = new FatLines(points - 1, new LineMaterial({ color, linewidth: 2 }));
    this.ball = new Mesh(
      new SphereGeometry(0.007 * size, 16, 12),
      new MeshStandardMaterial({ color, roughness: 0.6 }),
    );
    const once = onceOnly(2 + (point % 100));
    const faint = new LineMaterial({ color, linewidth: 1.5, opacity: 0.35, ...once });
    this.pale = scene.live ? null : new FatLines(points - 1, faint);
    this.group.add(this.past.object, this.ball);
    if (this.pale) this.group.add(this.pale.object);
  }

  update(pose: Pose, frame: number): void {
    for (let k = 0; k < 3; ++k) this.here[k] = pose.point_position[3 * this.point + k] ?? NaN;
    this.ball.position.fromArray(this.here);
    this.ball.visible = Number.isFinite(this.here[0]! + this.here[1]! + this.here[2]!);
    if (this.scene.live) this.grow();
    else this.follow(frame);
  }

  /// A stored run: the way of its span, cut at the shown point.
  private follow(frame: number) {
    const [first, last] = this.scene.span(frame);
    if (first !== this.first) this.load(first, last);
    const segment = Math.min(Math.floor(frame) - first, last - first - 1);
    if (this.mended >= 0) this.past.writePolyline(this.mended, this.path, this.mended, 2);
    this.mended = segment;
    if (segment >= 0) {
      for (let k = 0; k < 3; ++k) {
        this.ends[k] = this.path[3 * segment + k]!;
        this.ends[3 + k] = this.here[k]!;
      }
      this.past.writePolyline(segment, this.ends, 0, 2);
    }
    this.past.limit(segment + 1);
    this.past.touched();
  }

  private load(first: number, last: number) {
    const places = this.scene.channel("point_position");
    const stride = 3 * this.scene.count("point_position");
    for (let i = 0; i <= last - first; ++i)
      for (let k = 0; k < 3; ++k)
        this.path[3 * i + k] = places[(first + i) * stride + 3 * this.point + k] ?? NaN;
    this.first = first;
    this.mended = -1;
    this.past.writePolyline(0, this.path, 0, last - first + 1);
    this.pale?.writePolyline(0, this.path, 0, last - first + 1);
    this.pale?.touched();
  }

  /// A live run: one more point where it has moved on; the oldest half goes when it is full.
  private grow() {
    if (!this.ball.visible) return;
    const last = 3 * (this.known - 1);
    const step = this.known > 0
      ? Math.hypot(...[0, 1, 2].map((k) => this.here[k]! - this.path[last + k]!))
      : Infinity;
    if (step < 5e-4 * this.size) return;
    if (this.known === liveLength) {
      this.path.copyWithin(0, 3 * (liveLength / 2));
      this.known = liveLength / 2;
      this.past.writePolyline(0, this.path, 0, this.known);
    }
    this.path.set(this.here, 3 * this.known++);
    if (this.known > 1) this.past.writePolyline(this.known - 2, this.path, this.known - 2, 2);
    this.past.limit(this.known - 1);
    this.past.touched();
  }

  /// Goes on where the trace of the same point in an earlier part has come to.
  inherit(earlier: Trace): void {
    this.path.set(earlier.path.subarray(0, 3 * earlier.known));
    this.known = earlier.known;
    this.past.writePolyline(0, this.path, 0, this.known);
    this.past.limit(this.known - 1);
    this.past.touched();
  }

  dispose(): void {
    this.past.dispose();
    this.pale?.dispose();
    disposeTree(this.ball);
    this.group.removeFromParent();
  }
}

export class TracePart implements Part {
  readonly layer = "traces";
  readonly object = new Group();
  private traces: Trace[] = [];

  constructor(private readonly setting: Setting) {}

  /// Points that leave a trace; unknown names are left out.
  setNames(names: string[]): void {
    for (const trace of this.traces) trace.dispose();
    const { scene, size } = this.setting;
    const points = names
      .map((name) => scene.header.points.findIndex((point) => point.name === name))
      .filter((point) => point >= 0);
    this.traces = [...new Set(points)].map((point) => new Trace(scene, point, size));
    for (const trace of this.traces) this.object.add(trace.group);
  }

  /// A live run is not stored: a new part takes over what the one before has drawn of it.
  inherit(earlier: TracePart): void {
    const { scene } = this.setting;
    if (!scene.live || earlier.setting.scene !== scene) return;
    for (const trace of this.traces) {
      const before = earlier.traces.find(({ point }) => point === trace.point);
      if (before) trace.inherit(before);
    }
  }

  names(): string[] {
    return this.points().map((point) => this.setting.scene.header.points[point]!.name);
  }

  points(): number[] {
    return this.traces.map((trace) => trace.point);
  }

  update(pose: Pose, frame: number): void {
    for (const trace of this.traces) trace.update(pose, frame);
  }

  dispose(): void {
    this.setNames([]);
    this.object.removeFromParent();
  }
}
