// Translucent snapshots of rods, shells and solids, spread over the axis. Each is drawn over the
// ones before and behind the shown robot, whatever their depths.
import {
  BufferAttribute, BufferGeometry, Group, type Material, Mesh, MeshBasicMaterial,
  MeshStandardMaterial, NotEqualStencilFunc, ReplaceStencilOp,
} from "three";
import { looks } from "../scene/colour";
import type { SceneData } from "../scene/data";
import { type Paint, BodyNodes, type Setting, disposeTree, rodPaint, shellPaint } from "../scene/part";
import { placeFitting } from "./fittings";
import { MeridianMesh, meridianColours } from "./meridian_mesh";
import type { ObstaclePart } from "./obstacles";
import { RodMesh, rodColours } from "./rod_mesh";
import { placeSolid, solidColours, solidGeometry } from "./solid_mesh";

/// Frames of `count` snapshots around a frame, evenly spread over the axis, both ends included.
export function ghostFrames(scene: SceneData, frame: number, count: number): number[] {
  const [first, last] = scene.span(frame);
  const share = (i: number) => (count > 1 ? i / (count - 1) : 1);
  // modes have one axis value for all their frames
  const byFrame = (scene.header.modes?.length ?? 0) > 0;
  const [from, to] = [scene.axis[first] ?? 0, scene.axis[last] ?? 0];
  return Array.from({ length: count }, (_, i) => {
    if (byFrame || from === to) return first + share(i) * (last - first);
    return scene.frameOf(from + share(i) * (to - from));
  });
}

/// Snapshots grow stronger with time.
export function ghostOpacity(index: number, count: number): number {
  return count > 1 ? 0.34 + (0.34 * index) / (count - 1) : 0.5;
}

export class Ghosts {
  readonly rods = new Group();
  readonly meridians = new Group();
  readonly solids = new Group();
  readonly fittings = new Group();
  readonly obstacles = new Group();
  readonly curtains = new Group();
  private count = 0;
  private paint: Paint | null = null;
  private first = -1;

  constructor(
    private readonly setting: Setting,
    private readonly standing: ObstaclePart,
  ) {}

  set(count: number, paint: Paint | null, frame: number): void {
    this.count = Math.max(0, Math.floor(Number.isFinite(count) ? count : 0));
    this.paint = paint;
    this.first = -1;
    this.update(frame);
  }

  /// New snapshots where the frame belongs to another mode.
  update(frame: number): void {
    const { scene } = this.setting;
    const [first] = scene.span(frame);
    if (first === this.first) return;
    this.first = first;
    this.clear();
    // a live run has no past to show
    if (scene.live) return;
    const pose = scene.emptyPose();
    ghostFrames(scene, frame, this.count).forEach((at, i) => {
      scene.sample(at, pose);
      const opacity = ghostOpacity(i, this.count);
      const order = firstOrder + 3 * i;
      this.curtains.add(curtain(order));
      for (const depth of this.standing.depths(order + 0.5)) this.obstacles.add(depth);
      this.addRods(pose, opacity, order);
      this.addMeridians(pose, opacity, order);
      this.addSolids(pose, opacity, order);
      this.addFins(pose, opacity, order);
    });
  }

  private addRods(pose: ReturnType<SceneData["sample"]>, opacity: number, order: number) {
    const { scene, size } = this.setting;
    const colours = rodColours(scene);
    const paint = rodPaint(this.paint);
    scene.header.rods.forEach((rod, i) => {
      const material = translucent(paint ? "#ffffff" : colours[i]!, opacity);
      material.vertexColors = paint !== null;
      const ghost = new RodMesh(rod, material, size);
      ghost.update(pose, paint);
      if (ghost.mesh.visible) this.rods.add(...layered(ghost.mesh, order));
    });
  }

