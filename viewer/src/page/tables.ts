// Records that are tables rather than curves: a static state, a list of modes.
import type { Column, Series } from "../format/document";
import { PlotBoard, type PlotLinks } from "../plots/board";
import { button, el } from "./dom";
import { csvText, save } from "./downloads";
import { isRigidMotion, labelled, number, unitText } from "./numbers";
import { tableBox } from "./summary";

/// One row: a line per column.
export function makeStateTable(model: string, series: Series): HTMLElement {
  return el(
    "div",
    { class: "board" },
    el(
      "section",
      { class: "card" },
      el(
        "div",
        { class: "plot-head" },
        el("h3", {}, "Record"),
        button(
          "CSV",
          "Save the record as CSV",
          () => save(`${model}.csv`, csvText(series.axis, series.columns)),
          "button small",
        ),
      ),
      tableBox(
        el(
          "tbody",
          {},
          ...series.columns.map(({ name, unit, doc, values }) =>
            el(
              "tr",
              { title: doc },
              el("th", { scope: "row" }, name),
              el("td", { class: "num" }, number(values[0], 7)),
              el("td", {}, unitText(unit)),
            ),
          ),
        ),
      ),
    ),
  );
}

/// Modes: bars of the frequencies and a table; a click chooses a mode.
export class ModeBoard {
  readonly root: HTMLElement;
  private readonly board: PlotBoard;
  private readonly rows: HTMLElement[];

  constructor(model: string, series: Series, choose: (index: number) => void) {
    const nearest = (value: number): void => choose(series.axis.values.indexOf(value));
    const links: PlotLinks = { hover: () => undefined, click: nearest };
    const shown = series.columns.filter(
      ({ name, values }) =>
        name === "frequency" || (name === "growth" && values.some((value) => value !== 0)),
    );
    const specs = shown.map((column) => ({
      title: column.name,
      unit: column.unit,
      columns: [column],
    }));
    this.board = new PlotBoard(model, series, links, specs, true);
    const columns = ["frequency", "growth"].flatMap((name) =>
      series.columns.filter((column) => column.name === name),
    );
    this.rows = Array.from(series.axis.values, (mode, row) =>
      this.makeRow(mode, row, columns, choose),
    );
    this.root = this.board.root;
    this.root.append(
      el(
        "section",
        { class: "card" },
        el("h3", {}, "Modes"),
        tableBox(
          el(
            "thead",
            {},
            el(
              "tr",
              {},
              el("th", { scope: "col" }, "Mode"),
              ...columns.map(({ name, unit }) =>
                el("th", { scope: "col", class: "num" }, labelled(name, unit)),
              ),
            ),
          ),
          el("tbody", {}, ...this.rows),
        ),
      ),
    );
  }

  setMode(index: number, axisValue: number): void {
    this.board.setTime(axisValue);
    this.rows.forEach((row, i) => row.classList.toggle("chosen", i === index));
  }

  private makeRow(
    mode: number,
    row: number,
    columns: Column[],
    choose: (index: number) => void,
  ): HTMLElement {
    const at = (name: string) => columns.find((column) => column.name === name)?.values[row] ?? 0;
    const isRigid = isRigidMotion(at("frequency"), at("growth"));
    return el(
      "tr",
      { class: "choice", onclick: () => choose(row) },
      el(
        "td",
        {},
        button(String(mode), `Show mode ${mode}`, () => choose(row), "button small"),
      ),
      ...columns.map(({ name, values }) =>
        el(
          "td",
          { class: "num" },
          name === "frequency" && isRigid && el("span", { class: "quiet" }, "rigid motion "),
          number(values[row], 7),
        ),
      ),
    );
  }
}
