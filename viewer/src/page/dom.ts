// Small helpers to make elements.

type Attributes = Record<string, string | number | boolean | EventListener | undefined>;
export type Child = Node | string | null | undefined | false;

/// An element: `on…` attributes are listeners, booleans are set or left out.
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) node.append(child);
  return node;
}

export function button(
  text: Child,
  label: string,
  onclick: (event: Event) => void,
  className = "button",
): HTMLButtonElement {
  return el(
    "button",
    { type: "button", class: className, "aria-label": label, title: label, onclick },
    text,
  );
}

/// A select with its label.
export function select(
  label: string,
  options: { value: string; text: string }[],
  onchange: (value: string) => void,
): { root: HTMLElement; input: HTMLSelectElement } {
  // chosen by mouse it lets go of the keys, which belong to the page
  let pointed = false;
  const input: HTMLSelectElement = el("select", {
    "aria-label": label,
    onpointerdown: () => (pointed = true),
    onkeydown: () => (pointed = false),
    onchange: () => {
      onchange(input.value);
      if (pointed) input.blur();
    },
  });
  for (const { value, text } of options) input.append(el("option", { value }, text));
  return { root: el("label", { class: "field" }, el("span", {}, label), input), input };
}

/// A button that opens a panel below it; closes by Escape or a click elsewhere.
export function menu(text: string, label: string, ...content: Child[]): HTMLDetailsElement {
  const panel = el("div", { class: "menu-panel" }, ...content);
  const root = el(
    "details",
    { class: "menu" },
    el("summary", { class: "button", title: label }, text),
    panel,
  );
  const close = (event: Event) => {
    const outside =
      event instanceof KeyboardEvent
        ? event.key === "Escape"
        : !root.contains(event.target as Node);
    if (outside) root.open = false;
  };
  // the document is listened to while it is open: a menu that is replaced leaves nothing behind
  const listen = (on: boolean) => {
    for (const event of ["pointerdown", "keydown"])
      if (on) document.addEventListener(event, close);
      else document.removeEventListener(event, close);
  };
  root.addEventListener("toggle", () => {
    listen(root.open);
    if (root.open) keepInside(panel);
  });
  return root;
}

/// Moves a panel left or right until it is inside the window.
function keepInside(panel: HTMLElement): void {
  panel.style.translate = "";
  const { left, right } = panel.getBoundingClientRect();
  const margin = 8;
  const width = document.documentElement.clientWidth;
  const shift = right > width - margin ? width - margin - right : Math.max(0, margin - left);
  panel.style.translate = `${Math.max(shift, margin - left)}px 0`;
}

export function checkbox(
  text: string,
  checked: boolean,
  onchange: (on: boolean) => void,
): HTMLLabelElement {
  const input = el("input", { type: "checkbox", checked, onchange: () => onchange(input.checked) });
  return el("label", { class: "check" }, input, text);
}
