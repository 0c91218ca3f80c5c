// What stands in the world: solids in light grey, planes as squares with a grid on them.
import {
  BackSide, type BufferGeometry, Group, LineBasicMaterial, LineSegments, Mesh,
  MeshStandardMaterial, PlaneGeometry, Quaternion, Vector2, Vector3,
} from "three";
import { diagonal, isFloor, normalOf, setQuaternion, underRun } from "../scene/bounds";
import { looks } from "../scene/colour";
import type { SceneData, SceneObstacle } from "../scene/data";
import { type Part, type Setting, disposeTree } from "../scene/part";
import { gridMaterial } from "./grid_material";
import type { GridPlan } from "./ground";
import { placeSolid, sharpEdges, solidGeometry } from "./solid_mesh";

/// Heights of the planes that are level and solid below.
export function floorsOf({ header, up }: SceneData): number[] {
  return header.obstacles.filter((obstacle) => isFloor(obstacle, up))
    .map(({ position }) => up * position[2]);
}

/// Whether a slope takes the place of the ground: it has a grid of its own.
export function hasSlope({ header, up }: SceneData): boolean {
  return header.obstacles.some((obstacle) =>
    obstacle.mesh < 0 && !isFloor(obstacle, up) && up * normalOf(obstacle.rotation).z > 0.2);
}

/// The part of a plane that is drawn.
export interface Sheet {
  centre: Vector3;
  turn: Quaternion;
  width: number; // along its x and y
  height: number;
  ground: boolean; // the grid of the ground lies on it
}

/// Under the whole run; the ground has the size of its grid.
function sheetOf(obstacle: SceneObstacle, scene: SceneData, plan: GridPlan): Sheet {
  const bounds = scene.bounds();
  const ground = isFloor(obstacle, scene.up) && obstacle.position[2] === plan.z;
  const turn = setQuaternion(new Quaternion(), obstacle.rotation, 0);
  if (ground) {
    const [x, y] = [plan.x, plan.y];
    const centre = new Vector3((x[0] + x[1]) / 2, (y[0] + y[1]) / 2, plan.z);
    const level = new Quaternion();
    if (scene.up < 0) level.set(1, 0, 0, 0);
    return { centre, turn: level, width: x[1] - x[0], height: y[1] - y[0], ground };
  }
  const edge = Math.max(1.3 * diagonal(bounds), plan.cell);
  const centre = new Vector3(...underRun(obstacle, bounds));
  return { centre, turn, width: edge, height: edge, ground };
}

export class ObstaclePart implements Part {
  readonly layer = "obstacles";
  readonly object = new Group();
  readonly sheets: Sheet[] = [];

  constructor({ scene, theme }: Setting, plan: GridPlan) {
    const look = looks[theme];
    const edge = new LineBasicMaterial({ color: look.edge, transparent: true, opacity: 0.3 });
    for (const obstacle of scene.header.obstacles) {
      if (obstacle.mesh >= 0) this.addSolid(scene, obstacle, look.obstacle, edge);
      else this.addPlane(sheetOf(obstacle, scene, plan), plan, look, edge);
    }
  }

  private addSolid(
    scene: SceneData, obstacle: SceneObstacle, color: string, edge: LineBasicMaterial,
  ) {
    const geometry = solidGeometry(scene.mesh(obstacle.mesh));
    const mesh = new Mesh(geometry, matt(color));
    mesh.castShadow = true;
    placeSolid(mesh, obstacle);
    mesh.add(new LineSegments(sharpEdges(geometry), edge));
    this.object.add(mesh);
  }

  /// Opaque from outside; from inside the solid one looks through it.
  private addPlane(
    sheet: Sheet, { cell }: GridPlan, look: (typeof looks)["light"], edge: LineBasicMaterial,
  ) {
    this.sheets.push(sheet);
    const geometry = new PlaneGeometry(sheet.width, sheet.height);
    const front = new Mesh(geometry, matt(look.floor));
    const back = new Mesh(geometry, matt(look.floor));
    back.material.setValues({ side: BackSide, transparent: true, opacity: 0.25 });
    back.material.depthWrite = false;
    // the ground brings its own grid and shadow
    front.receiveShadow = !sheet.ground;
    const group = new Group();
    group.position.copy(sheet.centre);
    group.quaternion.copy(sheet.turn);
    group.add(front, back, new LineSegments(sharpEdges(geometry), edge));
    if (!sheet.ground) group.add(this.grid(geometry, sheet, cell, look.grid));
    this.object.add(group);
  }

  private grid(geometry: BufferGeometry, sheet: Sheet, cell: number, colour: string): Mesh {
    const reach = new Vector2(sheet.width, sheet.height);
    const grid = new Mesh(geometry, gridMaterial({ cell, colour, middle: new Vector2(), reach }));
    grid.renderOrder = -1;
    return grid;
  }

  /// Copies that are not seen but hide what is behind them.
  depths(order: number): Mesh[] {
    const copies: Mesh[] = [];
    this.object.updateMatrixWorld(true);
    this.object.traverse((child) => {
      if (!(child instanceof Mesh) || !(child.material instanceof MeshStandardMaterial)) return;
      if (child.material.transparent) return;
      const material = child.material.clone();
      material.setValues({ transparent: true, colorWrite: false });
      const copy = new Mesh(child.geometry, material);
      copy.matrixAutoUpdate = false;
      copy.matrix.copy(child.matrixWorld);
      copy.renderOrder = order;
      copies.push(copy);
    });
    return copies;
  }

  update(): void {}

  dispose(): void {
    disposeTree(this.object);
  }
}

/// Faces yield to the lines that lie on them.
function matt(color: string): MeshStandardMaterial {
  return new MeshStandardMaterial({
    color, roughness: 0.9, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
  });
}
