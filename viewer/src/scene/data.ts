// A scene in memory: numbers of all frames, and poses between frames.
import { isStored, readDoubles, readFloats, readIndices } from "../format/arrays";
import { type ArrowKind, type ChannelName, channelNames, type SceneHeader } from "../format/shared";
import { type Bounds, type Cloud, RunningBounds, pointCloud } from "./bounds";

export type * from "../format/shared";
export type { Bounds } from "./bounds";

/// What rods and shells can be coloured by.
export type ColourField =
  | "body"
  | Extract<ChannelName, "curvature" | "torsion" | "stretch" | "speed" | "hoop_strain">;

/// All channels at one instant.
export type Pose = Record<ChannelName, Float32Array>;

/// The triangles of a mesh.
export interface MeshData {
  positions: Float32Array;
  normals: Float32Array;
  triangles: Uint32Array;
}

const usualShare = 0.95; // of the contact forces, which shocks may exceed
const shock = 3; // times that

export class SceneData {
  readonly axis: Float64Array;
  readonly frames: number;
  /// No stored frames: they come one by one.
  readonly live: boolean;
  /// Up is z or, -1, against it.
  readonly up: 1 | -1;
  /// Which arrows are contacts, in the order of their states.
  readonly contactArrows: number[];

  private readonly channels = new Map<ChannelName, Float32Array>();
  private readonly meshes = new Map<number, MeshData>();
  private readonly ranges = new Map<ChannelName, [number, number]>();
  private readonly livePose: Pose | null;
  private readonly liveBounds = new RunningBounds();
  private statesSeen: Set<number> | null = null;
  private currentSeen: [number, number] | null = null;
  private cloudOfRun: Cloud | null = null;
  private reach: number | null = null;
  private readonly shared: Pose;

  constructor(
    readonly header: SceneHeader,
    private readonly blob: ArrayBuffer,
  ) {
    const positions = header.channels.body_position;
    this.live = header.frames < 1 || !isStored(blob, positions?.values);
    this.frames = this.live ? 1 : header.frames;
    const values = header.axis.values;
    this.axis = !this.live && values ? readDoubles(blob, values) : new Float64Array(this.frames);
    this.livePose = this.live ? this.emptyPose() : null;
    this.shared = this.emptyPose();
    this.up = header.up[2] < 0 ? -1 : 1;
    this.contactArrows = header.arrows.flatMap(({ kind }, i) => (kind === "contact" ? [i] : []));
  }

  count(name: ChannelName): number {
    return this.header.channels[name]?.count ?? 0;
  }

  width(name: ChannelName): number {
    return this.header.channels[name]?.width ?? 1;
  }

  /// Numbers of a channel, (frames x count x width).
  channel(name: ChannelName): Float32Array {
    if (this.livePose) return this.livePose[name];
    let values = this.channels.get(name);
    if (!values) {
      const reference = this.header.channels[name]?.values;
      const length = this.frames * this.count(name) * this.width(name);
      values = reference ? readFloats(this.blob, reference) : new Float32Array(0);
      if (values.length < length) values = new Float32Array(length).fill(NaN);
      this.channels.set(name, values);
    }
    return values;
  }

  mesh(index: number): MeshData {
    let mesh = this.meshes.get(index);
    if (!mesh) {
      const source = this.header.meshes[index];
      mesh = {
        positions: source ? readFloats(this.blob, source.positions) : new Float32Array(0),
        normals: source ? readFloats(this.blob, source.normals) : new Float32Array(0),
        triangles: source ? readIndices(this.blob, source.triangles) : new Uint32Array(0),
      };
      this.meshes.set(index, mesh);
    }
    return mesh;
  }

  /// Memory for a pose, not finite: nothing is drawn of it.
  emptyPose(): Pose {
    const pose: Partial<Pose> = {};
    for (const name of channelNames)
      pose[name] = new Float32Array(this.count(name) * this.width(name)).fill(NaN);
    return pose as Pose;
  }

