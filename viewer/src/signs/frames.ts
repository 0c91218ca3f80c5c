// Axes of frames, and names of bodies and points.
import {
  type BufferGeometry, ConeGeometry, CylinderGeometry, Group, Mesh, MeshStandardMaterial,
  type PerspectiveCamera, Vector3,
} from "three";
import { looks } from "../scene/colour";
import type { Pose } from "../scene/data";
import { type Side, layOut } from "../scene/label_layout";
import { Label } from "../scene/labels";
import { BodyNodes, type Part, type Setting, disposeTree } from "../scene/part";

export const axisColours = ["#d13b3b", "#2f9e4f", "#3466d6"]; // x, y, z

export function triad(length: number, thick: number): Group {
  const group = new Group();
  axisColours.forEach((color, k) => {
    const material = new MeshStandardMaterial({ color, roughness: 0.7 });
    const turned = (geometry: BufferGeometry) => {
      if (k === 0) geometry.rotateZ(-Math.PI / 2);
      if (k === 2) geometry.rotateX(Math.PI / 2);
      return geometry;
    };
    const shaft = new CylinderGeometry(thick, thick, 0.8 * length, 10);
    const head = new ConeGeometry(2.6 * thick, 0.22 * length, 16);
    group.add(
      new Mesh(turned(shaft.translate(0, 0.4 * length, 0)), material),
      new Mesh(turned(head.translate(0, 0.89 * length, 0)), material),
    );
  });
  return group;
}

/// The axes of all bodies and, longer, of the world.
export class FramePart implements Part {
  readonly layer = "frames";
  readonly object = new Group();
  private readonly bodies: BodyNodes;

  constructor({ scene, size }: Setting) {
    this.bodies = new BodyNodes(scene);
    for (const node of this.bodies.nodes) node.add(triad(0.085 * size, 0.0028 * size));
    this.object.add(this.bodies.group, triad(0.14 * size, 0.0034 * size));
  }

  update(pose: Pose): void {
    this.bodies.update(pose);
  }

  dispose(): void {
    disposeTree(this.object);
  }
}

/// A name with the numbers of its place in a channel.
interface NamedPlace {
  label: Label;
  channel: "body_position" | "point_position" | "connection_position";
  index: number;
}

export class NamePart implements Part {
  readonly layer = "names";
  readonly object = new Group();
  readonly names: NamedPlace[] = [];
  private sides: (Side | null)[] = [];
  private readonly point = new Vector3();

  constructor({ scene, theme }: Setting) {
    const look = looks[theme];
    scene.header.bodies.forEach(({ name }, index) =>
      this.names.push({ label: new Label(name, look), channel: "body_position", index }));
    scene.header.points.forEach(({ name }, index) => {
      const label = new Label(name, look, look.force);
      this.names.push({ label, channel: "point_position", index });
    });
    scene.header.connections.forEach(({ name, kind }, i) => {
      const label = new Label(`${name} (${kind})`, look, look.joint);
      this.names.push({ label, channel: "connection_position", index: 2 * i });
    });
    for (const { label } of this.names) this.object.add(label.sprite);
  }

  /// Puts the names beside their places on a screen of this size [pixels]; those without room there
  /// are not shown. The first ones go first: bodies, points, connections.
  lay(camera: PerspectiveCamera, width: number, height: number): void {
    const unit = (2 * Math.tan((camera.fov * Math.PI) / 360)) / height;
    camera.updateMatrixWorld();
    const texts = this.names.map(({ label }) => {
      const { x, y, z } = this.point.copy(label.sprite.position).project(camera);
      if (!Number.isFinite(x + y) || !(Math.abs(z) < 1)) return null;
      const spot = { x: (0.5 + 0.5 * x) * width, y: (0.5 - 0.5 * y) * height };
      return { ...spot, width: label.textWidth };
    });
    this.sides = layOut(texts, this.sides);
    this.names.forEach(({ label }, i) => {
      const side = this.sides[i];
      label.sprite.visible = !!side;
      if (side) label.stand(side);
      label.setPixel(unit);
    });
  }

  update(pose: Pose): void {
    for (const { label, channel, index } of this.names)
      label.sprite.position.fromArray(pose[channel], 3 * index);
  }

  dispose(): void {
    for (const { label } of this.names) label.dispose();
    this.object.removeFromParent();
  }
}
