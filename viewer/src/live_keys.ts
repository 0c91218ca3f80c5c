// Keys of the live page, and the page that explains them.
import { button, el } from "./dom";
import { viewNames, type Toolbar } from "./toolbar";

const help: [string, string][] = [
  ["Space", "run or pause the motion"],
  ["R", "back to the initial state"],
  ["E", "equilibrium"],
  ["1 2 3 4", "view: iso, front, side, top"],
  ["C", "next colour"],
  ["?", "this help"],
  ["Mouse", "drag: turn; right drag: move; wheel: zoom"],
  ["Sliders", "what you turn stays so until you press File; arrow keys turn in small steps"],
  ["Model file", "save it in your editor: the page follows"],
];

export function makeLiveHelp(): HTMLDialogElement {
  const dialog: HTMLDialogElement = el("dialog", { class: "help", "aria-label": "Help",
    onclick: (event) => { if (event.target === dialog) dialog.close(); } },
    el("div", { class: "help-box" },
      el("h2", {}, "Keys and mouse"),
      el("dl", {}, ...help.flatMap(([keys, text]) => [el("dt", {}, keys), el("dd", {}, text)])),
      button("Close", "Close the help", () => dialog.close())));
  return dialog;
}

export interface LiveActions {
  toggle(): void;
  reset(): void;
  settle(): void;
  toolbar(): Toolbar | null;
}

/** Keys belong to the fields and buttons that have the focus. */
function taken(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches("select, textarea, input:not([type=range], [type=checkbox])")) return true;
  return event.key === " " && target.matches("button, summary, input[type=checkbox]") && target.matches(":focus-visible");
}

export function listenToLiveKeys(actions: LiveActions, dialog: HTMLDialogElement): void {
  const keys: Record<string, () => void> = {
    " ": () => actions.toggle(),
    r: () => actions.reset(),
    e: () => actions.settle(),
    c: () => actions.toolbar()?.nextColour(),
    "?": () => dialog.showModal(),
  };
  viewNames.forEach((view, index) => { keys[String(index + 1)] = () => actions.toolbar()?.setView(view); });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || taken(event) || dialog.open) return;
    const action = keys[event.key.toLowerCase()];
    if (!action) return;
    // a button that was clicked must not take the key as well
    if (event.key === " " && event.target instanceof HTMLElement && event.target !== document.body) event.target.blur();
    event.preventDefault();
    action();
  });
}