  /// The pose at a fractional frame; the same memory every time unless other is given.
  sample(frame: number, pose: Pose = this.shared): Pose {
    const clamped = Math.min(Math.max(Number.isFinite(frame) ? frame : 0, 0), this.frames - 1);
    const before = Math.floor(clamped);
    for (const name of channelNames) {
      const values = this.channel(name);
      if (name.endsWith("_rotation")) turnBetween(values, before, clamped - before, pose[name]);
      else if (held.has(name)) moveBetween(values, before, 0, pose[name]);
      else moveBetween(values, before, clamped - before, pose[name]);
    }
    if (clamped > before) this.holdContacts(before, pose);
    return pose;
  }

  /// Between a frame that touches and one that does not there is nothing to blend.
  private holdContacts(before: number, pose: Pose) {
    const states = this.channel("contact_state");
    const count = this.contactArrows.length;
    const arrows = this.count("arrow_vector");
    this.contactArrows.forEach((arrow, i) => {
      const [now, next] = [states[before * count + i]!, states[(before + 1) * count + i]!];
      if (now > 0 === next > 0) return;
      for (const name of ["arrow_position", "arrow_vector"] as const) {
        const from = 3 * (before * arrows + arrow);
        pose[name].set(this.channel(name).subarray(from, from + 3), 3 * arrow);
      }
    });
  }

  /// All states of contacts in the run: 0 open, 1 smooth, 2 sticking, 3 sliding.
  contactStates(): Set<number> {
    if (this.statesSeen) return this.statesSeen;
    const seen = new Set<number>();
    for (const state of this.channel("contact_state")) seen.add(Math.round(state));
    if (!this.live) this.statesSeen = seen;
    return seen;
  }

  /// The fractional frame of an axis value; ends beyond the ends.
  frameOf(value: number): number {
    const { axis } = this;
    for (let i = 0; i + 1 < axis.length; ++i) {
      const [from, to] = [axis[i]!, axis[i + 1]!];
      if (value === from) return i;
      if ((from < value && value <= to) || (to <= value && value < from))
        return i + (value - from) / (to - from);
    }
    if (axis.length < 2) return 0;
    const last = axis.length - 1;
    return Math.abs(value - axis[0]!) <= Math.abs(value - axis[last]!) ? 0 : last;
  }

  /// First and last frame of what belongs together with a frame: its mode, or the whole run.
  span(frame: number): [number, number] {
    const modes = this.header.modes?.length ?? 0;
    if (modes === 0 || this.live) return [0, this.frames - 1];
    const each = Math.max(1, Math.floor(this.frames / modes));
    const mode = Math.min(Math.max(Math.floor(frame / each), 0), modes - 1);
    return [mode * each, Math.min((mode + 1) * each, this.frames) - 1];
  }

  /// Smallest and largest finite value over all frames; [0, 0] where there is none.
  range(field: ColourField | "tension"): [number, number] {
    if (field === "body") return [0, 0];
    const known = this.ranges.get(field);
    if (known) return known;
    const range = extremes(this.channel(field));
    // a live scene has seen more than its present frame: setLiveFrame keeps the books
    if (!this.live) this.ranges.set(field, range);
    return range;
  }

  /// Lengths of the arrows of a kind over all frames.
  private arrowSizes(kind: ArrowKind): number[] {
    const vectors = this.channel("arrow_vector");
    const { arrows } = this.header;
    const sizes: number[] = [];
    for (let i = 0; i * 3 + 2 < vectors.length; ++i) {
      if (arrows[i % arrows.length]?.kind !== kind) continue;
      sizes.push(Math.hypot(vectors[3 * i]!, vectors[3 * i + 1]!, vectors[3 * i + 2]!));
    }
    return sizes;
  }

  /// Largest length of an arrow of a kind over all frames.
  largestArrow(kind: ArrowKind): number {
    return this.arrowSizes(kind).reduce((a, b) => (b > a ? b : a), 0); // false for NaN
  }

