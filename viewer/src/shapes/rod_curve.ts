// A smooth curve through the sections of a rod: places and turns between them, so that strong
// bends look round.
import type { Pose, SceneRod } from "../scene/data";

const pieces = 3; // per interval of two sections

/// How many places the finest curve has.
export function curveLength(rod: SceneRod): number {
  return pieces * (rod.abscissa.length - 1) + 1;
}

/// Cubic between sections, through all of them (Catmull-Rom for any spacing): a place is a weighted
/// sum of four sections.
export class RodCurve {
  readonly count: number;
  readonly sections: Int32Array; // the one at or before each place, counted from the rod's first
  readonly shares: Float32Array; // of the way to the next one
  readonly positions: Float32Array; // (count x 3), by update
  readonly rotations: Float32Array; // (count x 4), by update
  private readonly sources: Int32Array; // (count x 4) sections in the channels
  private readonly weights: Float64Array; // (count x 4) of them
  private readonly first: number;

  /// `places` are some of the numbers below curveLength.
  constructor({ abscissa, first }: SceneRod, places: number[]) {
    this.first = first;
    this.count = places.length;
    this.sections = Int32Array.from(places, (place) => Math.floor(place / pieces));
    this.shares = Float32Array.from(places, (place) => (place % pieces) / pieces);
    this.positions = new Float32Array(3 * this.count);
    this.rotations = new Float32Array(4 * this.count);
    this.sources = new Int32Array(4 * this.count);
    this.weights = new Float64Array(4 * this.count);
    const last = abscissa.length - 1;
    for (let i = 0; i < this.count; ++i) {
      const section = this.sections[i]!;
      const start = Math.max(0, Math.min(section - 1, last - 3));
      const weights = cubicWeights(abscissa, section, this.shares[i]!);
      for (let k = 0; k < 4; ++k) {
        this.sources[4 * i + k] = first + Math.min(start + k, last);
        this.weights[4 * i + k] = weights.get(start + k) ?? 0;
      }
    }
  }

  update(pose: Pose): void {
    for (let i = 0; i < this.count; ++i) {
      this.place(pose.section_position, i);
      this.turn(pose.section_rotation, i);
    }
  }

  private place(from: Float32Array, i: number) {
    const { sources, weights, positions } = this;
    for (let k = 0; k < 3; ++k) {
      let sum = 0;
      for (let j = 4 * i; j < 4 * i + 4; ++j) sum += weights[j]! * from[3 * sources[j]! + k]!;
      positions[3 * i + k] = sum;
    }
  }

  /// Linear on the shorter way, then normalised.
  private turn(from: Float32Array, i: number) {
    const share = this.shares[i]!;
    const a = 4 * (this.first + this.sections[i]!);
    const b = share > 0 ? a + 4 : a;
    let dot = 0;
    for (let k = 0; k < 4; ++k) dot += from[a + k]! * from[b + k]!;
    const other = dot < 0 ? -share : share;
    let square = 0;
    for (let k = 0; k < 4; ++k) {
      const q = (1 - share) * from[a + k]! + other * from[b + k]!;
      this.rotations[4 * i + k] = q;
      square += q * q;
    }
    const scale = 1 / Math.sqrt(square);
    for (let k = 0; k < 4; ++k) this.rotations[4 * i + k]! *= scale;
  }
}

type Weights = Map<number, number>; // of sections

function add(weights: Weights, section: number, weight: number) {
  weights.set(section, (weights.get(section) ?? 0) + weight);
}

/// Hermite between two sections.
function cubicWeights(s: number[], section: number, t: number): Weights {
  const weights: Weights = new Map();
  if (t === 0) return weights.set(section, 1);
  const step = s[section + 1]! - s[section]!;
  add(weights, section, (1 + 2 * t) * (1 - t) ** 2);
  add(weights, section + 1, t * t * (3 - 2 * t));
  addSlope(weights, s, section, step * t * (1 - t) ** 2);
  addSlope(weights, s, section + 1, step * t * t * (t - 1));
  const sum = [...weights.values()].reduce((a, b) => a + b, 0);
  // sections at one place have no slope
  return Number.isFinite(sum) ? weights : new Map([[section, 1 - t], [section + 1, t]]);
}

/// Adds `factor` times the slope at a section of the parabola through it and its neighbours.
function addSlope(weights: Weights, s: number[], at: number, factor: number) {
  const first = Math.max(0, Math.min(at - 1, s.length - 3));
  const nodes = [first, first + 1, first + 2].filter((i) => i < s.length);
  for (const i of nodes) {
    // derivative of the Lagrange polynomial of node i
    const others = nodes.filter((j) => j !== i);
    const below = others.reduce((product, j) => product * (s[i]! - s[j]!), 1);
    const above = others.reduce((sum, j) => {
      const rest = others.filter((k) => k !== j);
      return sum + rest.reduce((product, k) => product * (s[at]! - s[k]!), 1);
    }, 0);
    add(weights, i, (factor * above) / below);
  }
}
