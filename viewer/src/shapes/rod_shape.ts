// The surface of a rod: an outline swept along its curve, with flat ends.
import type { Pose, SceneRod } from "../scene/data";
import { RodCurve, curveLength } from "./rod_curve";

/// How much of the outline and of the curve is kept at most.
export interface Detail {
  corners: number;
  rings: number;
}

const full: Detail = { corners: Infinity, rings: Infinity };

/// Every so many items, the first and (of an open row) the last included.
function thinned(count: number, limit: number, closed: boolean): number[] {
  const kept = Math.min(count, Math.max(limit, closed ? 3 : 2));
  const last = closed ? count / kept : (count - 1) / Math.max(kept - 1, 1);
  return Array.from({ length: kept }, (_, i) => Math.round(i * last));
}

/// Vertices: the rings along the curve, then for both ends a ring and its centre.
export class RodShape {
  readonly ring: number; // vertices of a ring
  readonly rings: number;
  readonly vertices: number;
  readonly curve: RodCurve; // a place per ring
  readonly first: number; // section of the rod in the channels
  readonly quads: Uint32Array; // the side, (n x 4)
  readonly ends: Uint32Array; // triangles of the ends, (n x 3)
  private readonly local: Float32Array; // per ring vertex: y, z and the normal, in the section

  constructor(rod: SceneRod, detail: Detail = full) {
    const doubled = rod.outline.length <= 12;
    const corners = thinned(rod.outline.length, doubled ? Infinity : detail.corners, true);
    const places = thinned(curveLength(rod), detail.rings, false);
    this.ring = corners.length;
    this.rings = this.ring > 2 ? places.length : 0;
    this.vertices = this.rings > 0 ? (this.rings + 2) * this.ring + 2 : 0;
    this.first = rod.first;
    this.curve = new RodCurve(rod, places);
    this.local = new Float32Array(this.rings * this.ring * 5);
    for (let i = 0; i < this.rings; ++i)
      for (let c = 0; c < this.ring; ++c)
        this.setLocal(rod, i, rod.outline[corners[c]!]!, 5 * (i * this.ring + c));
    this.quads = this.rings > 0 ? this.sideQuads() : new Uint32Array(0);
    this.ends = this.rings > 0 ? this.endTriangles() : new Uint32Array(0);
  }

  private setLocal(rod: SceneRod, ring: number, corner: SceneRod["outline"][number], at: number) {
    const [y, z, normalY, normalZ] = corner;
    // half widths and their rates, linear between sections
    const section = this.curve.sections[ring]!;
    const share = this.curve.shares[ring]!;
    const between = (value: (i: number) => number) =>
      share > 0 ? (1 - share) * value(section) + share * value(section + 1) : value(section);
    const a = between((i) => rod.half_y[i]!);
    const b = between((i) => rod.half_z[i]!);
    const slopeY = between((i) => slope(rod, rod.half_y, i));
    const slopeZ = between((i) => slope(rod, rod.half_z, i));
    // gradient of the swept outline; the taper tilts it along the rod. A point has the proportions
    // of the sections that shrink to it
    const isPoint = a === 0 && b === 0;
    let ny = normalY * (isPoint ? Math.abs(slopeZ) : b);
    let nz = normalZ * (isPoint ? Math.abs(slopeY) : a);
    let nx = -(ny * y * slopeY + nz * z * slopeZ);
    const size = Math.hypot(nx, ny, nz);
    if (size > 0) [nx, ny, nz] = [nx / size, ny / size, nz / size];
    else [nx, ny, nz] = [0, normalY, normalZ];
    this.local.set([y * a, z * b, nx, ny, nz], at);
  }

  /// Sides between corners at two places; a doubled corner has no side.
  private sides(): [number, number][] {
    const sides: [number, number][] = [];
    const widest = 5 * this.ring * Math.floor(this.rings / 2);
    let area = 0;
    for (let c = 0; c < this.ring; ++c) {
      const next = (c + 1) % this.ring;
      const [p, q] = [widest + 5 * c, widest + 5 * next];
      const [y, z] = [this.local[p]!, this.local[p + 1]!];
      const [y2, z2] = [this.local[q]!, this.local[q + 1]!];
      area += y * z2 - z * y2;
      if (y !== y2 || z !== z2) sides.push([c, next]);
    }
    // outside is counter-clockwise
    return area >= 0 ? sides : sides.map(([c, next]) => [next, c]);
  }

