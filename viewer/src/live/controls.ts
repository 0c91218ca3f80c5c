// Everything that can be turned: inputs, joints, gravity.
import type { Command, LiveFrame, LiveInput, LiveJoint, LiveModel } from "../format/shared";
import { button, checkbox, el } from "../page/dom";
import { GravityCard } from "./gravity";
import { Slider } from "./slider";

type Send = (command: Command) => void;

const groups: [string, string][] = [
  ["cables.", "Cables"],
  ["joints.", "Driven joints"],
  ["loads.", "Loads"],
  ["thrusters.", "Thrusters"],
  ["fins.", "Fins"],
  ["water.", "Water"],
];

/// "tip: force z" of "loads.tip.force.z"; a cable has nothing but its tension.
function labelOf(name: string): string {
  const [, part, ...rest] = name.split(".");
  const what = rest.join(" ");
  return what === "tension" || what === "" ? part : `${part}: ${what}`;
}

class InputRow {
  readonly slider: Slider;
  private readonly release: HTMLButtonElement;

  constructor({ name, unit, min, max, value, overridden }: LiveInput, send: Send) {
    this.release = button(
      "File",
      `${name} follows the file again`,
      () => send({ command: "release_input", name }),
      "button small",
    );
    this.slider = new Slider({
      label: labelOf(name),
      key: name,
      unit,
      min,
      max,
      end: this.release,
      turn: (turned) => send({ command: "set_input", name, value: turned }),
    });
    this.set(value, overridden);
  }

  set(value: number, overridden: boolean): void {
    this.slider.set(value);
    this.release.style.visibility = overridden ? "" : "hidden";
    this.slider.root.classList.toggle("turned", overridden);
  }
}

class JointRow {
  readonly slider: Slider;
  private shown = 0;

  constructor({ body, kind, unit, min, max, value, held }: LiveJoint, send: Send) {
    const hold = checkbox("hold", held, (on) =>
      send(
        on ? { command: "hold_joint", body, value: this.shown } : { command: "free_joint", body },
      ),
    );
    hold.title = `Keep the ${kind} joint of ${body} where the slider is`;
    this.slider = new Slider({
      label: `${body}: ${kind}`,
      key: `hold.${body}`,
      unit,
      min,
      max,
      end: hold,
      turn: (turned) => send({ command: "hold_joint", body, value: turned }),
    });
    this.slider.enable(held);
    this.slider.root.classList.toggle("turned", held);
    this.set(value);
  }

  set(value: number): void {
    this.shown = value;
    this.slider.set(value);
  }
}

export class LiveControls {
  readonly root: HTMLElement;
  private readonly inputs: InputRow[];
  private readonly joints: JointRow[];
  private readonly gravity: GravityCard;

  constructor(model: LiveModel, up: number, send: Send) {
    this.inputs = model.inputs.map((input) => new InputRow(input, send));
    this.joints = model.joints.map((joint) => new JointRow(joint, send));
    this.gravity = new GravityCard(model.file_gravity, up, (value) =>
      send({ command: "set_gravity", value }),
    );
    this.gravity.set(model.gravity);
    const cards = groups.map(([prefix, title]) => {
      const rows = this.inputs.filter((_, i) => model.inputs[i].name.startsWith(prefix));
      return rows.length > 0 && card(title, rows);
    });
    this.root = el(
      "div",
      { class: "stack" },
      el(
        "div",
        { class: "board-head" },
        el("span", { class: "quiet live-hint" }, "Change something: the model responds at once."),
        button("Reset all", "All inputs, joints and gravity as in the file", () =>
          send({ command: "release_all" }),
        ),
      ),
      ...cards,
      this.joints.length > 0 && card("Free joints", this.joints),
      this.gravity.root,
    );
  }

  show(frame: LiveFrame): void {
    this.inputs.forEach((row, i) => row.set(frame.inputs[i], frame.overridden[i]));
    this.joints.forEach((row, i) => row.set(frame.joints[i]));
    this.gravity.set(frame.gravity);
  }
}

function card(title: string, rows: { slider: Slider }[]): HTMLElement {
  const sliders = rows.map(({ slider }) => slider.root);
  return el("section", { class: "card" }, el("h3", {}, title), ...sliders);
}
