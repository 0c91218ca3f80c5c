// Rods as meshes whose vertices are written in place.
import {
  BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, Mesh, MeshStandardMaterial,
} from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { rodColour } from "../scene/colour";
import type { Pose, SceneData, SceneRod } from "../scene/data";
import { type Paint, type Part, type Setting, disposeTree, rodPaint } from "../scene/part";
import { FatLines, onceOnly } from "./fat_lines";
import { RodShape } from "./rod_shape";

export const threadWidth = 1.5; // pixels

/// Rods of a very small section would vanish: a thread inside keeps them in sight.
export function isThread(rod: SceneRod, size: number): boolean {
  return Math.max(...rod.half_y, ...rod.half_z, 0) < 0.002 * size;
}

/// A thread for a rod that may be translucent.
function thread(shape: RodShape, { opacity, transparent }: MeshStandardMaterial): FatLines {
  const once = transparent ? { opacity, ...onceOnly(127) } : {};
  const material = new LineMaterial({ linewidth: threadWidth, vertexColors: true, ...once });
  return new FatLines(Math.max(shape.rings - 1, 0), material);
}

export class RodMesh {
  readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly shape: RodShape;
  private readonly positions: BufferAttribute;
  private readonly normals: BufferAttribute;
  private readonly colours: BufferAttribute;
  private readonly thread: FatLines | null;

  constructor(
    readonly rod: SceneRod,
    material: MeshStandardMaterial,
    size: number,
  ) {
    this.shape = new RodShape(rod);
    const dynamic = () => {
      const attribute = new BufferAttribute(new Float32Array(3 * this.shape.vertices), 3);
      return attribute.setUsage(DynamicDrawUsage);
    };
    this.positions = dynamic();
    this.normals = dynamic();
    this.colours = dynamic();
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", this.positions);
    geometry.setAttribute("normal", this.normals);
    geometry.setAttribute("color", this.colours);
    geometry.setIndex(new BufferAttribute(triangles(this.shape), 1));
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = true;
    this.thread = isThread(rod, size) ? thread(this.shape, material) : null;
    if (this.thread) this.mesh.add(this.thread.object);
  }

  update(pose: Pose, paint: Paint | null): void {
    const positions = this.positions.array as Float32Array;
    this.mesh.visible = this.shape.write(pose, positions, this.normals.array as Float32Array);
    if (!this.mesh.visible) return;
    this.positions.needsUpdate = true;
    this.normals.needsUpdate = true;
    if (this.thread) this.updateThread(this.thread, pose, paint);
    if (!paint) return;
    writeColours(this.shape, pose, paint, this.colours.array as Float32Array);
    this.colours.needsUpdate = true;
  }

  private updateThread(line: FatLines, pose: Pose, paint: Paint | null) {
    line.writePolyline(0, this.shape.curve.positions, 0, this.shape.rings);
    // both ends of every segment
    for (let i = 0; i < 2 * line.segments; ++i) {
      if (paint) writeColour(paint, pose, this.shape, (i + 1) >> 1, line.colours, 3 * i);
      else this.mesh.material.color.toArray(line.colours, 3 * i);
    }
    line.touched();
    line.recoloured();
  }

  /// Where the middle of the end is drawn.
  tip(): [number, number, number] {
    const { tip } = this.shape;
    return [this.positions.getX(tip), this.positions.getY(tip), this.positions.getZ(tip)];
  }
}

function triangles(shape: RodShape): Uint32Array {
  const { quads, ends } = shape;
  const index = new Uint32Array((quads.length / 4) * 6 + ends.length);
  for (let quad = 0; quad * 4 < quads.length; ++quad)
    [0, 1, 2, 0, 2, 3].forEach((k, i) => (index[6 * quad + i] = quads[4 * quad + k]!));
  index.set(ends, (quads.length / 4) * 6);
  return index;
}

/// The colour of a ring, linear RGB at out[at].
export function writeColour(
  paint: Paint, pose: Pose, { first, curve }: RodShape, ring: number, out: Float32Array, at: number,
): void {
  const { min, max, ramp } = paint.scale;
  const values = pose[paint.field];
  const section = first + curve.sections[ring]!;
  const share = curve.shares[ring]!;
  const here = values[section]!;
  const value = share > 0 ? here + share * (values[section + 1]! - here) : here;
  ramp.write((value - min) / (max - min), out, at);
}

/// Every ring in its colour, the ends like their rings.
function writeColours(shape: RodShape, pose: Pose, paint: Paint, out: Float32Array) {
  const fill = (index: number, start: number, count: number) => {
    writeColour(paint, pose, shape, index, out, 3 * start);
    for (let i = start + 1; i < start + count; ++i)
      out.copyWithin(3 * i, 3 * start, 3 * start + 3);
  };
  const { ring, rings } = shape;
  for (let i = 0; i < rings; ++i) fill(i, i * ring, ring);
  fill(0, rings * ring, ring + 1);
  fill(rings - 1, (rings + 1) * ring + 1, ring + 1);
}

/// The colour of every rod of a scene: one per body.
export function rodColours(scene: SceneData): string[] {
  const bodies = [...new Set(scene.header.rods.map((rod) => rod.body))];
  return scene.header.rods.map((rod) => rodColour(bodies.indexOf(rod.body)));
}

export class RodPart implements Part {
  readonly layer = "rods";
  readonly object = new Group();
  readonly rods: RodMesh[];
  private readonly colours: string[];
  private paint: Paint | null = null;

  constructor({ scene, size }: Setting) {
    const colours = rodColours(scene);
    this.colours = colours;
    this.rods = scene.header.rods.map((rod, i) => {
      const material = new MeshStandardMaterial({ color: colours[i], roughness: 0.55 });
      return new RodMesh(rod, material, size);
    });
    for (const rod of this.rods) this.object.add(rod.mesh);
  }

  /// Colours by a field, or by body.
  setPaint(paint: Paint | null): void {
    this.paint = rodPaint(paint);
    this.rods.forEach(({ mesh }, i) => {
      mesh.material.vertexColors = this.paint !== null;
      mesh.material.color.set(this.paint ? "#ffffff" : this.colours[i]!);
      mesh.material.needsUpdate = true;
    });
  }

  update(pose: Pose): void {
    for (const rod of this.rods) rod.update(pose, this.paint);
  }

  dispose(): void {
    disposeTree(this.object);
  }
}