  private sideQuads(): Uint32Array {
    const quads: number[] = [];
    for (let i = 0; i + 1 < this.rings; ++i)
      for (const [c, next] of this.sides()) {
        const [here, there] = [i * this.ring, (i + 1) * this.ring];
        quads.push(here + c, here + next, there + next, there + c);
      }
    return Uint32Array.from(quads);
  }

  private endTriangles(): Uint32Array {
    const triangles: number[] = [];
    const base = this.rings * this.ring;
    const tip = base + this.ring + 1;
    for (const [c, next] of this.sides()) {
      triangles.push(base + this.ring, base + next, base + c);
      triangles.push(tip + this.ring, tip + c, tip + next);
    }
    return Uint32Array.from(triangles);
  }

  /// The vertex in the middle of the end.
  get tip(): number {
    return this.vertices - 1;
  }

  /// Writes positions and normals of a pose; false where the pose is not finite.
  write(pose: Pose, positions: Float32Array, normals: Float32Array): boolean {
    if (this.rings === 0) return false;
    this.curve.update(pose);
    let sum = 0;
    for (let i = 0; i < this.rings; ++i) sum += this.writeRing(i, positions, normals);
    if (!Number.isFinite(sum)) return false;
    this.writeEnd(0, this.rings * this.ring, -1, positions, normals);
    this.writeEnd(this.rings - 1, (this.rings + 1) * this.ring + 1, 1, positions, normals);
    return true;
  }

  private writeRing(i: number, positions: Float32Array, normals: Float32Array): number {
    const { local, curve } = this;
    setColumns(curve.rotations, 4 * i);
    let sum = 0;
    for (let k = 0; k < 3; ++k) {
      const place = curve.positions[3 * i + k]!;
      const x = columns[k]!;
      const y = columns[3 + k]!;
      const z = columns[6 + k]!;
      for (let c = 0; c < this.ring; ++c) {
        const from = 5 * (i * this.ring + c);
        const at = 3 * (i * this.ring + c) + k;
        positions[at] = place + y * local[from]! + z * local[from + 1]!;
        normals[at] = x * local[from + 2]! + y * local[from + 3]! + z * local[from + 4]!;
      }
      sum += place + x + y + z;
    }
    return sum;
  }

  private writeEnd(
    ringIndex: number, start: number, sign: number, positions: Float32Array,
    normals: Float32Array,
  ) {
    const from = 3 * ringIndex * this.ring;
    positions.copyWithin(3 * start, from, from + 3 * this.ring);
    setColumns(this.curve.rotations, 4 * ringIndex);
    for (let k = 0; k < 3; ++k) {
      positions[3 * (start + this.ring) + k] = this.curve.positions[3 * ringIndex + k]!;
      for (let c = 0; c <= this.ring; ++c) normals[3 * (start + c) + k] = sign * columns[k]!;
    }
  }
}

// the axes x, y, z of a section, one after the other: scratch of the functions above
const columns = new Float64Array(9);

function setColumns(q: Float32Array, at: number) {
  const w = q[at]!;
  const x = q[at + 1]!;
  const y = q[at + 2]!;
  const z = q[at + 3]!;
  columns[0] = 1 - 2 * (y * y + z * z);
  columns[1] = 2 * (x * y + w * z);
  columns[2] = 2 * (x * z - w * y);
  columns[3] = 2 * (x * y - w * z);
  columns[4] = 1 - 2 * (x * x + z * z);
  columns[5] = 2 * (y * z + w * x);
  columns[6] = 2 * (x * z + w * y);
  columns[7] = 2 * (y * z - w * x);
  columns[8] = 1 - 2 * (x * x + y * y);
}

/// Rate of a half width along the rod.
function slope(rod: SceneRod, half: number[], i: number): number {
  const before = Math.max(i - 1, 0);
  const after = Math.min(i + 1, rod.abscissa.length - 1);
  const length = rod.abscissa[after]! - rod.abscissa[before]!;
  return length > 0 ? (half[after]! - half[before]!) / length : 0;
}
