// The ground: a grid of round cells and the shadow of the robot on it.
import {
  Color, DoubleSide, Group, Mesh, PlaneGeometry, ShaderMaterial, ShadowMaterial, Vector2,
} from "three";
import type { Sizes } from "./cast";
import { type Theme, looks } from "./colour";
import { disposeTree } from "./part";
import type { Bounds } from "./scene_data";

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

interface GridPlan {
  cell: number; // [m]
  z: number;
  x: [number, number]; // whole cells
  y: [number, number];
}

const mostCells = 200; // across

/// A plane under everything; z = 0 where that is below everything and not far away. Cells go by the
/// run, or by a robot that is small in it.
function planGrid({ min, max }: Bounds, { run, robot, far }: Sizes): GridPlan {
  const across = Math.hypot(max[0] - min[0], max[1] - min[1]);
  const size = far ? Math.max(across, 4 * robot) : run;
  const cell = roundBelow(far ? Math.max(robot / 4, size / mostCells) : run / 8);
  const isNear = min[2] >= 0 && min[2] <= 0.6 * size;
  const around = (k: 0 | 1): [number, number] => {
    const middle = (min[k] + max[k]) / 2;
    const half = (max[k] - min[k]) / 2 + 0.25 * size;
    return [Math.floor((middle - half) / cell) * cell, Math.ceil((middle + half) / cell) * cell];
  };
  return { cell, z: isNear ? 0 : min[2] - 1e-3 * size, x: around(0), y: around(1) };
}

const vertexShader = `
varying vec2 place;
void main() {
  place = (modelMatrix * vec4(position, 1.0)).xy;
  gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(position, 1.0);
}`;

// lines of constant width on the screen, finer ones fading where they come too close
const fragmentShader = `
uniform float cell;
uniform vec3 colour;
uniform vec2 middle;
uniform vec2 reach;
varying vec2 place;
float lines(float spacing, float width) {
  vec2 q = place / spacing;
  vec2 w = fwidth(q);
  vec2 away = abs(fract(q - 0.5) - 0.5) / w;
  vec2 one = clamp(width * 0.5 + 0.5 - away, 0.0, 1.0) * clamp(1.0 - 2.5 * w, 0.0, 1.0);
  return max(one.x, one.y);
}
void main() {
  vec2 out_ = abs(place - middle) / reach;
  float fade = 1.0 - smoothstep(0.55, 1.0, length(out_));
  float strength = max(0.55 * lines(cell, 1.0), 0.95 * lines(5.0 * cell, 1.3));
  gl_FragColor = vec4(colour, strength * fade);
  #include <colorspace_fragment>
}`;

export class Ground {
  readonly object = new Group();
  readonly plan: GridPlan;

  constructor(bounds: Bounds, sizes: Sizes, theme: Theme) {
    this.plan = planGrid(bounds, sizes);
    const { x, y, z, cell } = this.plan;
    const middle = new Vector2((x[0] + x[1]) / 2, (y[0] + y[1]) / 2);
    // the fade is an ellipse that ends well outside the robot
    const reach = new Vector2(x[1] - x[0], y[1] - y[0]).multiplyScalar(0.85);
    const plane = new PlaneGeometry(2 * reach.x, 2 * reach.y);
    const grid = new Mesh(
      plane,
      new ShaderMaterial({
        vertexShader, fragmentShader, transparent: true, depthWrite: false, side: DoubleSide,
        uniforms: {
          cell: { value: cell },
          colour: { value: new Color(looks[theme].grid) },
          middle: { value: middle },
          reach: { value: reach },
        },
      }),
    );
    const opacity = theme === "light" ? 0.13 : 0.4;
    const shade = new ShadowMaterial({ opacity, depthWrite: false });
    const shadow = new Mesh(new PlaneGeometry(x[1] - x[0], y[1] - y[0]), shade);
    shadow.receiveShadow = true;
    for (const mesh of [shadow, grid]) {
      mesh.position.set(middle.x, middle.y, z);
      mesh.renderOrder = -1;
      this.object.add(mesh);
    }
  }

  /// What the cells measure.
  get text(): string {
    return `grid ${lengthText(this.plan.cell)}`;
  }

  dispose(): void {
    disposeTree(this.object);
  }
}
