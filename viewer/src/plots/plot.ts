// One plot: a card with title, lines, values at the shown time, and downloads.
import uPlot from "uplot";
import type { Column } from "../format/document";
import { button, el } from "../page/dom";
import { csvText, fileName, pngOfSvg, save, saveDataUrl, thinning } from "../page/downloads";
import { labelled, number, unitText } from "../page/numbers";
import { shortName, type PlotSpec } from "./groups";
import { lineColour, plotOptions } from "./options";
import { plotSvg, svgHeight, svgWidth } from "./svg";

/// What a plot tells the others.
export interface PlotHost {
  readonly model: string;
  readonly axis: Column;
  readonly stride: number;
  hover(axisValue: number): void;
  click(axisValue: number): void;
  zoom(range: [number, number] | null): void;
}

const chartHeight = 190;
// colours of the lines on white paper
const paperColours = ["#0b6bcb", "#d1570a", "#2d8a34", "#a33fa0", "#b8860b", "#c22f3d", "#4b5b6b"];

export class Plot {
  readonly root: HTMLElement;
  private readonly stage = el("div", { class: "chart" });
  private readonly values: HTMLElement[] = [];
  private readonly line = el("div", { class: "playhead" });
  private readonly time = el("span", { class: "chip-time" });
  private chart: uPlot | null = null;
  private log = false;
  private hovered: number | null = null;
  private now = 0;
  private range: [number, number] | null = null;
  private readonly shown: boolean[];

  constructor(
    readonly spec: PlotSpec,
    private readonly host: PlotHost,
    private readonly stems = false,
  ) {
    this.shown = spec.columns.map(() => true);
    this.stage.style.height = `${chartHeight}px`;
    this.root = el(
      "figure",
      { class: "card plot", "aria-label": spec.title },
      this.makeHead(),
      this.stage,
      this.makeChips(),
    );
  }

  /// Draws it; nothing happens before somebody looks.
  create(): void {
    if (this.chart || this.stage.clientWidth === 0) return;
    const { axis } = this.host;
    this.chart = new uPlot(
      plotOptions({
        width: this.stage.clientWidth,
        height: chartHeight,
        xLabel: labelled(axis.name, axis.unit),
        yLabel: this.yLabel(),
        names: this.spec.columns.map(shortName),
        log: this.log,
        stems: this.stems,
        onSelect: (min, max) => this.host.zoom([min, max]),
        onReset: () => this.host.zoom(null),
        onDraw: () => this.place(),
      }),
      this.data(),
      this.stage,
    );
    this.chart.over.append(this.line);
    this.listen(this.chart);
    this.shown.forEach((show, i) => {
      if (!show) this.chart?.setSeries(i + 1, { show });
    });
    this.setZoom(this.range);
    this.setTime(this.now);
  }

  setTime(axisValue: number): void {
    this.now = axisValue;
    this.place();
    this.fillChips();
  }

  setZoom(range: [number, number] | null): void {
    this.range = range;
    const x = this.host.axis.values;
    const [min, max] = range ?? [x[0], x[x.length - 1]];
    this.chart?.setScale("x", { min: Math.min(min, max), max: Math.max(min, max) });
  }

  resize(): void {
    const width = this.stage.clientWidth;
    if (this.chart && width > 0 && width !== this.chart.width)
      this.chart.setSize({ width, height: chartHeight });
  }

  recolour(): void {
    this.root.querySelectorAll<HTMLElement>(".marker").forEach((marker, i) => {
      marker.style.background = lineColour(i);
    });
    this.chart?.redraw(false);
  }

  private makeHead(): HTMLElement {
    const unit = unitText(this.spec.unit);
    const log = button(
      "Log",
      "Logarithmic axis (absolute values)",
      () => {
        this.log = !this.log;
        log.setAttribute("aria-pressed", String(this.log));
        this.rebuild();
      },
      "button small",
    );
    log.setAttribute("aria-pressed", "false");
    log.disabled = !this.spec.columns.some(({ values }) => values.some((value) => value !== 0));
    const name = fileName(this.host.model, this.spec.title.replace(":", ""));
    const { note, words } = thinning(this.host.stride);
    return el(
      "figcaption",
      { class: "plot-head" },
      el("h3", {}, this.spec.title, unit && el("span", { class: "unit" }, ` [${unit}]`)),
      el(
        "div",
        { class: "buttons" },
        log,
        button(
          "PNG",
          `Save ${this.spec.title} as PNG`,
          () => void this.savePng(`${name}.png`),
          "button small",
        ),
        button(
          "SVG",
          `Save ${this.spec.title} as SVG`,
          () => save(`${name}.svg`, this.svg()),
          "button small",
        ),
        button(
          "CSV",
          `Save ${this.spec.title} as CSV${note && `: ${note}`}`,
          () => save(`${fileName(name, ...words)}.csv`, csvText(this.host.axis, this.spec.columns)),
          "button small",
        ),
      ),
    );
  }