  /// The contact force from which on arrows do not grow: the largest one, unless it is a shock that
  /// would make all others invisible.
  contactReach(): number {
    if (this.live) return this.largestArrow("contact");
    if (this.reach !== null) return this.reach;
    const largest = this.largestArrow("contact");
    const sizes = Float64Array.from(this.arrowSizes("contact").filter((size) => size > 0)).sort();
    const usual = sizes[Math.floor(usualShare * (sizes.length - 1))] ?? largest;
    this.reach = largest > shock * usual ? usual : largest;
    return this.reach;
  }

  /// Speeds of the current over all places and frames, up to now in a live scene: from, to.
  currentRange(): [number, number] {
    return (this.currentSeen ??= extremes(lengths(this.channel("current_velocity"))));
  }

  /// What encloses everything over all frames; all zero where there is nothing.
  bounds(): Bounds {
    return this.live ? this.liveBounds.box() : this.cloud().bounds;
  }

  /// Points that span the run, for a tight fit of the camera.
  cloud(): Cloud {
    if (this.live) return pointCloud(this);
    this.cloudOfRun ??= pointCloud(this);
    return this.cloudOfRun;
  }

  /// Live: one frame, all channels one after the other in the order of the header.
  setLiveFrame(values: Float32Array): void {
    if (!this.livePose) return;
    let at = 0;
    for (const name of Object.keys(this.header.channels) as ChannelName[]) {
      const target = this.livePose[name];
      if (!target || at + target.length > values.length) return;
      target.set(values.subarray(at, at + target.length));
      at += target.length;
    }
    this.liveBounds.add(pointCloud(this).bounds);
    const speeds = extremes(lengths(this.livePose.current_velocity));
    this.currentSeen = union(this.currentSeen ?? undefined, speeds);
    const seen = (this.statesSeen ??= new Set<number>());
    for (const state of this.livePose.contact_state) seen.add(Math.round(state));
    for (const field of fields)
      this.ranges.set(field, union(this.ranges.get(field), extremes(this.livePose[field])));
  }
}

const fields = ["curvature", "torsion", "stretch", "speed", "tension", "hoop_strain"] as const;

/// Channels that jump: between frames they are what they were.
const held = new Set<ChannelName>(["contact_state", "connection_closed"]);

function lengths(vectors: Float32Array): Float32Array {
  return Float32Array.from({ length: vectors.length / 3 }, (_, i) =>
    Math.hypot(vectors[3 * i]!, vectors[3 * i + 1]!, vectors[3 * i + 2]!));
}

function extremes(values: Float32Array): [number, number] {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? [min, max] : [0, 0];
}

function union(a: [number, number] | undefined, b: [number, number]): [number, number] {
  return a ? [Math.min(a[0], b[0]), Math.max(a[1], b[1])] : b;
}

/// Linear between two frames. A whole frame does not ask its neighbour, which may not be finite.
function moveBetween(values: Float32Array, before: number, w: number, out: Float32Array) {
  const start = before * out.length;
  const step = w > 0 ? out.length : 0;
  for (let i = 0; i < out.length; ++i) {
    const a = values[start + i]!;
    out[i] = step === 0 ? a : a + w * (values[start + step + i]! - a);
  }
}

/// Quaternions: linear on the shorter way, then normalised.
function turnBetween(values: Float32Array, before: number, w: number, out: Float32Array) {
  const start = before * out.length;
  const step = w > 0 ? out.length : 0;
  for (let i = 0; i < out.length; i += 4) {
    const a = start + i;
    const b = a + step;
    let dot = 0;
    for (let k = 0; k < 4; ++k) dot += values[a + k]! * values[b + k]!;
    const other = dot < 0 ? -w : w;
    let square = 0;
    for (let k = 0; k < 4; ++k) {
      const q = step === 0 ? values[a + k]! : (1 - w) * values[a + k]! + other * values[b + k]!;
      out[i + k] = q;
      square += q * q;
    }
    const scale = 1 / Math.sqrt(square); // not finite for a zero quaternion: nothing is drawn
    for (let k = 0; k < 4; ++k) out[i + k] = out[i + k]! * scale;
  }
}
