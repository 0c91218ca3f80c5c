// Gravity by its size, its tilt from straight down, and the side that it tilts to.
import type { Vec3 } from "../format/shared";
import { button, el } from "../page/dom";
import { number } from "../page/numbers";
import { Slider } from "./slider";

const degree = Math.PI / 180;

export class GravityCard {
  readonly root: HTMLElement;
  private readonly text = el("span", { class: "quiet gravity-vector" });
  private readonly sliders: Slider[];
  private size = 0;
  private tilt = 0; // [deg]
  private towards = 0; // [deg] 0: x, 90: y

  constructor(
    file: Vec3,
    private readonly up: number, // 1, or -1: z points down
    private readonly turn: (gravity: Vec3) => void,
  ) {
    const reach = Math.max(20, 2 * Math.hypot(...file));
    this.sliders = [
      this.slider("size", "size", "m/s^2", [0, reach], (value) => (this.size = value)),
      this.slider("tilt from down", "tilt", "deg", [0, 180], (value) => (this.tilt = value)),
      this.slider("towards (0: x, 90: y)", "towards", "deg", [-180, 180], (value) => {
        this.towards = value;
      }),
    ];
    this.root = el(
      "section",
      { class: "card" },
      el(
        "div",
        { class: "plot-head" },
        el("h3", {}, "Gravity"),
        el(
          "div",
          { class: "buttons" },
          this.text,
          button("Off", "No gravity", () => turn([0, 0, 0]), "button small"),
          button("File", "Gravity of the file", () => turn(file), "button small"),
        ),
      ),
      ...this.sliders.map(({ root }) => root),
    );
  }

  /// Directions that the vector does not tell stay as they were.
  set(gravity: Vec3): void {
    const [x, y, z] = gravity;
    this.size = Math.hypot(x, y, z);
    if (this.size > 0) this.tilt = Math.acos(Math.max(-1, Math.min(1, (-this.up * z) / this.size))) / degree;
    if (Math.hypot(x, y) > 1e-9 * this.size) this.towards = Math.atan2(y, x) / degree;
    [this.size, this.tilt, this.towards].forEach((value, i) => this.sliders[i].set(value));
    this.text.textContent = `(${gravity.map((value) => number(value, 3)).join(", ")})`;
  }

  private slider(
    label: string,
    key: string,
    unit: string,
    [min, max]: [number, number],
    set: (value: number) => void,
  ): Slider {
    const turn = (value: number): void => {
      set(value);
      this.tell();
    };
    return new Slider({ label, key: `gravity.${key}`, unit, min, max, turn });
  }

  private tell(): void {
    const side = this.size * Math.sin(this.tilt * degree);
    const [x, y] = [Math.cos(this.towards * degree), Math.sin(this.towards * degree)];
    const down = this.size * Math.cos(this.tilt * degree);
    this.turn([side * x, side * y, -this.up * down]);
  }
}
