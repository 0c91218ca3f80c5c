// Forces as straight arrows, moments as arrows with two heads and a ring that turns their way.
import {
  type BufferGeometry, ConeGeometry, CylinderGeometry, GreaterDepth, Group, Mesh,
  MeshStandardMaterial, TorusGeometry, Vector3,
} from "three";
import { type Look, looks } from "./colour";
import { jetArrow, jetColour, jetOf } from "./jets";
import { type Part, type Setting, disposeTree } from "./part";
import type { ArrowKind, Pose, SceneData } from "./scene_data";

const longest = 0.2; // of the size of the scene, for the largest arrow of the run
const hidden = 1e-3; // of the largest

/// Lengths of arrows per unit of their vectors; every kind has its own.
export class ArrowScale {
  private readonly largest: Record<ArrowKind, number>;

  constructor(
    private readonly scene: SceneData,
    private readonly size: number,
  ) {
    this.largest = {
      force: scene.largestArrow("force"),
      moment: scene.largestArrow("moment"),
      contact: scene.contactReach(),
    };
  }

  /// The drawn length of an arrow, 0 where it is not drawn.
  length(arrow: number, magnitude: number): number {
    const kind = this.scene.header.arrows[arrow]?.kind ?? "force";
    // a live run may still grow
    if (this.scene.live && magnitude > this.largest[kind]) this.largest[kind] = magnitude;
    const share = Math.min(magnitude / this.largest[kind], 1);
    return share > hidden ? longest * this.size * share : 0; // also for NaN
  }
}

export const throughOpacity = 0.45;

/// The material of what is seen through the bodies in front of it.
export function shining(color: string): MeshStandardMaterial {
  const material = new MeshStandardMaterial({
    color, roughness: 0.7, transparent: true, opacity: throughOpacity, depthWrite: false,
  });
  material.depthFunc = GreaterDepth;
  return material;
}

/// Thrusters and fins may push from inside of a body.
export function shines({ header }: SceneData, arrow: number): boolean {
  return header.fittings.some(({ name }) => name === header.arrows[arrow]?.name);
}

const headLength = 0.036; // of the size
const radius = 0.0042;
const ringArc = 1.55 * Math.PI;

function ring(material: MeshStandardMaterial): Group {
  const group = new Group();
  const head = new Mesh(new ConeGeometry(0.24, 0.55, 20), material);
  // at the end of the arc, along its tangent
  head.position.set(Math.cos(ringArc + 0.12), Math.sin(ringArc + 0.12), 0);
  head.rotation.z = ringArc + 0.12;
  group.add(new Mesh(new TorusGeometry(1, 0.075, 10, 48, ringArc), material), head);
  return group;
}

/// An arrow along z that can change its length.
export class ArrowMesh {
  readonly group = new Group();
  private readonly shaft: Mesh;
  private readonly heads: Mesh[];
  private readonly ring: Group | null;

  constructor(
    moment: boolean,
    private readonly size: number,
    material: MeshStandardMaterial,
  ) {
    const upright = (geometry: BufferGeometry) =>
      geometry.rotateX(Math.PI / 2).translate(0, 0, 0.5);
    this.shaft = new Mesh(upright(new CylinderGeometry(1, 1, 1, 14)), material);
    this.heads = (moment ? [0, 1] : [0]).map(
      () => new Mesh(upright(new ConeGeometry(1, 1, 22)), material),
    );
    this.ring = moment ? ring(material) : null;
    this.group.add(this.shaft, ...this.heads);
    if (this.ring) this.group.add(this.ring);
  }

  setLength(length: number): void {
    // small arrows shrink as a whole
    const head = Math.min(headLength * this.size, 0.4 * length);
    const thick = (radius * head) / headLength;
    this.shaft.scale.set(thick, thick, length - 0.9 * head);
    this.heads.forEach((mesh, i) => {
      mesh.scale.set(2.6 * thick, 2.6 * thick, head);
      mesh.position.z = length - head * (1 + 0.7 * i);
    });
    if (!this.ring) return;
    this.ring.scale.setScalar(0.26 * length);
    this.ring.position.z = 0.4 * length;
  }

  get material(): Mesh["material"] {
    return this.shaft.material;
  }

  setMaterial(material: MeshStandardMaterial): void {
    for (const mesh of [this.shaft, ...this.heads]) mesh.material = material;
  }

  /// From a place along a vector, so long; hidden where that is nothing.
  put(place: ArrayLike<number>, vector: ArrayLike<number>, index: number, length: number): void {
    const { group } = this;
    direction.fromArray(vector, 3 * index);
    group.position.fromArray(place, 3 * index);
    const { x, y, z } = group.position;
    group.visible = length > 0 && Number.isFinite(x + y + z);
    if (!group.visible) return;
    group.quaternion.setFromUnitVectors(up, direction.normalize());
    this.setLength(length);
  }
}

const up = new Vector3(0, 0, 1);
const direction = new Vector3();

/// Arrows for water that goes out and in, of which one is shown; both shine through bodies.
class JetMesh {
  readonly arrows: ArrowMesh[];

  constructor(
    private readonly arrow: number,
    private readonly fitting: number,
    size: number,
    look: Look,
  ) {
    this.arrows = [true, false].flatMap((out) => {
      const color = jetColour(look, out);
      return [new MeshStandardMaterial({ color, roughness: 0.7 }), shining(color)]
        .map((material) => new ArrowMesh(false, size, material));
    });
  }

  update(pose: Pose, scale: ArrowScale): void {
    const size = direction.fromArray(pose.arrow_vector, 3 * this.arrow).length();
    const length = scale.length(this.arrow, size);
    const jet = jetArrow(pose, this.arrow, this.fitting, length);
    this.arrows.forEach((mesh, i) =>
      mesh.put(jet.tail.toArray(), jet.vector.toArray(), 0, jet.out === (i < 2) ? length : 0));
  }
}

export class ArrowPart implements Part {
  readonly layer = "loads";
  readonly object = new Group();
  private readonly arrows = new Map<number, ArrowMesh[]>();
  private readonly jets: JetMesh[];
  private readonly scale: ArrowScale;

  constructor({ scene, size, theme }: Setting) {
    this.scale = new ArrowScale(scene, size);
    const look = looks[theme];
    scene.header.arrows.forEach(({ kind }, i) => {
      if (kind === "contact" || jetOf(scene.header, i) >= 0) return;
      const color = look[kind] ?? look.force;
      const materials = [new MeshStandardMaterial({ color, roughness: 0.7 })];
      if (shines(scene, i)) materials.push(shining(color));
      const arrows = materials.map((material) => new ArrowMesh(kind === "moment", size, material));
      this.arrows.set(i, arrows);
      this.object.add(...arrows.map(({ group }) => group));
    });
    this.jets = scene.header.arrows.flatMap((_, i) => {
      const fitting = jetOf(scene.header, i);
      return fitting < 0 ? [] : [new JetMesh(i, fitting, size, look)];
    });
    for (const jet of this.jets) this.object.add(...jet.arrows.map(({ group }) => group));
  }

  update(pose: Pose): void {
    this.arrows.forEach((arrows, i) => {
      const size = direction.fromArray(pose.arrow_vector, 3 * i).length();
      const length = this.scale.length(i, size);
      for (const arrow of arrows) arrow.put(pose.arrow_position, pose.arrow_vector, i, length);
    });
    for (const jet of this.jets) jet.update(pose, this.scale);
  }

  dispose(): void {
    disposeTree(this.object);
  }
}
