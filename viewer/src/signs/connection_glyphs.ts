// Connections: a ring at the first frame and an octahedron at the second. Closed ones also have the
// sign of their joint; open ones are pale.
import {
  GreaterDepth, Group, Mesh, MeshStandardMaterial, OctahedronGeometry, TorusGeometry, Vector3,
} from "three";
import { setQuaternion } from "../scene/bounds";
import { looks } from "../scene/colour";
import type { Pose, SceneConnection } from "../scene/data";
import { type Part, type Setting, disposeTree } from "../scene/part";
import { glyph } from "./joint_glyphs";

const share = 0.016; // radius of a sign over the size of the robot
const openOpacity = 0.35;

export function isClosed(pose: Pose, connection: number): boolean {
  return (pose.connection_closed[connection] ?? 1) > 0.5;
}

const up = new Vector3(0, 0, 1);

/// The two parts of a sign, each to be placed at its frame.
export function connectionSigns(
  connection: SceneConnection, closed: boolean, size: number, material: MeshStandardMaterial,
): [Group, Group] {
  const radius = share * size;
  const [first, second] = [new Group(), new Group()];
  const ring = new Mesh(new TorusGeometry(1.9, 0.2, 12, 40), material);
  const along = connection.axes[0];
  if (along) ring.quaternion.setFromUnitVectors(up, new Vector3(...along).normalize());
  ring.scale.setScalar(radius);
  const gem = new Mesh(new OctahedronGeometry(1.1), material);
  gem.scale.setScalar(radius);
  first.add(ring);
  if (closed) first.add(glyph(connection, radius, material));
  second.add(gem);
  return [first, second];
}

/// Puts the parts of connection signs at their frames.
export function placeSigns(parts: Group[], pose: Pose, connection: number): void {
  parts.forEach((part, side) => {
    const frame = 2 * connection + side;
    const { x, y, z } = part.position.fromArray(pose.connection_position, 3 * frame);
    const q = setQuaternion(part.quaternion, pose.connection_rotation, 4 * frame);
    part.visible = Number.isFinite(x + y + z + q.w);
  });
}

export class ConnectionPart implements Part {
  readonly layer = "joints";
  readonly object = new Group();
  private readonly signs: { closed: Group[]; open: Group[] }[];

  constructor({ scene, size, theme }: Setting) {
    const color = looks[theme].joint;
    const solid = new MeshStandardMaterial({ color, roughness: 0.5 });
    const pale = solid.clone();
    pale.setValues({ transparent: true, opacity: openOpacity });
    // what a body hides shows through it
    const through = solid.clone();
    through.setValues({ transparent: true, opacity: 0.3, depthWrite: false });
    through.depthFunc = GreaterDepth;
    this.signs = scene.header.connections.map((connection) => {
      const make = (closed: boolean) => {
        const sides = [new Group(), new Group()];
        for (const material of [closed ? solid : pale, through])
          connectionSigns(connection, closed, size, material).forEach((part, side) =>
            sides[side]!.add(part));
        this.object.add(...sides);
        return sides;
      };
      return { closed: make(true), open: make(false) };
    });
  }

  /// Which signs are shown, one per connection.
  shown(): ("closed" | "open" | "none")[] {
    return this.signs.map(({ closed, open }) =>
      closed[0]!.visible ? "closed" : open[0]!.visible ? "open" : "none");
  }

  update(pose: Pose): void {
    this.signs.forEach(({ closed, open }, i) => {
      const [shown, hidden] = isClosed(pose, i) ? [closed, open] : [open, closed];
      placeSigns(shown, pose, i);
      for (const part of hidden) part.visible = false;
    });
  }

  dispose(): void {
    disposeTree(this.object);
  }
}
