// Shells as walls that one looks through from outside: into them, and out of their openings.
import {
  BufferAttribute, BufferGeometry, DynamicDrawUsage, type Group, Mesh, MeshStandardMaterial,
} from "three";
import { rodColour, solidColour } from "../scene/colour";
import type { Pose, SceneData, SceneMeridian } from "../scene/data";
import { BodyNodes, type Paint, type Part, type Setting, disposeTree, shellPaint } from "../scene/part";
import { MeridianShape, type ShellFace } from "./meridian_shape";

const throughWall = 0.62; // opacity of the outside

/// Some faces of a shell, in the frame of its body.
export class MeridianMesh {
  readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly shape: MeridianShape;
  private readonly positions: BufferAttribute;
  private readonly normals: BufferAttribute;
  private readonly colours: BufferAttribute;

  constructor(meridian: SceneMeridian, faces: ShellFace[], material: MeshStandardMaterial) {
    this.shape = new MeridianShape(meridian, faces);
    const dynamic = () =>
      new BufferAttribute(new Float32Array(3 * this.shape.vertices), 3)
        .setUsage(DynamicDrawUsage);
    this.positions = dynamic();
    this.normals = dynamic();
    this.colours = dynamic();
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", this.positions);
    geometry.setAttribute("normal", this.normals);
    geometry.setAttribute("color", this.colours);
    geometry.setIndex(new BufferAttribute(triangles(this.shape.quads), 1));
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
  }

  update(pose: Pose, paint: Paint | null): void {
    const { positions, normals, colours, shape, mesh } = this;
    mesh.visible =
      shape.write(pose, positions.array as Float32Array, normals.array as Float32Array);
    if (!mesh.visible) return;
    positions.needsUpdate = true;
    normals.needsUpdate = true;
    if (!paint) return;
    const out = colours.array as Float32Array;
    const width = 3 * shape.sides;
    shape.circles.forEach(({ ring }, i) => {
      const start = width * i;
      writeRingColour(paint, pose, shape.meridian, ring, out, start);
      for (let at = 3; at < width; at += 3) out.copyWithin(start + at, start, start + 3);
    });
    colours.needsUpdate = true;
  }
}

function triangles(quads: Uint32Array): Uint32Array {
  const index = new Uint32Array((quads.length / 4) * 6);
  for (let quad = 0; quad * 4 < quads.length; ++quad)
    [0, 1, 2, 0, 2, 3].forEach((k, i) => (index[6 * quad + i] = quads[4 * quad + k]!));
  return index;
}

/// The colour of a ring, linear RGB at out[at].
export function writeRingColour(
  { field, scale: { min, max, ramp } }: Paint, pose: Pose, { first }: SceneMeridian, ring: number,
  out: Float32Array, at: number,
): void {
  ramp.write((pose[field][first + ring]! - min) / (max - min), out, at);
}

/// The colour of every shell of a scene: one per body, behind those of rods.
export function meridianColours({ header }: SceneData): string[] {
  const rods = new Set(header.rods.map(({ body }) => body)).size;
  return header.meridians.map((_, i) => rodColour(rods + i));
}

export const discColour = solidColour(0);

export class MeridianPart implements Part {
  readonly layer = "meridians";
  readonly object: Group;
  readonly walls: MeridianMesh[] = []; // outside and inside of every shell, in turn
  private readonly discs: MeridianMesh[];
  private readonly bodies: BodyNodes;
  private readonly colours: string[];
  private paint: Paint | null = null;

  constructor({ scene }: Setting) {
    this.bodies = new BodyNodes(scene);
    this.object = this.bodies.group;
    this.colours = meridianColours(scene);
    const { meridians } = scene.header;
    const put = (part: MeridianMesh, body: number) => {
      part.mesh.castShadow = true;
      this.bodies.nodes[body]?.add(part.mesh);
      return part;
    };
    meridians.forEach((meridian, i) => {
      const color = this.colours[i]!;
      const inside = new MeshStandardMaterial({ color, roughness: 0.6 });
      const outside = new MeshStandardMaterial({
        color, roughness: 0.45, transparent: true, opacity: throughWall,
      });
      this.walls.push(
        put(new MeridianMesh(meridian, ["outside"], outside), meridian.body),
        put(new MeridianMesh(meridian, ["inside", "rim"], inside), meridian.body),
      );
    });
    this.discs = meridians.map((meridian) => {
      const material = new MeshStandardMaterial({ color: discColour, roughness: 0.6 });
      return put(new MeridianMesh(meridian, ["disc"], material), meridian.body);
    });
  }

  /// Colours by a field, or by body.
  setPaint(paint: Paint | null): void {
    this.paint = shellPaint(paint);
    this.walls.forEach(({ mesh: { material } }, i) => {
      material.vertexColors = this.paint !== null;
      material.color.set(this.paint ? "#ffffff" : this.colours[i >> 1]!);
      material.needsUpdate = true;
    });
  }

  update(pose: Pose): void {
    this.bodies.update(pose);
    for (const wall of this.walls) wall.update(pose, this.paint);
    for (const disc of this.discs) disc.update(pose, null);
  }

  dispose(): void {
    disposeTree(this.object);
  }
}