  private addMeridians(pose: ReturnType<SceneData["sample"]>, opacity: number, order: number) {
    const { scene } = this.setting;
    const colours = meridianColours(scene);
    const bodies = new BodyNodes(scene);
    bodies.update(pose);
    const paint = shellPaint(this.paint);
    scene.header.meridians.forEach((meridian, i) => {
      const material = translucent(paint ? "#ffffff" : colours[i]!, opacity);
      material.vertexColors = paint !== null;
      const ghost = new MeridianMesh(meridian, ["outside", "inside", "rim", "disc"], material);
      ghost.update(pose, paint);
      if (ghost.mesh.visible) bodies.nodes[meridian.body]?.add(...layered(ghost.mesh, order));
    });
    this.meridians.add(bodies.group);
  }

  private addSolids(pose: ReturnType<SceneData["sample"]>, opacity: number, order: number) {
    const { scene } = this.setting;
    const colours = solidColours(scene);
    const bodies = new BodyNodes(scene);
    bodies.update(pose);
    scene.header.solids.forEach((solid, i) => {
      const geometry = solidGeometry(scene.mesh(solid.mesh));
      const mesh = new Mesh(geometry, translucent(colours[i]!, opacity));
      const pair = layered(mesh, order);
      for (const one of pair) placeSolid(one, solid);
      bodies.nodes[solid.body]?.add(...pair);
    });
    this.solids.add(bodies.group);
  }

  private addFins(pose: ReturnType<SceneData["sample"]>, opacity: number, order: number) {
    const { scene, theme } = this.setting;
    scene.header.fittings.forEach(({ mesh }, i) => {
      if (mesh < 0) return;
      const geometry = solidGeometry(scene.mesh(mesh));
      const fin = new Mesh(geometry, translucent(looks[theme].fitting, opacity));
      for (const one of layered(fin, order))
        if (placeFitting(one, pose, i)) this.fittings.add(one);
    });
  }

  private clear() {
    for (const group of this.groups())
      for (const child of [...group.children]) disposeTree(child);
  }

  dispose(): void {
    this.clear();
    for (const group of this.groups()) group.removeFromParent();
  }

  private groups(): Group[] {
    const { rods, meridians, solids, fittings, obstacles, curtains } = this;
    return [rods, meridians, solids, fittings, obstacles, curtains];
  }
}

const firstOrder = 100; // after everything else but names
const robotMark = 0x80; // a bit of the stencil

/// Marks where the shown robot is.
export function markRobot(material: Material): void {
  material.stencilWrite = true;
  material.stencilRef = robotMark;
  material.stencilWriteMask = robotMark;
  material.stencilZPass = ReplaceStencilOp;
}

function translucent(color: string, opacity: number): MeshStandardMaterial {
  const behind = {
    stencilWrite: true, stencilRef: robotMark, stencilFuncMask: robotMark, stencilWriteMask: 0,
    stencilFunc: NotEqualStencilFunc,
  };
  return new MeshStandardMaterial({ color, opacity, transparent: true, roughness: 0.6, ...behind });
}

/// Falls before a snapshot: what has been drawn stays as a picture without depth.
function curtain(order: number): Mesh {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(9), 3));
  const unseen = { transparent: true, colorWrite: false, depthWrite: false };
  const mesh = new Mesh(geometry, new MeshBasicMaterial(unseen));
  mesh.frustumCulled = false;
  mesh.renderOrder = order;
  mesh.onBeforeRender = (renderer) => renderer.clearDepth();
  return mesh;
}

/// First its depth, then its nearest surface in colour: no inside shines through.
function layered<M extends Material>(mesh: Mesh<BufferGeometry, M>, order: number): Mesh[] {
  const depth = mesh.material.clone();
  depth.colorWrite = false;
  const first = new Mesh<BufferGeometry, Material>(mesh.geometry, depth);
  first.frustumCulled = false;
  first.renderOrder = order + 1;
  mesh.renderOrder = order + 2;
  mesh.castShadow = false;
  for (const child of mesh.children) child.renderOrder = mesh.renderOrder;
  return [first, mesh];
}
