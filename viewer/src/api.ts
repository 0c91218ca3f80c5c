// window.cuttle: for tests and for pictures made without a user.
import { duration, frameAt } from "./playback";
import type { Player } from "./player";
import type { ColourField, Stage } from "./stage";
import { viewNames, type View } from "./toolbar";

/// What is shown: an axis value, a moment of playback, or a frame; "last" of the run or the mode.
interface ShotOptions {
  time?: number;
  seconds?: number;
  frame?: number | "last";
  ghosts?: number;
  width: number;
  height: number;
  format: "png" | "svg";
  view?: string;
  colour?: ColourField;
}

interface CuttleApi {
  ready: Promise<void>;
  stage: Stage | null;
  seek(axisValue: number): void;
  time(): number;
  axis(): { name: string; unit: string; from: number; to: number };
  duration(): number; // of playback at speed 1 [s]
  play(): void;
  pause(): void;
  playing(): boolean;
  frameTimes(): number[];
  shot(options: ShotOptions): Promise<string>;
}

declare global {
  interface Window {
    cuttle: CuttleApi;
  }
}

const smaller = (a: number, b: number): number => Math.min(a, b);
const larger = (a: number, b: number): number => Math.max(a, b);

function isView(name: string): name is View {
  return (viewNames as readonly string[]).includes(name);
}

/// A picture as a PNG data URL or SVG text. The scene stays as it was set up for it.
async function shot(options: ShotOptions, player: Player, stage: Stage): Promise<string> {
  player.pause();
  if (options.view !== undefined) {
    if (!isView(options.view))
      throw new Error(`no view "${options.view}"; there are ${viewNames.join(", ")}`);
    stage.setView(options.view);
  }
  if (options.colour !== undefined) stage.setColour(options.colour);
  if (options.ghosts !== undefined) stage.setGhosts(options.ghosts);
  if (options.time !== undefined) player.seek(options.time);
  if (options.seconds !== undefined) player.goTo(frameAt(player.scene, options.seconds));
  if (options.frame === "last") player.seekFrame(player.span[1]);
  else if (options.frame !== undefined) player.goTo(options.frame);
  return options.format === "svg"
    ? stage.svg(options.width, options.height)
    : stage.picture(options.width, options.height);
}

export function makeApi(player: Player, stage: Stage | null, ready: Promise<void>): CuttleApi {
  return {
    ready,
    stage,
    seek: (axisValue) => {
      player.pause();
      player.seek(axisValue);
    },
    time: () => player.time(),
    axis: () => {
      const { axis, header } = player.scene;
      const { name, unit } = header.axis;
      const [from, to] = [axis.reduce(smaller, Infinity), axis.reduce(larger, -Infinity)];
      return { name, unit, from, to };
    },
    duration: () => duration(player.scene),
    play: () => player.play(),
    pause: () => player.pause(),
    playing: () => player.playing,
    frameTimes: () => player.frameTimes,
    shot: (options) =>
      stage ? shot(options, player, stage) : Promise.reject(new Error("this browser has no WebGL")),
  };
}
