// Keys, and the page that explains them.
import { button, el } from "./dom";
import type { Player } from "./player";
import { viewNames, type Toolbar } from "./toolbar";

const help: [string, string][] = [
  ["Space", "play or pause"],
  ["← →", "one frame back or on (with Shift: ten)"],
  ["Home End", "first or last frame"],
  ["1 2 3 4", "view: iso, front, side, top"],
  ["C", "next colour"],
  ["G", "ghosts on or off"],
  ["?", "this help"],
  ["Mouse", "drag: turn; right drag: move; wheel: zoom"],
  ["Plots", "hover or click: go to that time; drag: zoom; double click: whole axis"],
];

export function makeHelp(): HTMLDialogElement {
  const dialog: HTMLDialogElement = el(
    "dialog",
    {
      class: "help",
      "aria-label": "Help",
      onclick: (event) => {
        if (event.target === dialog) dialog.close();
      },
    },
    el(
      "div",
      { class: "help-box" },
      el("h2", {}, "Keys and mouse"),
      el("dl", {}, ...help.flatMap(([keys, text]) => [el("dt", {}, keys), el("dd", {}, text)])),
      button("Close", "Close the help", () => dialog.close()),
    ),
  );
  return dialog;
}

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && target.type !== "range" && target.type !== "checkbox")
  );
}

/// Space belongs to a button that was reached by the Tab key, not to one that was clicked.
function spaceFilter(): (target: EventTarget | null) => boolean {
  let tabbed = false;
  const remember = (event: Event): void => {
    if (!(event instanceof KeyboardEvent)) tabbed = false;
    else if (event.key === "Tab") tabbed = true;
  };
  document.addEventListener("pointerdown", remember, true);
  document.addEventListener("keydown", remember, true);
  return (target) =>
    tabbed &&
    target instanceof HTMLElement &&
    target.matches("button, summary, input[type=checkbox]");
}

export function listenToKeys(
  player: Player,
  toolbar: Toolbar | null,
  dialog: HTMLDialogElement,
): void {
  const keys: Record<string, (event: KeyboardEvent) => void> = {
    " ": () => player.toggle(),
    ArrowLeft: (event) => player.step(event.shiftKey ? -10 : -1),
    ArrowRight: (event) => player.step(event.shiftKey ? 10 : 1),
    Home: () => {
      player.pause();
      player.seekFrame(player.span[0]);
    },
    End: () => {
      player.pause();
      player.seekFrame(player.span[1]);
    },
    c: () => toolbar?.nextColour(),
    g: () => toolbar?.toggleGhosts(),
    "?": () => dialog.showModal(),
  };
  viewNames.forEach((view, index) => {
    keys[String(index + 1)] = () => toolbar?.setView(view);
  });
  const wantsSpace = spaceFilter();
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || dialog.open)
      return;
    const action = keys[event.key];
    if (!action || (event.key === " " && wantsSpace(event.target))) return;
    // a button that was clicked must not take the key as well
    if (event.key === " " && event.target instanceof HTMLElement && event.target !== document.body)
      event.target.blur();
    event.preventDefault();
    action(event);
  });
}
