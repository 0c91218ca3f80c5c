// Play button, slider, time, speed and loop below the scene.
import { duration } from "../scene/playback";
import type { Player } from "../scene/player";
import { button, el, select } from "./dom";
import { decimalsFor, isRigidMotion, number, unitText } from "./numbers";

const speeds = [0.1, 0.25, 0.5, 1, 2, 5, 10];
/// A run that passes faster than this is slowed down at first.
const shortestShowSeconds = 2;

/// `still` is told where nothing can be played.
export function makeTimeline(player: Player, still: string): HTMLElement {
  const root = el("div", { class: "timeline", role: "group", "aria-label": "Timeline" });
  if (!player.canPlay) {
    root.append(el("p", { class: "quiet" }, still));
    return root;
  }
  const play = button("", "Play", () => player.toggle(), "button play");
  play.append(el("span", { class: "play-icon" }));
  const slider = makeSlider(player);
  const readout = el("output", { class: "readout", id: "time-readout" });
  const loop = el(
    "button",
    {
      type: "button",
      class: "button",
      title: "Start again at the end",
      onclick: () => {
        player.loop = !player.loop;
        update();
      },
    },
    "Loop",
  );
  root.append(
    ...[
      player.isModes && modeSelect(player),
      play,
      slider,
      readout,
      el("div", { class: "pace" }, speedSelect(player), !player.isModes && loop),
    ].filter((node) => node instanceof HTMLElement),
  );

  const text = readoutText(player);
  // as wide as it ever gets: nothing moves while it plays
  const ends = [player.scene.axis[0], player.scene.axis.at(-1)].map((at) => text(at).length);
  readout.style.minWidth = `${Math.max(...ends) + 1}ch`;
  const update = (): void => {
    play.setAttribute("aria-label", player.playing ? "Pause" : "Play");
    play.title = `${player.playing ? "Pause" : "Play"} (space)`;
    play.classList.toggle("playing", player.playing);
    loop.setAttribute("aria-pressed", String(player.loop));
    const [first, last] = player.span;
    slider.min = String(first);
    slider.max = String(last);
    slider.value = String(player.frame);
    readout.textContent = text();
    slider.setAttribute("aria-valuetext", text());
  };
  player.listeners.push(update);
  update();
  return root;
}

function makeSlider(player: Player): HTMLInputElement {
  const slider = el("input", {
    type: "range",
    class: "slider",
    min: 0,
    max: 1,
    step: "any",
    "aria-label": player.isModes ? "Phase of the mode" : `Axis: ${player.scene.header.axis.name}`,
    oninput: () => {
      player.pause();
      player.seekFrame(Number(slider.value));
    },
  });
  return slider;
}

/// The words for what is shown, or for another axis value.
function readoutText(player: Player): (at?: number) => string {
  const { name, unit } = player.scene.header.axis;
  if (player.isModes) {
    return () => {
      const [first, last] = player.span;
      const phase = -1 + (2 * (player.frame - first)) / (last - first);
      return `${number(100 * Math.sin((phase * Math.PI) / 2), 3)} %`;
    };
  }
  const decimals = decimalsFor(player.scene.axis);
  const label = unitText(unit);
  return (at = player.time()) =>
    `${name} = ${at.toFixed(decimals)}${label ? ` ${label}` : ""}`;
}

function speedSelect(player: Player): HTMLElement {
  const { root, input } = select(
    "Speed",
    speeds.map((speed) => ({ value: String(speed), text: `${speed}×` })),
    (value) => {
      player.speed = Number(value);
    },
  );
  const seconds = duration(player.scene);
  player.speed =
    speeds.findLast((speed) => speed <= 1 && seconds / speed >= shortestShowSeconds) ?? speeds[0];
  input.value = String(player.speed);
  return root;
}

function modeSelect(player: Player): HTMLElement {
  const options = player.modes.map((mode, index) => ({
    value: String(index),
    text: `${index + 1}: ${modeText(mode)}`,
  }));
  const { root, input } = select("Mode", options, (value) => player.selectMode(Number(value)));
  player.listeners.push(() => {
    input.value = String(player.mode);
  });
  return root;
}

function modeText({ frequency, growth }: { frequency: number; growth: number }): string {
  if (isRigidMotion(frequency, growth)) return "0 Hz, rigid motion";
  return `${number(frequency)} Hz${growth ? `, growth ${number(growth, 3)} 1/s` : ""}`;
}
