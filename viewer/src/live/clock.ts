// What is shown, and how time goes by: below the scene.
import type { Command, LiveFrame } from "../format/shared";
import { button, el, select } from "../page/dom";
import { number } from "../page/numbers";

const speeds = [0.1, 0.25, 0.5, 1, 2, 5, 10];
const slow = 0.9; // of the speed that was asked for

export class LiveClock {
  readonly root: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly initial: HTMLButtonElement;
  private readonly settle: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;
  private readonly readout = el("output", { class: "readout", id: "time-readout" });
  private readonly note = el("span", { class: "quiet clock-note" });
  private rate = 1;
  playing = false;

  constructor(private readonly send: (command: Command) => void) {
    this.play = button("", "Run", () => this.toggle(), "button play");
    this.play.append(el("span", { class: "play-icon" }));
    this.initial = button("Initial", "The initial state of the file (R)", () =>
      send({ command: "reset" }),
    );
    this.settle = button("Equilibrium", "The equilibrium under the inputs (E)", () =>
      send({ command: "settle" }),
    );
    const choices = speeds.map((value) => ({ value: String(value), text: `${value}×` }));
    const { root, input } = select("Speed", choices, (value) =>
      send({ command: "set_speed", value: Number(value) }),
    );
    this.speed = input;
    const group = { class: "segments", role: "group", "aria-label": "State" };
    this.root = el(
      "div",
      { class: "timeline", role: "group", "aria-label": "What is shown" },
      el("div", group, this.initial, this.settle),
      this.play,
      this.readout,
      this.note,
      root,
    );
  }

  toggle(): void {
    this.send({ command: this.playing ? "pause" : "play" });
  }

  show({ t, mode, playing, speed, rate }: LiveFrame): void {
    this.playing = playing;
    const name = playing ? "Pause" : "Run";
    this.play.setAttribute("aria-label", name);
    this.play.title = `${name} the motion (space)`;
    this.play.classList.toggle("playing", playing);
    this.initial.setAttribute("aria-pressed", String(mode === "initial"));
    this.settle.setAttribute("aria-pressed", String(mode === "statics"));
    this.readout.textContent = `t = ${t.toFixed(2)} s`;
    if (document.activeElement !== this.speed) this.speed.value = String(speed);
    // a rate of single frames jumps about
    this.rate = playing ? 0.9 * this.rate + 0.1 * rate : speed;
    const late = playing && this.rate < slow * speed;
    this.note.textContent = late ? `slower than requested: ${number(this.rate, 2)}×` : "";
  }
}
