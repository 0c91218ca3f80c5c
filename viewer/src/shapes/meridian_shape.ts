// The surface of a shell, in the frame of its body: circles around x, joined in turn.
import type { Pose, SceneMeridian } from "../scene/data";

/// Parts of the surface; `disc`: what closes the base, and a capped edge.
export type ShellFace = "outside" | "inside" | "rim" | "disc";

/// A circle of the surface: a ring of the meridian, on the outer (1) or inner (-1) side.
interface Circle {
  ring: number;
  side: 1 | -1;
  centre: boolean; // shrunk to the axis
  normal: "wall" | "edge" | 1 | -1; // of the wall, along the meridian, or along x
}

const usualSides = 72;

/// Vertices: `sides` per circle.
export class MeridianShape {
  readonly circles: Circle[] = [];
  readonly vertices: number;
  readonly quads: Uint32Array; // (n x 4), outside counter-clockwise
  private readonly rings: number[]; // of the meridian that are used
  private readonly weights: Float64Array; // (rings x 3) of the slope
  private readonly slopes: Float64Array; // (rings x 2) unit tangents (x, r), by write
  private readonly cosines: Float64Array;
  private readonly sines: Float64Array;

  constructor(
    readonly meridian: SceneMeridian,
    faces: ShellFace[],
    readonly sides = usualSides,
    mostRings = Infinity,
  ) {
    const count = meridian.abscissa.length;
    const every = Math.max(1, Math.ceil((count - 1) / (mostRings - 1)));
    this.rings = Array.from({ length: count }, (_, i) => i)
      .filter((i) => i % every === 0 || i === count - 1);
    this.weights = slopeWeights(meridian.abscissa);
    this.slopes = new Float64Array(2 * count);
    const turn = (k: number) => (2 * Math.PI * k) / sides;
    this.cosines = Float64Array.from({ length: sides }, (_, k) => Math.cos(turn(k)));
    this.sines = Float64Array.from({ length: sides }, (_, k) => Math.sin(turn(k)));
    const quads: number[] = [];
    if (count > 2) for (const strip of this.strips(faces)) this.addStrip(strip, quads);
    this.vertices = this.circles.length * sides;
    this.quads = Uint32Array.from(quads);
  }

  /// Every strip goes around the wall the same way.
  private strips(faces: ShellFace[]): Circle[][] {
    const { meridian, rings } = this;
    const last = meridian.abscissa.length - 1;
    const forth = meridian.direction < 0 ? -1 : 1;
    const back = forth > 0 ? -1 : 1;
    const wall = (side: 1 | -1) => (ring: number): Circle =>
      ({ ring, side, centre: false, normal: "wall" });
    const disc = (ring: number, side: 1 | -1, normal: 1 | -1, toAxis: boolean) =>
      [!toAxis, toAxis].map((centre): Circle => ({ ring, side, centre, normal }));
    const strips: Circle[][] = [];
    if (faces.includes("outside")) strips.push(rings.map(wall(1)));
    if (faces.includes("inside")) strips.push([...rings].reverse().map(wall(-1)));
    if (faces.includes("rim") && meridian.rim === "open")
      strips.push(([1, -1] as const).map((side) => ({ ...wall(side)(last), normal: "edge" })));
    if (faces.includes("disc")) strips.push(disc(0, 1, back, false), disc(0, -1, forth, true));
    if (faces.includes("disc") && meridian.rim === "capped")
      strips.push(disc(last, 1, forth, true), disc(last, -1, back, false));
    return strips;
  }

  private addStrip(strip: Circle[], quads: number[]) {
    const { sides } = this;
    strip.forEach((circle, i) => {
      const here = this.circles.length * sides;
      this.circles.push(circle);
      if (i + 1 === strip.length) return;
      for (let k = 0; k < sides; ++k) {
        const next = (k + 1) % sides;
        const quad = [here + k, here + next, here + sides + next, here + sides + k];
        quads.push(...(this.meridian.direction < 0 ? quad.reverse() : quad));
      }
    });
  }

  /// Positions and normals in the frame of the body; false where the pose is not finite.
  write(pose: Pose, positions: Float32Array, normals: Float32Array): boolean {
    const { first, direction, half_thickness, rim } = this.meridian;
    const places = pose.ring_place.subarray(2 * first);
    this.setSlopes(places);
    const pole = rim === "pole" ? half_thickness.length - 1 : -1;
    let sum = 0;
    this.circles.forEach(({ ring, side, centre, normal }, i) => {
      const [tx, tr] = [this.slopes[2 * ring]!, this.slopes[2 * ring + 1]!];
      // away from the axis where the wall is a cylinder
      const outX = ring === pole ? direction : -direction * tr;
      const outR = ring === pole ? 0 : direction * tx;
      const shift = side * half_thickness[ring]!;
      const x = places[2 * ring]! + shift * outX;
      const r = centre ? 0 : Math.max(places[2 * ring + 1]! + shift * outR, 0);
      let [nx, nr] = [side * outX, side * outR];
      if (normal === "edge") [nx, nr] = [tx, tr];
      else if (normal !== "wall") [nx, nr] = [normal, 0];
      this.writeCircle(i, x, r, nx, nr, positions, normals);
      sum += x + r + nx + nr;
    });
    return this.vertices > 0 && Number.isFinite(sum);
  }

  private writeCircle(
    i: number, x: number, r: number, nx: number, nr: number, positions: Float32Array,
    normals: Float32Array,
  ) {
    const { sides, cosines, sines } = this;
    for (let k = 0, at = 3 * i * sides; k < sides; ++k, at += 3) {
      positions[at] = x;
      positions[at + 1] = r * cosines[k]!;
      positions[at + 2] = r * sines[k]!;
      normals[at] = nx;
      normals[at + 1] = nr * cosines[k]!;
      normals[at + 2] = nr * sines[k]!;
    }
  }

  private setSlopes(places: Float32Array) {
    const { slopes, weights } = this;
    const count = slopes.length / 2;
    for (let ring = 0; ring < count; ++ring) {
      const start = 2 * (middleOf(ring, count) - 1);
      let [x, r] = [0, 0];
      for (let k = 0; k < 3; ++k) {
        x += weights[3 * ring + k]! * places[start + 2 * k]!;
        r += weights[3 * ring + k]! * places[start + 2 * k + 1]!;
      }
      const length = Math.hypot(x, r);
      slopes[2 * ring] = length === 0 ? 1 : x / length;
      slopes[2 * ring + 1] = length === 0 ? 0 : r / length;
    }
  }
}

/// The middle of the three rings whose parabola has the slope at a ring.
function middleOf(ring: number, count: number): number {
  return Math.min(Math.max(ring, 1), Math.max(count - 2, 1));
}

function slopeWeights(abscissa: number[]): Float64Array {
  const count = abscissa.length;
  const weights = new Float64Array(3 * count);
  if (count < 3) return weights;
  for (let ring = 0; ring < count; ++ring) {
    const start = middleOf(ring, count) - 1;
    for (let k = 0; k < 3; ++k) {
      // derivative of the Lagrange polynomial of one of them
      const at = (i: number) => abscissa[start + (i % 3)]!;
      weights[3 * ring + k] = (2 * abscissa[ring]! - at(k + 1) - at(k + 2)) /
        ((at(k) - at(k + 1)) * (at(k) - at(k + 2)));
    }
  }
  return weights;
}
