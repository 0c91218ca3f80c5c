// Arrows of one kind and colour, however many, in one draw call: their faces are laid out once, and
// every frame puts the corners where they belong. (Instances are drawn one by one where there is no
// graphics card, which takes far longer than moving some thousand corners.)
import {
  BufferAttribute, BufferGeometry, ConeGeometry, CylinderGeometry, DynamicDrawUsage, Group, Mesh,
  type MeshStandardMaterial, Quaternion, TorusGeometry, Vector3,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";

const headLength = 0.036; // of the size
const radius = 0.0042;
const headWidth = 2.6; // of the shaft
const headShift = 0.7; // of its length, from one head to the next
const ringArc = 1.55 * Math.PI;
const ringRadius = 0.26; // of the length
const ringPlace = 0.4;
const manyArrows = 16; // from here on they are slim, and few have rings
const slim = 0.6;
const mostRings = 7;

/// A part of an arrow along z, of unit size. How wide and long it is depends on the arrow.
interface Piece {
  kind: "shaft" | "head" | "ring";
  number: number; // of the head
  places: ArrayLike<number>;
  normals: ArrayLike<number>;
  faces: ArrayLike<number>;
}

/// An arrow as it is drawn.
interface DrawnArrow {
  tail: number[];
  along: number[];
  length: number;
  ringed: boolean; // if it is a moment
}

export class ArrowSet {
  readonly group = new Group();
  private readonly mesh: Mesh<BufferGeometry>;
  private readonly width: number; // of what arrows usually have
  private readonly ringEvery: number;
  private readonly pieces: Piece[];
  private readonly places: BufferAttribute;
  private readonly normals: BufferAttribute;
  private readonly faces: BufferAttribute;
  private readonly corners: number; // of one arrow
  private indices = 0; // of all that are shown
  private offered = 0; // to `add`, in this frame
  private shown: DrawnArrow[] = [];

  /// Moments have two heads and a ring that turns their way.
  constructor(
    moment: boolean,
    private readonly size: number,
    readonly material: MeshStandardMaterial,
    readonly capacity: number,
  ) {
    const many = capacity > manyArrows;
    this.width = many ? slim : 1;
    this.ringEvery = many ? Math.ceil(capacity / mostRings) : 1;
    this.pieces = makePieces(moment, !many);
    const sum = (count: (piece: Piece) => number) =>
      this.pieces.reduce((total, piece) => total + count(piece), 0);
    this.corners = sum(({ places }) => places.length / 3);
    const geometry = new BufferGeometry();
    const values = () =>
      new BufferAttribute(new Float32Array(3 * this.corners * capacity), 3)
        .setUsage(DynamicDrawUsage);
    [this.places, this.normals] = [values(), values()];
    geometry.setAttribute("position", this.places);
    geometry.setAttribute("normal", this.normals);
    this.faces = new BufferAttribute(new Uint32Array(sum(({ faces }) => faces.length) * capacity), 1)
      .setUsage(DynamicDrawUsage);
    geometry.setIndex(this.faces);
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false; // they are where the robot is
    this.mesh.visible = false;
    this.group.add(this.mesh);
  }

  get count(): number {
    return this.shown.length;
  }

  /// What is shown.
  drawn(): DrawnArrow[] {
    return this.shown;
  }

  /// Forgets all arrows.
  clear(): void {
    this.shown = [];
    this.indices = 0;
    this.offered = 0;
  }

  /// One more, from a place along a vector, so long; none where that is nothing.
  add(place: ArrayLike<number>, vector: ArrayLike<number>, index: number, length: number): void {
    // of those offered, not of those drawn: rings must not jump as small arrows come and go
    const ringed = this.offered++ % this.ringEvery === 0;
    tail.fromArray(place as number[], 3 * index);
    if (!(length > 0) || !Number.isFinite(tail.x + tail.y + tail.z)) return;
    if (this.count >= this.capacity) return;
    axes[2].fromArray(vector as number[], 3 * index).normalize();
    turn.setFromUnitVectors(up, axes[2]);
    axes[0].set(1, 0, 0).applyQuaternion(turn);
    axes[1].set(0, 1, 0).applyQuaternion(turn);
    // small arrows shrink as a whole
    const head = Math.min(headLength * this.width * this.size, 0.4 * length);
    const thick = (radius * head) / headLength;
    let corner = this.corners * this.count;
    for (const piece of this.pieces) {
      if (piece.kind === "shaft") this.put(piece, corner, 0, thick, length - 0.9 * head);
      else if (piece.kind === "head") {
        const from = length - head * (1 + headShift * piece.number);
        this.put(piece, corner, from, headWidth * thick, head);
      } else if (ringed) {
        const wide = ringRadius * length;
        this.put(piece, corner, ringPlace * length, wide, wide);
      }
      corner += piece.places.length / 3;
    }
    this.shown.push({ tail: tail.toArray(), along: axes[2].toArray(), length, ringed });
  }

  /// The corners of a piece that begins so far along the arrow.
  private put(piece: Piece, corner: number, from: number, wide: number, long: number): void {
    const [x, y, z] = axes;
    const [places, normals] = [this.places.array, this.normals.array];
    for (let k = 0; k < piece.faces.length; ++k)
      this.faces.array[this.indices++] = corner + piece.faces[k]!;
    const start = origin.copy(tail).addScaledVector(z, from);
    for (let i = 0, at = 3 * corner; i < piece.places.length; i += 3, at += 3) {
      const [a, b] = [wide * piece.places[i]!, wide * piece.places[i + 1]!];
      const c = long * piece.places[i + 2]!;
      places[at] = start.x + a * x.x + b * y.x + c * z.x;
      places[at + 1] = start.y + a * x.y + b * y.y + c * z.y;
      places[at + 2] = start.z + a * x.z + b * y.z + c * z.z;
      // the shader makes them of length 1
      const [k, l] = [long * piece.normals[i]!, long * piece.normals[i + 1]!];
      const m = wide * piece.normals[i + 2]!;
      normals[at] = k * x.x + l * y.x + m * z.x;
      normals[at + 1] = k * x.y + l * y.y + m * z.y;
      normals[at + 2] = k * x.z + l * y.z + m * z.z;
    }
  }

  /// Shows the arrows that were added.
  finish(): void {
    this.mesh.visible = this.count > 0;
    this.mesh.geometry.setDrawRange(0, this.indices);
    const filled = 3 * this.corners * this.count;
    const used = [[this.places, filled], [this.normals, filled], [this.faces, this.indices]] as const;
    for (const [values, count] of used) {
      values.clearUpdateRanges();
      values.addUpdateRange(0, count);
      values.needsUpdate = count > 0;
    }
  }
}

/// Many arrows are thin lines to the eye, and faces cost time.
function makePieces(moment: boolean, fine: boolean): Piece[] {
  const upright = (geometry: BufferGeometry) =>
    geometry.rotateX(Math.PI / 2).translate(0, 0, 0.5);
  const pieces = [
    pieceOf(upright(new CylinderGeometry(1, 1, 1, fine ? 14 : 5, 1, !fine)), "shaft"),
    pieceOf(upright(new ConeGeometry(1, 1, fine ? 22 : 7)), "head"),
  ];
  if (moment) {
    pieces.push({ ...pieces[1]!, number: 1 });
    pieces.push(pieceOf(ring(fine), "ring"));
  }
  return pieces;
}

function pieceOf(geometry: BufferGeometry, kind: Piece["kind"]): Piece {
  const { position, normal } = geometry.attributes;
  return {
    kind, number: 0, places: position!.array, normals: normal!.array,
    faces: geometry.index!.array,
  };
}

/// A ring of radius 1 around z with a head at the end of its arc, along the tangent.
function ring(fine: boolean): BufferGeometry {
  const end = ringArc + 0.12;
  const head = new ConeGeometry(0.24, 0.55, fine ? 20 : 6).rotateZ(end)
    .translate(Math.cos(end), Math.sin(end), 0);
  const [sides, steps] = fine ? [10, 48] : [3, 18];
  return mergeGeometries([new TorusGeometry(1, 0.075, sides, steps, ringArc), head]);
}

const up = new Vector3(0, 0, 1);
const [tail, origin] = [new Vector3(), new Vector3()];
const axes = [new Vector3(), new Vector3(), new Vector3()] as const; // of the arrow, z along it
const turn = new Quaternion();
