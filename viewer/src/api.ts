// window.cuttle: for tests and for pictures made without a user.
import type { Player } from "./player";
import type { ColourField, Stage } from "./stage";
import { viewNames, type View } from "./toolbar";

export interface ShotOptions {
  time?: number;
  ghosts?: number;
  width: number;
  height: number;
  format: "png" | "svg";
  view?: string;
  colour?: ColourField;
  background?: string;
}

export interface CuttleApi {
  ready: Promise<void>;
  stage: Stage | null;
  seek(axisValue: number): void;
  time(): number;
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
  return options.format === "svg"
    ? stage.svg(options.width, options.height)
    : stage.picture(options.width, options.height, options.background);
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
    play: () => player.play(),
    pause: () => player.pause(),
    playing: () => player.playing,
    frameTimes: () => player.frameTimes,
    shot: (options) =>
      stage ? shot(options, player, stage) : Promise.reject(new Error("this browser has no WebGL")),
  };
}
