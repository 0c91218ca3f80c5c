// Rods, solids and joints of a vector picture, in as few faces as look well.
import {
  type BufferGeometry, Color, Matrix4, Mesh, MeshStandardMaterial, type Object3D,
  type PerspectiveCamera, Vector3,
} from "three";
import { type Theme, looks } from "../scene/colour";
import type { Pose, SceneData } from "../scene/data";
import type { Legend } from "../scene/legend";
import type { Lights } from "../scene/lights";
import { BodyNodes, type Layer, type Paint, disposeTree, rodPaint } from "../scene/part";
import type { Ground } from "../shapes/ground";
import type { Sheet } from "../shapes/obstacles";
import { isThread, rodColours, threadWidth, writeColour } from "../shapes/rod_mesh";
import { type Detail, RodShape } from "../shapes/rod_shape";
import { placeSolid, sharpEdges, solidColours, solidGeometry } from "../shapes/solid_mesh";
import type { ArrowShare } from "../signs/arrows";
import { glyph, glyphRadius } from "../signs/joint_glyphs";
import type { KeyWord } from "../signs/key";
import type { Painter } from "./painter";
import { paintShells } from "./shells";

export interface SvgRequest {
  scene: SceneData;
  frame: number;
  theme: Theme;
  size: number;
  width: number;
  height: number;
  camera: PerspectiveCamera;
  lights: Lights;
  paint: Paint | null;
  legend: Legend | null;
  key: KeyWord[];
  sheets: Sheet[];
  ghosts: number;
  traces: number[];
  grid: Ground;
  visible: (layer: Layer) => boolean;
  arrows: ArrowShare;
}

const mostFaces = 2800; // of the whole picture: about 70 bytes each

/// Outlines and rings so that all faces that may be seen stay within the budget.
export function detailFor(scene: SceneData, snapshots: number): Detail {
  const soft = [...scene.header.rods, ...scene.header.meridians].map(({ body }) => body);
  const rods = Math.max(1, new Set(soft).size);
  const each = (0.75 * mostFaces) / (rods * snapshots);
  const corners = each > 800 ? 20 : each > 300 ? 14 : each > 120 ? 10 : 8;
  const pieces = Math.max(1, scene.header.rods.length / rods);
  return { corners, rings: Math.max(4, Math.ceil((2 * each) / corners / pieces)) };
}

/// Rods and solids; edges and joints of the shown robot only.
export function paintBodies(
  painter: Painter, request: SvgRequest, pose: Pose, detail: Detail, shown: boolean,
): void {
  const { scene, visible } = request;
  if (visible("rods")) {
    const colours = rodColours(scene);
    scene.header.rods.forEach((rod, i) => {
      const { size } = request;
      const paint = rodPaint(request.paint);
      const shape = new RodShape(rod, detail);
      paintRod(painter, shape, pose, paint, new Color(colours[i]));
      if (isThread(rod, size)) paintThread(painter, shape, pose, paint, new Color(colours[i]));
    });
  }
  if (visible("meridians")) paintShells(painter, request, pose, detail);
  if (visible("solids")) paintSolids(painter, request, pose, shown);
  if (shown && visible("joints")) paintJoints(painter, request, pose);
}

function paintRod(
  painter: Painter, shape: RodShape, pose: Pose, paint: Paint | null, plain: Color,
) {
  const positions = new Float32Array(3 * shape.vertices);
  const normals = new Float32Array(3 * shape.vertices);
  if (!shape.write(pose, positions, normals)) return;
  const rgb = new Float32Array(3);
  const face = (vertices: Uint32Array, index: number) => {
    const corners = Array.from(vertices, (v) => new Vector3().fromArray(positions, 3 * v));
    const normal = new Vector3();
    for (const v of vertices) normal.add(new Vector3().fromArray(normals, 3 * v));
    if (paint) {
      writeColour(paint, pose, shape, index, rgb, 0);
      plain.fromArray(rgb);
    }
    painter.face(corners, normal.normalize(), plain);
  };
  const { quads, ends, ring, rings } = shape;
  for (let i = 0; i < quads.length; i += 4)
    face(quads.subarray(i, i + 4), Math.floor(quads[i]! / ring));
  // triangles of both ends take turns
  for (let i = 0; i < ends.length; i += 3)
    face(ends.subarray(i, i + 3), i % 6 === 0 ? 0 : rings - 1);
}

