// window.cuttle: for tests and for pictures made without a user.
import { colourFields } from "../scene/part";
import { duration, frameAt } from "../scene/playback";
import type { Player } from "../scene/player";
import type { ColourField, Stage } from "../scene/stage";
import { viewNames, type View } from "./toolbar";

/// How the scene looks.
interface Dress {
  ghosts?: number;
  view?: string;
  colour?: ColourField;
}

/// What is shown: an axis value, a moment of playback, or a frame; "last" of the run or the mode.
interface ShotOptions extends Dress {
  time?: number;
  seconds?: number;
  frame?: number | "last";
  width: number;
  height: number;
  format: "png" | "svg";
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
  /// What a picture can be asked for.
  facts(): { frames: number; colours: ColourField[]; modes: number };
  /// From now on the page makes a film, which `filmed` gives picture by picture.
  film(options: Dress & { width: number; height: number }): Promise<string>;
  filmed(seconds: number): string;
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

function dress({ view, colour, ghosts }: Dress, stage: Stage): void {
  stage.openOnRun();
  if (ghosts) {
    // snapshots show the way, all of it
    if (stage.following !== null) {
      stage.follow(null);
      stage.setView("iso");
      stage.traceAll();
    }
    stage.setGhosts(ghosts);
  }
  if (view !== undefined) {
    if (!isView(view)) throw new Error(`no view "${view}"; there are ${viewNames.join(", ")}`);
    stage.setView(view);
  }
  if (colour !== undefined) stage.setColour(colour);
}

/// A picture as a PNG data URL or SVG text. The scene stays as it was set up for it.
async function shot(options: ShotOptions, player: Player, stage: Stage): Promise<string> {
  player.pause();
  dress(options, stage);
  if (options.time !== undefined) player.seek(options.time);
  if (options.seconds !== undefined) player.goTo(frameAt(player.scene, options.seconds));
  if (options.frame === "last") player.seekFrame(player.span[1]);
  else if (options.frame !== undefined) player.goTo(options.frame);
  return options.format === "svg"
    ? stage.svg(options.width, options.height)
    : stage.picture(options.width, options.height);
}

const noStage = "this browser has no WebGL";

export function makeApi(player: Player, stage: Stage | null, ready: Promise<void>): CuttleApi {
  let picture: ((frame: number) => string) | null = null;
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
      stage ? shot(options, player, stage) : Promise.reject(new Error(noStage)),
    facts: () => {
      const { header } = player.scene;
      const { frames, modes } = header;
      return { frames, colours: colourFields(header), modes: modes?.length ?? 0 };
    },
    film: async (options) => {
      if (!stage) throw new Error(noStage);
      player.pause();
      dress(options, stage);
      picture = stage.film(options.width, options.height);
      return "ready";
    },
    filmed: (seconds) => {
      if (!picture) throw new Error("no film has been started");
      return picture(frameAt(player.scene, seconds));
    },
  };
}
