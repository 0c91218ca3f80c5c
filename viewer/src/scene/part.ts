// What the stage is made of.
import { Group, type Material, Mesh, type Object3D } from "three";
import { setQuaternion } from "./bounds";
import type { Scale, Theme } from "./colour";
import type { ColourField, Pose, SceneData, SceneHeader } from "./data";

export const allLayers = [
  "solids", "rods", "meridians", "joints", "frames", "names", "cables", "loads", "traces", "grid",
  "obstacles", "contacts", "shells", "water", "current", "fittings",
] as const;
export type Layer = (typeof allLayers)[number];

/// What all parts need to know.
export interface Setting {
  scene: SceneData;
  size: number; // of the robot [m], > 0
  theme: Theme;
}

/// A field that colours sections or rings, or null for the colours of bodies.
export interface Paint {
  field: Exclude<ColourField, "body">;
  scale: Scale;
}

const ofRods: ColourField[] = ["curvature", "torsion", "stretch", "speed"];
const ofShells: ColourField[] = ["hoop_strain"];

/// What the parts of a scene can be coloured by.
export function colourFields({ rods, meridians }: SceneHeader): ColourField[] {
  return [
    "body", ...(rods.length > 0 ? ofRods : []), ...(meridians.length > 0 ? ofShells : []),
  ];
}

/// The paint of rods, which keep their colours where the field is not theirs.
export function rodPaint(paint: Paint | null): Paint | null {
  return paint && ofRods.includes(paint.field) ? paint : null;
}

export function shellPaint(paint: Paint | null): Paint | null {
  return paint && ofShells.includes(paint.field) ? paint : null;
}

/// One layer of the picture.
export interface Part {
  readonly layer: Layer;
  readonly object: Object3D;
  update(pose: Pose, frame: number): void;
  dispose(): void;
}

/// A node per body that follows its base frame; hidden while the pose is not finite.
export class BodyNodes {
  readonly group = new Group();
  readonly nodes: Group[];

  constructor(scene: SceneData) {
    this.nodes = scene.header.bodies.map(() => new Group());
    if (this.nodes.length > 0) this.group.add(...this.nodes);
  }

  update(pose: Pose): void {
    this.nodes.forEach((node, body) => {
      node.position.fromArray(pose.body_position, 3 * body);
      const q = setQuaternion(node.quaternion, pose.body_rotation, 4 * body);
      node.visible = Number.isFinite(node.position.x + node.position.y + node.position.z + q.w);
    });
  }
}

/// Frees what the meshes below an object hold on the graphics card.
export function disposeTree(object: Object3D): void {
  object.traverse((child) => {
    const { geometry, material } = child as Partial<Mesh>;
    geometry?.dispose();
    for (const one of Array.isArray(material) ? material : [material as Material | undefined])
      one?.dispose();
  });
  object.removeFromParent();
}
