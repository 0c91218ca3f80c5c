// A slider with a number beside it, both for one value.
import { el, type Child } from "../page/dom";
import { unitText } from "../page/numbers";

const digits = 4;

export interface SliderOptions {
  label: string;
  key: string; // names it in the page
  unit: string;
  min: number;
  max: number;
  turn(value: number): void;
  end?: Child; // of the row
}

export class Slider {
  readonly root: HTMLElement;
  private readonly range: HTMLInputElement;
  private readonly field: HTMLInputElement;
  private held = false; // a finger is on it

  constructor(private readonly options: SliderOptions) {
    const { label, key, unit, min, max } = options;
    const letGo = (): void => {
      this.held = false;
    };
    this.range = el("input", {
      type: "range",
      class: "slider",
      min,
      max,
      step: "any",
      "aria-label": label,
      oninput: () => this.turn(Number(this.range.value)),
      onpointerdown: () => {
        this.held = true;
      },
      onpointerup: letGo,
      onpointercancel: letGo,
    });
    this.field = el("input", {
      type: "number",
      step: "any",
      "aria-label": `${label}, number`,
      onchange: () => {
        if (this.field.value !== "") this.turn(this.field.valueAsNumber);
      },
    });
    this.root = el(
      "div",
      { class: "knob", "data-key": key },
      el("span", { class: "knob-name", title: key }, label),
      this.range,
      this.field,
      el("span", { class: "unit knob-unit" }, unitText(unit)),
      el("span", { class: "knob-end" }, options.end),
    );
  }

  /// Where the program has it; a hand on the slider is stronger.
  set(value: number): void {
    if (!this.held) this.show(value);
  }

  enable(on: boolean): void {
    this.range.disabled = this.field.disabled = !on;
  }

  private turn(value: number): void {
    if (!Number.isFinite(value)) return;
    this.show(value);
    this.options.turn(value);
  }

  private show(value: number): void {
    this.range.value = String(value);
    if (document.activeElement === this.field) return;
    this.field.value = String(Number(value.toPrecision(digits)));
  }
}
