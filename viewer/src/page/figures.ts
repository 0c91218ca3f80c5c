// Numbers that the run boils down to: those the model file asks for, and extremes of all columns.
import type { Quantity, Summary } from "../format/shared";
import { el } from "./dom";
import { number, quantity, unitText } from "./numbers";
import { tableBox, tableHead } from "./summary";

/// Figures of a column in one row: "tip.x.final", "tip.x.min", "tip.x.max".
function columnRows(entries: [string, Quantity][]): HTMLElement[] {
  const rows = new Map<string, { unit: string; values: Map<string, number | null> }>();
  for (const [name, { value, unit }] of entries) {
    const [, column, part] = /^(.*)\.(final|min|max)$/.exec(name) ?? [null, name, "final"];
    const row = rows.get(column) ?? { unit, values: new Map<string, number | null>() };
    row.values.set(part, value);
    rows.set(column, row);
  }
  return [...rows].map(([name, { unit, values }]) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, name),
      ...["final", "min", "max"].map((part) =>
        el("td", { class: "num" }, values.has(part) ? number(values.get(part)) : ""),
      ),
      el("td", {}, unitText(unit)),
    ),
  );
}

export function makeFigures({ figures, named_figures: named }: Summary): HTMLElement {
  const entries = Object.entries(figures);
  const rows = columnRows(entries.slice(named));
  const filter = el("input", {
    type: "search",
    placeholder: "Filter figures",
    "aria-label": "Filter figures by name",
    oninput: () => {
      rows.forEach((row) => {
        row.hidden = !(row.firstChild?.textContent ?? "").includes(filter.value.trim());
      });
      nothing.hidden = rows.some((row) => !row.hidden);
    },
  });
  const nothing = el("p", { class: "quiet", hidden: true }, "nothing found");
  return el(
    "div",
    { class: "stack" },
    named > 0 &&
      el(
        "section",
        { class: "card" },
        el("h3", {}, "Figures of the model file"),
        tableBox(
          el(
            "tbody",
            {},
            ...entries
              .slice(0, named)
              .map(([name, { value, unit }]) =>
                el(
                  "tr",
                  {},
                  el("th", { scope: "row" }, name),
                  el("td", { class: "num" }, quantity(value, unit, 8)),
                ),
              ),
          ),
        ),
      ),
    rows.length > 0 &&
      el(
        "section",
        { class: "card" },
        el("div", { class: "plot-head" }, el("h3", {}, "All columns"), filter),
        tableBox(
          tableHead("Column", "Final#", "Smallest#", "Largest#", "Unit"),
          el("tbody", {}, ...rows),
        ),
        nothing,
      ),
    entries.length === 0 && el("p", { class: "quiet" }, "No figures."),
  );
}
