// What both pages share about keys: who may have one, and the page that explains them.
import { button, el } from "./dom";
import { type Toolbar, viewNames } from "./toolbar";

export type KeyActions = Record<string, (event: KeyboardEvent) => void>;

/// Rows: the key, and what it does.
export function makeHelpDialog(rows: [string, string][]): HTMLDialogElement {
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
      el("dl", {}, ...rows.flatMap(([keys, text]) => [el("dt", {}, keys), el("dd", {}, text)])),
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

/// Actions of a page by key, and those of every page: views, colours, help. The toolbar may change.
export function listenToActions(
  own: KeyActions,
  toolbar: () => Toolbar | null,
  dialog: HTMLDialogElement,
): void {
  const keys: KeyActions = {
    ...own,
    c: () => toolbar()?.nextColour(),
    "?": () => dialog.showModal(),
  };
  viewNames.forEach((view, index) => {
    keys[String(index + 1)] = () => toolbar()?.setView(view);
  });
  const wantsSpace = spaceFilter();
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || dialog.open)
      return;
    const action = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (!action || (event.key === " " && wantsSpace(event.target))) return;
    // a button that was clicked must not take the key as well
    if (event.key === " " && event.target instanceof HTMLElement && event.target !== document.body)
      event.target.blur();
    event.preventDefault();
    action(event);
  });
}
