// Keys of the report, and the page that explains them.
import type { Player } from "../scene/player";
import { listenToActions, makeHelpDialog } from "./keys";
import type { Toolbar } from "./toolbar";

export function makeHelp(): HTMLDialogElement {
  return makeHelpDialog([
    ["Space", "play or pause"],
    ["← →", "one frame back or forward (with Shift: ten)"],
    ["Home End", "first or last frame"],
    ["1 2 3 4", "view: iso, front, side, top"],
    ["C", "next colour"],
    ["G", "ghosts on or off"],
    ["?", "this help"],
    ["Mouse", "drag: turn; right drag: move; wheel: zoom"],
    ["Touch", "one finger: turn; two fingers: move and zoom; tap a plot: go to that time"],
    ["Plots", "hover or click: go to that time; drag: zoom; double click: whole axis"],
  ]);
}

export function listenToKeys(
  player: Player,
  toolbar: Toolbar | null,
  dialog: HTMLDialogElement,
): void {
  const keys = {
    " ": () => player.toggle(),
    ArrowLeft: (event: KeyboardEvent) => player.step(event.shiftKey ? -10 : -1),
    ArrowRight: (event: KeyboardEvent) => player.step(event.shiftKey ? 10 : 1),
    Home: () => {
      player.pause();
      player.seekFrame(player.span[0]);
    },
    End: () => {
      player.pause();
      player.seekFrame(player.span[1]);
    },
    g: () => toolbar?.toggleGhosts(),
  };
  listenToActions(keys, () => toolbar, dialog);
}
