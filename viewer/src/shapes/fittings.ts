// Thrusters as a ring with a propeller in it, fins as plates. Jets have only their arrows.
import {
  CylinderGeometry, GreaterDepth, Group, LineBasicMaterial, LineSegments, Mesh,
  MeshStandardMaterial, SphereGeometry, TorusGeometry,
} from "three";
import { setQuaternion } from "../scene/bounds";
import { looks } from "../scene/colour";
import type { Pose } from "../scene/data";
import { type Part, type Setting, disposeTree } from "../scene/part";
import { sharpEdges, solidGeometry } from "./solid_mesh";

const share = 0.03; // radius of a thruster over the size of the robot
const blades = 3;

/// A propeller in a ring; x is its axis.
export function propeller(size: number, material: MeshStandardMaterial): Group {
  const group = new Group();
  const ring = new TorusGeometry(1, 0.1, 12, 48).rotateY(Math.PI / 2);
  const hub = new CylinderGeometry(0.17, 0.17, 0.5, 20).rotateZ(Math.PI / 2);
  group.add(new Mesh(ring, material), new Mesh(hub, material));
  for (let i = 0; i < blades; ++i) {
    const blade = new SphereGeometry(1, 20, 12).scale(0.05, 0.2, 0.42).rotateZ(0.6)
      .translate(0, 0, 0.52).rotateX((2 * Math.PI * i) / blades);
    group.add(new Mesh(blade, material));
  }
  group.scale.setScalar(share * size);
  return group;
}

/// Puts something where a fitting is; false where that is not known.
export function placeFitting(object: Group | Mesh, pose: Pose, fitting: number): boolean {
  const { x, y, z } = object.position.fromArray(pose.fitting_position, 3 * fitting);
  const q = setQuaternion(object.quaternion, pose.fitting_rotation, 4 * fitting);
  return Number.isFinite(x + y + z + q.w);
}

export class FittingPart implements Part {
  readonly layer = "fittings";
  readonly object = new Group();
  readonly nodes: Group[];

  constructor({ scene, size, theme }: Setting) {
    const look = looks[theme];
    const sign = new MeshStandardMaterial({ color: look.joint, roughness: 0.5 });
    // what a body hides shows through it
    const through = sign.clone();
    through.setValues({ transparent: true, opacity: 0.3, depthWrite: false });
    through.depthFunc = GreaterDepth;
    const edge = new LineBasicMaterial({ color: look.edge, transparent: true, opacity: 0.6 });
    const plate = new MeshStandardMaterial({
      color: look.fitting, roughness: 0.6, polygonOffset: true, polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
    this.nodes = scene.header.fittings.map(({ kind, mesh }) => {
      const node = new Group();
      if (kind === "jet") return node;
      if (mesh < 0) return node.add(propeller(size, sign), propeller(size, through));
      const geometry = solidGeometry(scene.mesh(mesh));
      const fin = new Mesh(geometry, plate);
      fin.castShadow = true;
      return node.add(fin, new LineSegments(sharpEdges(geometry), edge));
    });
    if (this.nodes.length > 0) this.object.add(...this.nodes);
  }

  update(pose: Pose): void {
    this.nodes.forEach((node, i) => {
      node.visible = placeFitting(node, pose, i);
    });
  }

  dispose(): void {
    disposeTree(this.object);
  }
}