/// Along the curve of a shape that has been written.
function paintThread(
  painter: Painter, shape: RodShape, pose: Pose, paint: Paint | null, plain: Color,
) {
  const rgb = new Float32Array(3);
  const at = (i: number) => new Vector3().fromArray(shape.curve.positions, 3 * i);
  for (let i = 0; i + 1 < shape.rings; ++i) {
    if (paint) {
      writeColour(paint, pose, shape, i, rgb, 0);
      plain.fromArray(rgb);
    }
    painter.line([at(i), at(i + 1)], `#${plain.getHexString()}`, threadWidth);
  }
}

/// Faces that never hide each other may share paths; so must those of a mesh that is very fine.
function isGathered(geometry: BufferGeometry): boolean {
  const { position } = geometry.attributes;
  if (!position || !geometry.index) return false;
  const [vertices, corners] = [position.count, geometry.index];
  if (corners.count * vertices > 2e7) return true;
  geometry.computeBoundingSphere();
  const slack = 1e-4 * (geometry.boundingSphere?.radius ?? 0);
  const at = (i: number) => new Vector3().fromBufferAttribute(position, i);
  const places = Array.from({ length: vertices }, (_, i) => at(i));
  for (let i = 0; i < corners.count; i += 3) {
    const corner = (k: number) => places[corners.getX(i + k)]!;
    const a = corner(0);
    const normal = corner(1).clone().sub(a).cross(corner(2).clone().sub(a));
    if (normal.length() < slack * slack) continue; // a sliver has no direction
    const plane = normal.normalize().dot(a) + slack;
    if (places.some((place) => normal.dot(place) > plane)) return false;
  }
  return true;
}

/// All triangles of the meshes below an object.
export function paintMeshes(painter: Painter, root: Object3D) {
  root.updateMatrixWorld(true);
  root.traverseVisible((object) => {
    if (!(object instanceof Mesh) || !(object.material instanceof MeshStandardMaterial)) return;
    const { position, normal } = object.geometry.attributes;
    const index = object.geometry.index;
    if (!position || !normal) return;
    const body = isGathered(object.geometry) ? painter.newBody() : 0;
    const count = index ? index.count : position.count;
    for (let i = 0; i < count; i += 3) {
      const at = [0, 1, 2].map((k) => (index ? index.getX(i + k) : i + k));
      const corners = at.map((v) =>
        new Vector3().fromBufferAttribute(position, v).applyMatrix4(object.matrixWorld));
      const sum = new Vector3();
      for (const v of at) sum.add(new Vector3().fromBufferAttribute(normal, v));
      const outward = sum.transformDirection(object.matrixWorld);
      painter.face(corners, outward, object.material.color, body);
    }
  });
}

function paintSolids(
  painter: Painter, { scene, theme }: SvgRequest, pose: Pose, sharp: boolean,
) {
  const bodies = new BodyNodes(scene);
  bodies.update(pose);
  const colours = solidColours(scene);
  const matrix = new Matrix4();
  scene.header.solids.forEach((solid, i) => {
    const node = bodies.nodes[solid.body];
    const geometry = solidGeometry(scene.mesh(solid.mesh));
    const mesh = new Mesh(geometry, new MeshStandardMaterial({ color: colours[i] }));
    placeSolid(mesh, solid);
    node?.add(mesh);
    if (!sharp || !node?.visible) return;
    node.updateMatrixWorld(true);
    paintEdges(painter, sharpEdges(geometry), matrix.copy(mesh.matrixWorld), looks[theme].edge);
  });
  paintMeshes(painter, bodies.group);
  disposeTree(bodies.group);
}

export function paintEdges(
  painter: Painter, edges: ReturnType<typeof sharpEdges>, matrix: Matrix4, colour: string,
) {
  const position = edges.attributes.position;
  if (!position) return;
  for (let i = 0; i + 1 < position.count; i += 2) {
    const ends = [i, i + 1].map((v) =>
      new Vector3().fromBufferAttribute(position, v).applyMatrix4(matrix));
    painter.line(ends, colour, 0.7, 0.5);
  }
}

export function paintJoints(
  painter: Painter, { scene, size, theme }: SvgRequest, pose: Pose,
): void {
  const bodies = new BodyNodes(scene);
  bodies.update(pose);
  const material = new MeshStandardMaterial({ color: looks[theme].joint });
  for (const joint of scene.header.joints)
    bodies.nodes[joint.body]?.add(glyph(joint, glyphRadius(scene, joint, size), material));
  paintMeshes(painter, bodies.group);
  disposeTree(bodies.group);
}
