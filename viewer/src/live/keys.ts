// Keys of the live page, and the page that explains them.
import { listenToActions, makeHelpDialog } from "../page/keys";
import type { Toolbar } from "../page/toolbar";

export function makeLiveHelp(): HTMLDialogElement {
  return makeHelpDialog([
    ["Space", "run or pause the motion"],
    ["R", "back to the initial state"],
    ["E", "equilibrium"],
    ["1 2 3 4", "view: iso, front, side, top"],
    ["C", "next colour"],
    ["?", "this help"],
    ["Mouse", "drag: turn; right drag: move; wheel: zoom"],
    ["Touch", "one finger: turn; two fingers: move and zoom"],
    ["Sliders", "a changed value stays until you press File; arrow keys change it in small steps"],
    ["Model file", "save it in your editor: the page updates"],
  ]);
}

export interface LiveActions {
  toggle(): void;
  reset(): void;
  settle(): void;
  toolbar(): Toolbar | null;
}

export function listenToLiveKeys(actions: LiveActions, dialog: HTMLDialogElement): void {
  const keys = {
    " ": () => actions.toggle(),
    r: () => actions.reset(),
    e: () => actions.settle(),
  };
  listenToActions(keys, () => actions.toolbar(), dialog);
}
