// The ground: a grid of round cells and the shadow of the robot on it.
import { Group, Mesh, PlaneGeometry, ShadowMaterial, Vector2 } from "three";
import { type Bounds, RunningBounds, meshBox } from "../scene/bounds";
import type { Sizes } from "../scene/cast";
import { type Theme, looks } from "../scene/colour";
import type { Pose, SceneData } from "../scene/data";
import { disposeTree } from "../scene/part";
import { gridMaterial } from "./grid_material";

/// The largest of 1, 2, 5 x 10^n that is not above a value.
function roundBelow(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const decade = 10 ** Math.floor(Math.log10(value) + 1e-9);
  const digit = value / decade;
  return decade * (digit >= 5 - 1e-9 ? 5 : digit >= 2 - 1e-9 ? 2 : 1);
}

/// A length in a unit that reads well.
function lengthText(metres: number): string {
  const [factor, unit] = metres >= 1 ? [1, "m"] : metres >= 0.01 ? [100, "cm"] : [1000, "mm"];
  return `${Number((metres * factor).toPrecision(3))} ${unit}`;
}

export interface GridPlan {
  cell: number; // [m]
  z: number;
  x: [number, number]; // whole cells
  y: [number, number];
  onFloor: boolean; // of the scene
}

const mostCells = 200; // across

/// A plane under everything: a floor of the scene, or z = 0 where that is below everything, if it is
/// not far away. Cells go by the run, or by a robot that is small in it. Heights are along up.
function planGrid(
  { min, max }: Bounds, { run, robot, far }: Sizes, up: 1 | -1, floors: number[],
): GridPlan {
  const low = up > 0 ? min[2] : -max[2];
  const across = Math.hypot(max[0] - min[0], max[1] - min[1]);
  const size = far ? Math.max(across, 4 * robot) : run;
  const cell = roundBelow(far ? Math.max(robot / 4, size / mostCells) : run / 8);
  const isNear = low >= 0 && low <= 0.6 * size;
  const around = (k: 0 | 1): [number, number] => {
    const middle = (min[k] + max[k]) / 2;
    const half = (max[k] - min[k]) / 2 + 0.25 * size;
    return [Math.floor((middle - half) / cell) * cell, Math.ceil((middle + half) / cell) * cell];
  };
  const floor = floors
    .filter((height) => height <= low + 0.1 * size && height >= low - 0.6 * size)
    .reduce((high, height) => Math.max(high, height), -Infinity);
  const onFloor = Number.isFinite(floor);
  const height = onFloor ? floor : isNear ? 0 : low - 1e-3 * size;
  return { cell, z: up * height, x: around(0), y: around(1), onFloor };
}

/// Nothing is blended where no shadow falls, which is nearly everywhere.
function shadowMaterial(opacity: number): ShadowMaterial {
  const material = new ShadowMaterial({ opacity, depthWrite: false });
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <tonemapping_fragment>",
      "if (gl_FragColor.a < 0.004) discard;\n#include <tonemapping_fragment>");
  };
  return material;
}

/// How far bodies reach beyond the places that tell where they are.
function reachOf(scene: SceneData): number {
  const { rods, solids, fittings } = scene.header;
  const box = (mesh: number) => {
    const { min, max } = meshBox(scene, mesh);
    return Math.hypot(...min.map((low, k) => Math.max(Math.abs(low), Math.abs(max[k]!))));
  };
  return Math.max(
    0,
    ...rods.map(({ half_y, half_z }) => Math.max(...half_y, ...half_z)),
    ...solids.map(({ mesh, position }) => box(mesh) + Math.hypot(...position)),
    ...fittings.map(({ mesh }) => (mesh < 0 ? 0 : box(mesh))),
  );
}

export class Ground {
  readonly object = new Group();
  private readonly shadow: Mesh;
  private hasShadow = true;
  private readonly reach: number; // of the robot around its places; infinite: unknown
  readonly plan: GridPlan;

  /// `floors`: heights of level planes. Without one of them a slope may replace the ground.
  constructor(scene: SceneData, sizes: Sizes, theme: Theme, floors: number[], slope: boolean) {
    this.plan = planGrid(scene.bounds(), sizes, scene.up, floors);
    this.object.visible = this.plan.onFloor || !slope;
    const { x, y, z, cell } = this.plan;
    const middle = new Vector2((x[0] + x[1]) / 2, (y[0] + y[1]) / 2);
    // the fade is an ellipse that ends well outside the robot
    const reach = new Vector2(x[1] - x[0], y[1] - y[0]).multiplyScalar(0.85);
    const plane = new PlaneGeometry(2 * reach.x, 2 * reach.y);
    const colour = looks[theme].grid;
    const grid = new Mesh(plane, gridMaterial({ cell, colour, middle, reach }));
    const opacity = theme === "light" ? 0.13 : 0.4;
    const shadow = new Mesh(new PlaneGeometry(1, 1), shadowMaterial(opacity));
    shadow.scale.set(x[1] - x[0], y[1] - y[0], 1);
    this.shadow = shadow;
    // obstacles and shells throw shadows elsewhere
    const { obstacles, meridians } = scene.header;
    this.reach = obstacles.length + meridians.length > 0 ? Infinity : reachOf(scene);
    shadow.receiveShadow = true;
    if (scene.up < 0) shadow.rotation.x = Math.PI; // it is seen from above
    for (const mesh of [shadow, grid]) {
      mesh.position.set(middle.x, middle.y, z);
      mesh.renderOrder = -1;
      this.object.add(mesh);
    }
  }

  setShadow(on: boolean): void {
    this.hasShadow = on;
  }

  /// The shadow lies straight below the robot: elsewhere none is looked for.
  update(pose: Pose): void {
    this.shadow.visible = this.hasShadow;
    if (!this.hasShadow || !Number.isFinite(this.reach)) return;
    const { x, y, z } = this.plan;
    const box = new RunningBounds();
    for (const places of [pose.body_position, pose.section_position, pose.fitting_position])
      for (let i = 0; i + 2 < places.length; i += 3)
        box.point(places[i]!, places[i + 1]!, places[i + 2]!);
    const { min, max } = box.box();
    const margin = this.reach + 0.02 * (x[1] - x[0]);
    const span = ([low, high]: [number, number], k: 0 | 1) =>
      [Math.max(low, min[k] - margin), Math.min(high, max[k] + margin)] as const;
    const [[west, east], [south, north]] = [span(x, 0), span(y, 1)];
    this.shadow.visible = east > west && north > south;
    this.shadow.position.set((west + east) / 2, (south + north) / 2, z);
    this.shadow.scale.set(Math.max(east - west, 0), Math.max(north - south, 0), 1);
  }

  /// What the cells measure.
  get text(): string {
    return `grid ${lengthText(this.plan.cell)}`;
  }

  dispose(): void {
    disposeTree(this.object);
  }
}
