// Joints as small signs at the base frames of their bodies.
import {
  BoxGeometry, type BufferGeometry, ConeGeometry, CylinderGeometry, GreaterDepth, Group, Mesh,
  MeshStandardMaterial, SphereGeometry, TorusGeometry, Vector3,
} from "three";
import { diagonal, meshBox } from "../scene/bounds";
import { looks } from "../scene/colour";
import type { Pose, SceneData, SceneJoint } from "../scene/data";
import { BodyNodes, type Part, type Setting, disposeTree } from "../scene/part";

/// A sign in units of its radius; `along` is its axis z.
interface Sign {
  axis: number; // which axis of the joint
  geometry: () => BufferGeometry;
}

const rod = (radius: number, length: number) => () =>
  new CylinderGeometry(radius, radius, length, 28).rotateX(Math.PI / 2);
const point = (at: number) => () =>
  new ConeGeometry(0.62, 0.9, 24).rotateX((Math.sign(at) * Math.PI) / 2).translate(0, 0, at);
const ring = () => new TorusGeometry(1, 0.16, 10, 36);

const signs: Record<string, Sign[]> = {
  revolute: [
    { axis: 0, geometry: rod(0.72, 2.5) },
    { axis: 0, geometry: rod(0.34, 3.1) },
  ],
  prismatic: [
    { axis: 0, geometry: () => new BoxGeometry(1.1, 1.1, 2) },
    { axis: 0, geometry: point(2) },
    { axis: 0, geometry: point(-2) },
    { axis: 0, geometry: rod(0.24, 3.4) },
  ],
  helical: [
    { axis: 0, geometry: rod(0.5, 3) },
    { axis: 0, geometry: () => ring().translate(0, 0, 0.5) },
    { axis: 0, geometry: () => ring().translate(0, 0, -0.5) },
  ],
  cylindrical: [
    { axis: 0, geometry: rod(0.72, 1.6) },
    { axis: 0, geometry: rod(0.34, 3.4) },
    { axis: 0, geometry: point(2) },
    { axis: 0, geometry: point(-2) },
  ],
  universal: [
    { axis: 0, geometry: rod(0.4, 3) },
    { axis: 1, geometry: rod(0.4, 3) },
  ],
  planar: [{ axis: -1, geometry: () => new BoxGeometry(2.6, 2.6, 0.3) }],
  spherical: [{ axis: 0, geometry: () => new SphereGeometry(1.15, 28, 20) }],
};

/// The radius of a sign: it should look out of the body that it carries, and not hide a small one.
export function glyphRadius(scene: SceneData, joint: SceneJoint, size: number): number {
  const rods = scene.header.rods.filter((r) => r.body === joint.body);
  const start = rods[0] ? Math.max(rods[0].half_y[0] ?? 0, rods[0].half_z[0] ?? 0) : 0;
  const usual = Math.min(Math.max(0.8 * start, 0.011 * size), 0.022 * size);
  const room = Math.max(0.1 * (rods.at(-1)?.abscissa.at(-1) ?? 0), 0.2 * solidSize(scene, joint));
  return room > 0 ? Math.max(Math.min(usual, room), 0.003 * size) : usual;
}

/// The diagonal of the largest solid of a body.
function solidSize(scene: SceneData, { body }: SceneJoint): number {
  const own = scene.header.solids.filter((solid) => solid.body === body);
  return own.reduce((most, { mesh }) => Math.max(most, diagonal(meshBox(scene, mesh))), 0);
}

const up = new Vector3(0, 0, 1);
const axis = new Vector3();

export function glyph(joint: Pick<SceneJoint, "kind" | "axes">, radius: number, material: MeshStandardMaterial): Group {
  const group = new Group();
  for (const sign of signs[joint.kind] ?? []) {
    const mesh = new Mesh(sign.geometry(), material);
    const along = sign.axis < 0 ? joint.axes.at(-1) : joint.axes[sign.axis];
    if (along) mesh.quaternion.setFromUnitVectors(up, axis.fromArray(along).normalize());
    mesh.scale.setScalar(radius);
    group.add(mesh);
  }
  return group;
}

export class JointPart implements Part {
  readonly layer = "joints";
  readonly object: Group;
  private readonly bodies: BodyNodes;

  constructor({ scene, size, theme }: Setting) {
    this.bodies = new BodyNodes(scene);
    this.object = this.bodies.group;
    const material = new MeshStandardMaterial({ color: looks[theme].joint, roughness: 0.5 });
    // what a body hides shows through it
    const through = material.clone();
    through.setValues({ transparent: true, opacity: 0.3, depthWrite: false });
    through.depthFunc = GreaterDepth;
    for (const joint of scene.header.joints) {
      const radius = glyphRadius(scene, joint, size);
      for (const one of [material, through])
        this.bodies.nodes[joint.body]?.add(glyph(joint, radius, one));
    }
  }

  update(pose: Pose): void {
    this.bodies.update(pose);
  }

  dispose(): void {
    disposeTree(this.object);
  }
}
