// All plots of a run, with one time and one zoom.
import type { Column, Series } from "../format/document";
import { button, el } from "../page/dom";
import { csvText, fileName, save, thinning } from "../page/downloads";
import { onTheme } from "../page/theme";
import { groupColumns, type PlotSpec } from "./groups";
import { Plot, type PlotHost } from "./plot";

export interface PlotLinks {
  /// The pointer is over a place of the axis.
  hover(axisValue: number): void;
  click(axisValue: number): void;
}

export class PlotBoard implements PlotHost {
  readonly root = el("div", { class: "board" });
  readonly axis: Column;
  readonly stride: number;
  private readonly plots: Plot[] = [];
  private readonly visible = new Set<Plot>();
  private readonly resetButton = button("Reset zoom", "Show the whole axis again", () =>
    this.zoom(null),
  );
  private readonly nothing = el("p", { class: "quiet nothing", hidden: true }, "nothing found");
  private time = 0;

  constructor(
    readonly model: string,
    private readonly series: Series,
    private readonly links: PlotLinks,
    specs: PlotSpec[] = groupColumns(series.columns),
    stems = false,
  ) {
    this.axis = series.axis;
    this.stride = series.stride;
    this.plots = specs.map((spec) => new Plot(spec, this, stems));
    this.resetButton.hidden = true;
    this.root.append(this.makeHead(), ...this.plots.map((plot) => plot.root));
    this.observe();
    onTheme(() => this.plots.forEach((plot) => plot.recolour()));
  }

  setTime(axisValue: number): void {
    this.time = axisValue;
    for (const plot of this.visible) plot.setTime(axisValue);
  }

  hover(axisValue: number): void {
    this.links.hover(axisValue);
  }
  click(axisValue: number): void {
    this.links.click(axisValue);
  }

  zoom(range: [number, number] | null): void {
    this.resetButton.hidden = range === null;
    for (const plot of this.plots) plot.setZoom(range);
  }

  private makeHead(): HTMLElement {
    const filter = el("input", {
      type: "search",
      placeholder: "Filter plots",
      "aria-label": "Filter plots by name",
      oninput: () => this.filter(filter.value),
    });
    const { note, words } = thinning(this.series.stride);
    return el(
      "div",
      { class: "board-head" },
      this.plots.length > 6 && filter,
      note && el("span", { class: "quiet" }, note),
      this.resetButton,
      button("All CSV", `Save all columns as CSV${note && `: ${note}`}`, () =>
        save(
          `${fileName(this.model, ...words)}.csv`,
          csvText(this.axis, this.series.columns),
        ),
      ),
      this.nothing,
    );
  }

  private filter(text: string): void {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { root, spec } of this.plots) {
      const names = [spec.title, ...spec.columns.map(({ name }) => name)].join(" ").toLowerCase();
      root.hidden = !words.every((word) => names.includes(word));
    }
    this.nothing.hidden = this.plots.some(({ root }) => !root.hidden);
  }

  /// Plots are made when they come into sight, and follow the time only while they are.
  private observe(): void {
    const byRoot = new Map(this.plots.map((plot) => [plot.root as Element, plot]));
    const seen = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const plot = byRoot.get(target)!;
          if (isIntersecting) {
            this.visible.add(plot);
            plot.create();
            plot.setTime(this.time);
          } else {
            this.visible.delete(plot);
          }
        }
      },
      { rootMargin: "150px" },
    );
    const sized = new ResizeObserver((entries) =>
      entries.forEach(({ target }) => byRoot.get(target)?.resize()),
    );
    for (const root of byRoot.keys()) {
      seen.observe(root);
      sized.observe(root);
    }
  }
}
