// The surface of the water: one sees through it from both sides.
import {
  DoubleSide, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, PlaneGeometry,
  Quaternion, Vector3,
} from "three";
import { diagonal, setQuaternion, surfaceOf, underRun } from "../scene/bounds";
import { looks } from "../scene/colour";
import type { SceneData } from "../scene/data";
import { type Part, type Setting, disposeTree } from "../scene/part";
import type { Sheet } from "./obstacles";
import { sharpEdges } from "./solid_mesh";

export const waterOpacity = 0.17;

/// The part of the surface that is drawn: over the whole run. Null if there is none.
export function waterSheet(scene: SceneData): Sheet | null {
  const surface = surfaceOf(scene);
  if (!surface) return null;
  const bounds = scene.bounds();
  const edge = 1.3 * (diagonal(bounds) || 1);
  return {
    centre: new Vector3(...underRun(surface, bounds)),
    turn: setQuaternion(new Quaternion(), surface.rotation, 0),
    width: edge, height: edge, ground: false,
  };
}

export class WaterPart implements Part {
  readonly layer = "water";
  readonly object = new Group();
  readonly sheet: Sheet | null;

  constructor({ scene, theme }: Setting) {
    this.sheet = waterSheet(scene);
    if (!this.sheet) return;
    const color = looks[theme].water;
    const geometry = new PlaneGeometry(this.sheet.width, this.sheet.height);
    const clear = { color, transparent: true, depthWrite: false };
    const face = new Mesh(
      geometry, new MeshBasicMaterial({ ...clear, opacity: waterOpacity, side: DoubleSide }),
    );
    const rim = new LineSegments(
      sharpEdges(geometry), new LineBasicMaterial({ ...clear, opacity: 0.6 }),
    );
    // over what else is translucent, but snapshots
    face.renderOrder = rim.renderOrder = 50;
    this.object.position.copy(this.sheet.centre);
    this.object.quaternion.copy(this.sheet.turn);
    this.object.add(face, rim);
  }

  update(): void {}

  dispose(): void {
    disposeTree(this.object);
  }
}
