// Contact shapes of rigid bodies, as shells that one sees through.
import { Group, Mesh, MeshStandardMaterial } from "three";
import { looks } from "./colour";
import { BodyNodes, type Part, type Setting, disposeTree } from "./part";
import type { Pose } from "./scene_data";
import { placeSolid, solidGeometry } from "./solid_mesh";

export class ShellPart implements Part {
  readonly layer = "shells";
  readonly object: Group;
  private readonly bodies: BodyNodes;

  constructor({ scene, theme }: Setting) {
    this.bodies = new BodyNodes(scene);
    this.object = this.bodies.group;
    // in front of a body that has the same shape
    const material = new MeshStandardMaterial({
      color: looks[theme].contact[1], transparent: true, opacity: 0.3, depthWrite: false,
      polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1,
    });
    for (const shell of scene.header.shells) {
      const mesh = new Mesh(solidGeometry(scene.mesh(shell.mesh)), material);
      placeSolid(mesh, shell);
      this.bodies.nodes[shell.body]?.add(mesh);
    }
  }

  update(pose: Pose): void {
    this.bodies.update(pose);
  }

  dispose(): void {
    disposeTree(this.object);
  }
}
