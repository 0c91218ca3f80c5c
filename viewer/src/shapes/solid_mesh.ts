// Rigid shapes: meshes that ride on the frames of their bodies, sharp edges drawn subtly.
import {
  BufferAttribute, BufferGeometry, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh,
  MeshStandardMaterial,
} from "three";
import { setQuaternion } from "../scene/bounds";
import { looks, solidColour } from "../scene/colour";
import type { MeshData, Pose, SceneData, SceneSolid } from "../scene/data";
import { BodyNodes, type Part, type Setting, disposeTree } from "../scene/part";

export function solidGeometry({ positions, normals, triangles }: MeshData): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(triangles, 1));
  if (normals.length === positions.length && normals.length > 0)
    geometry.setAttribute("normal", new BufferAttribute(normals, 3));
  else geometry.computeVertexNormals();
  return geometry;
}

const sharp = 35; // degrees

/// Edges between faces that meet at more than `sharp`.
export function sharpEdges(geometry: BufferGeometry): BufferGeometry {
  geometry.computeBoundingSphere();
  const size = geometry.boundingSphere?.radius ?? 0;
  if (!(size > 0)) return new BufferGeometry();
  // EdgesGeometry joins vertices closer than 1e-4: it has to see a shape of size one
  const scaled = geometry.clone().scale(1 / size, 1 / size, 1 / size);
  const edges = new EdgesGeometry(scaled, sharp).scale(size, size, size);
  scaled.dispose();
  return edges;
}

/// The colour of every solid: a neutral tone per body.
export function solidColours(scene: SceneData): string[] {
  const bodies = [...new Set(scene.header.solids.map((solid) => solid.body))];
  return scene.header.solids.map((solid) => solidColour(bodies.indexOf(solid.body)));
}

export function placeSolid(
  object: Group | Mesh, solid: Pick<SceneSolid, "position" | "rotation">,
): void {
  object.position.fromArray(solid.position);
  setQuaternion(object.quaternion, solid.rotation, 0);
}

export class SolidPart implements Part {
  readonly layer = "solids";
  readonly object: Group;
  readonly bodies: BodyNodes;

  constructor({ scene, theme }: Setting) {
    this.bodies = new BodyNodes(scene);
    this.object = this.bodies.group;
    const colours = solidColours(scene);
    const edge = new LineBasicMaterial({
      color: looks[theme].edge, transparent: true, opacity: theme === "light" ? 0.45 : 0.6,
    });
    scene.header.solids.forEach((solid, i) => {
      const geometry = solidGeometry(scene.mesh(solid.mesh));
      const material = new MeshStandardMaterial({
        color: colours[i],
        roughness: 0.6,
        // faces yield to the edges that lie on them
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      });
      const mesh = new Mesh(geometry, material);
      mesh.castShadow = true;
      placeSolid(mesh, solid);
      mesh.add(new LineSegments(sharpEdges(geometry), edge));
      this.bodies.nodes[solid.body]?.add(mesh);
    });
  }

  update(pose: Pose): void {
    this.bodies.update(pose);
  }

  dispose(): void {
    disposeTree(this.object);
  }
}

/// Contact shapes of rigid bodies, as shells that one sees through.
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