  private makeChips(): HTMLElement {
    const chips = this.spec.columns.map((column, i) => {
      const value = el("span", { class: "chip-value" });
      this.values.push(value);
      const chip = el(
        "button",
        {
          type: "button",
          class: "chip",
          "aria-pressed": "true",
          title: column.doc || `Show or hide ${column.name}`,
          onclick: () => {
            this.shown[i] = !this.shown[i];
            chip.setAttribute("aria-pressed", String(this.shown[i]));
            this.chart?.setSeries(i + 1, { show: this.shown[i] });
          },
        },
        el("span", { class: "marker", style: `background:${lineColour(i)}` }),
        shortName(column),
        value,
      );
      return chip;
    });
    return el("div", { class: "chips" }, this.time, ...chips);
  }

  private yLabel(): string {
    const unit = unitText(this.spec.unit);
    return this.log ? `|value|${unit && ` [${unit}]`}` : unit ? `[${unit}]` : "";
  }

  private data(): uPlot.AlignedData {
    const plain = (values: Float64Array): Float64Array | (number | null)[] => {
      if (this.log)
        return Array.from(values, (value) => (Math.abs(value) > 0 ? Math.abs(value) : null));
      return values.every(Number.isFinite)
        ? values
        : Array.from(values, (value) => (Number.isFinite(value) ? value : null));
    };
    return [
      this.host.axis.values,
      ...this.spec.columns.map(({ values }) => plain(values)),
    ] as uPlot.AlignedData;
  }

  private rebuild(): void {
    this.chart?.destroy();
    this.chart = null;
    this.create();
  }

  private listen(chart: uPlot): void {
    const axisAt = (event: MouseEvent): number =>
      chart.posToIdx(event.clientX - chart.over.getBoundingClientRect().left);
    chart.over.addEventListener("mousemove", (event) => {
      this.hovered = axisAt(event);
      if (event.buttons === 0) this.host.hover(this.host.axis.values[this.hovered]);
      this.fillChips();
    });
    chart.over.addEventListener("mouseleave", () => {
      this.hovered = null;
      this.fillChips();
    });
    chart.over.addEventListener("click", (event) =>
      this.host.click(this.host.axis.values[axisAt(event)]),
    );
  }

  /// The vertical line at the shown time.
  private place(): void {
    if (!this.chart) return;
    const { min, max } = this.chart.scales.x;
    this.line.hidden =
      min === undefined ||
      max === undefined ||
      min === null ||
      max === null ||
      this.now < min ||
      this.now > max;
    if (!this.line.hidden)
      this.line.style.transform = `translateX(${this.chart.valToPos(this.now, "x")}px)`;
  }

  private fillChips(): void {
    if (!this.chart) return;
    const row = this.hovered ?? this.chart.valToIdx(this.now);
    const { axis } = this.host;
    this.time.textContent = `${axis.name} ${number(axis.values[row])}`;
    this.spec.columns.forEach(({ values }, i) => {
      this.values[i].textContent = number(values[row], 4);
    });
  }

  private svg(): string {
    this.create();
    const { axis } = this.host;
    const scale = (key: string): [number, number] => [
      this.chart?.scales[key].min ?? 0,
      this.chart?.scales[key].max ?? 1,
    ];
    const data = this.data();
    const unit = unitText(this.spec.unit);
    const lines = this.spec.columns.map((column, i) => ({
      label: shortName(column),
      colour: paperColours[i % paperColours.length],
      values: data[i + 1],
    }));
    return plotSvg({
      title: `${this.host.model}, ${this.spec.title}`,
      xLabel: labelled(axis.name, axis.unit),
      yLabel: this.log
        ? this.yLabel()
        : this.spec.columns.length === 1
          ? labelled(shortName(this.spec.columns[0]), this.spec.unit)
          : unit
            ? `[${unit}]`
            : "[–]",
      x: axis.values,
      xRange: scale("x"),
      yRange: scale("y"),
      log: this.log,
      stems: this.stems,
      lines: lines.filter((_, i) => this.shown[i]),
    });
  }

  private async savePng(name: string): Promise<void> {
    saveDataUrl(name, await pngOfSvg(this.svg(), svgWidth, svgHeight));
  }
}
