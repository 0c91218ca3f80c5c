// Pages behind tabs; each is made when it is first opened.
import { el } from "./dom";

export interface Tab {
  name: string;
  make(): HTMLElement;
}

export function makeTabs(label: string, tabs: Tab[]): HTMLElement {
  const list = el("div", { class: "tab-list", role: "tablist", "aria-label": label });
  const pages = tabs.map(({ name }) =>
    el("div", {
      class: "tab-page",
      role: "tabpanel",
      id: `page-${name}`,
      "aria-labelledby": `tab-${name}`,
      tabindex: -1,
    }),
  );
  const heads = tabs.map(({ name }, index) =>
    el(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": `page-${name}`,
        onclick: () => open(index),
      },
      name,
    ),
  );
  const open = (chosen: number): void => {
    heads.forEach((head, i) => {
      head.setAttribute("aria-selected", String(i === chosen));
      head.tabIndex = i === chosen ? 0 : -1;
    });
    pages.forEach((page, i) => {
      page.hidden = i !== chosen;
    });
    if (!pages[chosen].firstChild) pages[chosen].append(tabs[chosen].make());
  };
  // arrows walk along the tabs and do not move the scene
  list.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    event.stopPropagation();
    const next =
      (heads.findIndex((head) => head.tabIndex === 0) + way + heads.length) % heads.length;
    open(next);
    heads[next].focus();
  });
  list.append(...heads);
  open(0);
  return el("section", { class: "panel", "aria-label": label }, list, ...pages);
}
