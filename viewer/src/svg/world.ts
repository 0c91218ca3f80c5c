// Obstacles, grid and connections of a vector picture.
import { Color, Group, Mesh, MeshStandardMaterial, Vector3 } from "three";
import { looks } from "../scene/colour";
import type { Pose } from "../scene/data";
import { disposeTree } from "../scene/part";
import type { Sheet } from "../shapes/obstacles";
import { placeSolid, sharpEdges, solidGeometry } from "../shapes/solid_mesh";
import { connectionSigns, isClosed, placeSigns } from "../signs/connection_glyphs";
import { type SvgRequest, paintEdges, paintMeshes } from "./bodies";
import type { Painter } from "./painter";

const pieces = 12; // of a plane along each edge: some of it may be behind the eye

/// How far a place is outside of the solid under a plane.
function heightOver({ centre, turn }: Sheet, place: Vector3): number {
  return place.clone().sub(centre).dot(new Vector3(0, 0, 1).applyQuaternion(turn));
}

/// What is left of a polygon, or of a line, outside of the solids under the planes.
function outside(corners: Vector3[], sheets: Sheet[], closed: boolean): Vector3[] {
  let rest = corners;
  for (const sheet of sheets) {
    const heights = rest.map((corner) => heightOver(sheet, corner));
    rest = rest.flatMap((corner, i) => {
      const k = (i + 1) % rest.length;
      const [here, there] = [heights[i]!, heights[k]!];
      const kept = here >= 0 ? [corner] : [];
      const crosses = here >= 0 !== there >= 0 && (closed || k > i);
      return crosses ? [...kept, corner.clone().lerp(rest[k]!, here / (here - there))] : kept;
    });
  }
  return rest;
}

/// Planes, seen from outside of their solids only: behind all else.
export function paintSheets(painter: Painter, { sheets, camera, theme }: SvgRequest): void {
  const colour = new Color(looks[theme].floor);
  for (const sheet of sheets) {
    if (heightOver(sheet, camera.position) <= 0) continue;
    const { centre, turn, width, height } = sheet;
    const others = sheets.filter((other) => other !== sheet);
    const normal = new Vector3(0, 0, 1).applyQuaternion(turn);
    const at = (i: number, k: number) =>
      new Vector3((i / pieces - 0.5) * width, (k / pieces - 0.5) * height, 0)
        .applyQuaternion(turn).add(centre);
    for (let i = 0; i < pieces; ++i)
      for (let k = 0; k < pieces; ++k) {
        const face = [at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)];
        painter.face(outside(face, others, true), normal, colour);
      }
  }
}

/// The grid of the ground and those of other planes, where no plane covers them.
export function paintGrid(painter: Painter, request: SvgRequest): void {
  const { grid, visible, camera } = request;
  const { x, y, z, cell } = grid.plan;
  const sheets = visible("obstacles") ? request.sheets : [];
  const own = sheets.filter(({ ground }) => !ground);
  const level = (u: number, v: number) => new Vector3(u, v, z);
  if (grid.object.visible) paintLines(painter, request, { x, y, cell, at: level, others: own });
  for (const sheet of own) {
    if (heightOver(sheet, camera.position) <= 0) continue;
    const half = (edge: number): [number, number] => {
      const cells = Math.floor(edge / 2 / cell);
      return [-cells * cell, cells * cell];
    };
    const at = (u: number, v: number) =>
      new Vector3(u, v, 0).applyQuaternion(sheet.turn).add(sheet.centre);
    const others = sheets.filter((other) => other !== sheet);
    paintLines(painter, request, { x: half(sheet.width), y: half(sheet.height), cell, at, others });
  }
}

interface Lines {
  x: [number, number];
  y: [number, number];
  cell: number;
  at: (u: number, v: number) => Vector3;
  others: Sheet[]; // that may cover them
}

function paintLines(
  painter: Painter, { theme }: SvgRequest, { x, y, cell, at, others }: Lines,
): void {
  const line = (a: Vector3, b: Vector3, value: number) => {
    const main = Math.round(value / cell) % 5 === 0;
    painter.line(outside([a, b], others, false), looks[theme].grid, main ? 0.9 : 0.5, 0.75);
  };
  for (let v = x[0]; v < x[1] + 0.5 * cell; v += cell) line(at(v, y[0]), at(v, y[1]), v);
  for (let v = y[0]; v < y[1] + 0.5 * cell; v += cell) line(at(x[0], v), at(x[1], v), v);
}

export function paintObstacles(painter: Painter, { scene, theme }: SvgRequest): void {
  const look = looks[theme];
  const group = new Group();
  for (const obstacle of scene.header.obstacles) {
    if (obstacle.mesh < 0) continue;
    const geometry = solidGeometry(scene.mesh(obstacle.mesh));
    const mesh = new Mesh(geometry, new MeshStandardMaterial({ color: look.obstacle }));
    placeSolid(mesh, obstacle);
    group.add(mesh);
    group.updateMatrixWorld(true);
    paintEdges(painter, sharpEdges(geometry), mesh.matrixWorld, look.edge);
  }
  paintMeshes(painter, group);
  disposeTree(group);
}

/// Signs of the connections; of those that are closed only, or of all.
export function paintConnections(
  painter: Painter, { scene, size, theme }: SvgRequest, pose: Pose, all: boolean,
): void {
  const material = new MeshStandardMaterial({ color: looks[theme].joint });
  const group = new Group();
  scene.header.connections.forEach((connection, i) => {
    const closed = isClosed(pose, i);
    if (!closed && !all) return;
    const parts = connectionSigns(connection, closed, size, material);
    placeSigns(parts, pose, i);
    group.add(...parts);
  });
  paintMeshes(painter, group);
  disposeTree(group);
}
