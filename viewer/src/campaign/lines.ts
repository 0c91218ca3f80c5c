// Lines, scatter plots and charts as points and curves.
import { exact64, labelled, quantity } from "../page/numbers";
import type { Mark } from "./axis";
import { type Chart, distinct, extent, type CampaignColumn, type CampaignTable } from "./data";
import type { Drawing, View } from "./drawing";
import { type ColourScale, colouring, type Palette } from "./palette";
import { quoted, type Rows, rowsCsv } from "./rows";
import { drawXy, type XyCurve, type XyPlot } from "./xy";

/// The columns of a plot.
export interface Chosen {
  x: CampaignColumn;
  y: CampaignColumn;
  colour: CampaignColumn | null;
}

const mostNames = 7; // curves that are told apart by colours of their own
const fewPoints = 80; // on a curve: each is a dot, too
const fewDots = 30; // the same on a curve of a chart
const nameOf = ({ name, unit }: CampaignColumn) => ({ label: labelled(name, unit), unit });

/// Failed runs whose place is known, at least along x.
function failedRows({ table, kept }: Rows, { x, y, colour }: Chosen): XyPlot["failed"] {
  const failed = Array.from(table.status.keys()).filter(
    (row) =>
      !table.isGood(row) &&
      kept[row] === 1 &&
      Number.isFinite(x.values[row]) &&
      !Number.isFinite(y.values[row]! + (colour?.values[row] ?? 0)),
  );
  const at = ({ values }: CampaignColumn) => failed.map((row) => values[row]!);
  return { rows: failed, x: at(x), y: at(y) };
}

const failedEntry = (failed: XyPlot["failed"], { bad }: Palette) =>
  failed.x.length > 0 ? [{ name: "failed", colour: bad, mark: "cross" as Mark }] : [];

/// Rows of one curve: the same colour and, of a grid, the same other parameters.
function groups(table: CampaignTable, { x, y, colour }: Chosen): number[][] {
  const grouped = (columns: CampaignColumn[]): number[][] => {
    const found = new Map<string, number[]>();
    for (let row = 0; row < table.rows; ++row) {
      if (!Number.isFinite(x.values[row]! + (table.isGood(row) ? y.values[row]! : 0))) continue;
      const key = columns.map(({ values }) => values[row]).join(" ");
      const rows = found.get(key);
      if (rows) rows.push(row);
      else found.set(key, [row]);
    }
    return [...found.values()];
  };
  const others = table.parameters().filter((column) => column !== x && column !== y);
  const fine = grouped([...others, ...(colour ? [colour] : [])]);
  // samples that have nothing in common are one curve
  if (x.role === "parameter" && fine.length <= table.rows / 2) return fine;
  const coarse = grouped(colour ? [colour] : []);
  return coarse.length <= table.rows / 2 || coarse.length === 1 ? coarse : grouped([]);
}

function curveOf(rows: number[], { x, y }: Chosen, name: string, colour: string): XyCurve {
  const sorted = [...rows].sort((a, b) => x.values[a]! - x.values[b]!);
  return {
    name,
    x: sorted.map((row) => x.values[row]!),
    y: sorted.map((row) => y.values[row]!),
    error: null,
    rows: sorted,
    colour,
    line: true,
    dots: sorted.length <= fewPoints,
  };
}

function linePlot(rows: Rows, chosen: Chosen, palette: Palette): XyPlot {
  const { table } = rows;
  const { x, y, colour } = chosen;
  const failed = failedRows(rows, chosen);
  const sets = groups(table, chosen);
  // what has failed altogether has no curve to be told apart
  const seen = sets.filter((set) => set.some((row) => Number.isFinite(y.values[row])));
  const values = colour ? distinct(seen.map((set) => colour.values[set[0]!]!)) : [];
  const few = values.length <= mostNames;
  const scale: ColourScale = {
    ...limits(colour ? extent(values) : [0, 1]),
    stops: palette.marks,
  };
  const ofScale = colouring(scale);
  const inkOf = (value: number) =>
    few ? palette.lines[Math.max(0, values.indexOf(value))]! : ofScale(value);
  const textOf = (value: number) => (colour ? quantity(value, colour.unit) : "");
  const curves = seen.map((set) => {
    const value = colour ? colour.values[set[0]!]! : NaN;
    const name = colour ? `${colour.name} = ${textOf(value)}` : y.name;
    return curveOf(set, chosen, name, colour ? inkOf(value) : palette.lines[0]!);
  });
  const entries = few
    ? values.map((value, i) => ({
        name: i === 0 ? `${colour!.name} = ${textOf(value)}` : textOf(value),
        colour: inkOf(value),
        mark: "line" as Mark,
      }))
    : [];
  return {
    x: nameOf(x),
    y: nameOf(y),
    curves,
    failed,
    legend: [...entries, ...failedEntry(failed, palette)],
    bar: colour && !few ? { scale, label: labelled(colour.name, colour.unit) } : null,
    kept: rows.isSifted() ? rows.kept : null,
  };
}

/// A scale needs two ends.
function limits([min, max]: [number, number]): { min: number; max: number } {
  if (!Number.isFinite(min + max)) return { min: 0, max: 1 };
  return min < max ? { min, max } : { min: min - 0.5, max: max + 0.5 };
}

export function scatterPlot(rows: Rows, chosen: Chosen, palette: Palette): XyPlot {
  const { table } = rows;
  const { x, y, colour } = chosen;
  const good = Array.from(table.status.keys()).filter((row) =>
    Number.isFinite(x.values[row]! + y.values[row]! + (colour?.values[row] ?? 0)),
  );
  const scale: ColourScale = {
    ...limits(extent(good.map((row) => colour?.values[row] ?? NaN))),
    stops: palette.marks,
  };
  const inkOf = colouring(scale);
  const failed = failedRows(rows, chosen);
  return {
    x: nameOf(x),
    y: nameOf(y),
    curves: [
      {
        name: y.name,
        x: good.map((row) => x.values[row]!),
        y: good.map((row) => y.values[row]!),
        error: null,
        rows: good,
        colour: palette.lines[0]!,
        ...(colour ? { colours: good.map((row) => inkOf(colour.values[row]!)) } : {}),
        line: false,
        dots: true,
      },
    ],
    failed,
    legend: failedEntry(failed, palette),
    bar: colour ? { scale, label: labelled(colour.name, colour.unit) } : null,
    kept: rows.isSifted() ? rows.kept : null,
  };
}

export function xyDrawing(type: "line" | "scatter", rows: Rows, chosen: Chosen): Drawing {
  const make = type === "line" ? linePlot : scatterPlot;
  const columns = [chosen.x, chosen.y, ...(chosen.colour ? [chosen.colour] : [])];
  return {
    draw: (pen, view) => drawXy(pen, make(rows, chosen, view.palette), view),
    csv: () => rowsCsv(rows, [...new Set(columns)]),
  };
}

export function chartDrawing(chart: Chart): Drawing {
  // where measured values are dots, computed ones are none
  const hasDots = chart.curves.some(({ points }) => points);
  const plot = (palette: Palette): XyPlot => {
    const curves = chart.curves.map(({ name, points, x, y, error }, i) => ({
      name,
      x,
      y,
      error,
      rows: null,
      colour: palette.lines[i % palette.lines.length]!,
      line: !points,
      dots: points || (!hasDots && x.length <= fewDots),
    }));
    return {
      x: { label: labelled(chart.x_name, chart.x_unit), unit: chart.x_unit },
      y: { label: labelled(chart.y_name, chart.y_unit), unit: chart.y_unit },
      // lines first: they must not hide dots
      curves: [...curves.filter(({ line }) => line), ...curves.filter(({ line }) => !line)],
      failed: { x: [], y: [], rows: [] },
      legend:
        curves.length > 1
          ? curves.map(({ name, colour, line }) => ({ name, colour, mark: line ? "line" : "dot" }))
          : [],
      bar: null,
      kept: null,
    };
  };
  return {
    draw: (pen, view: View) => drawXy(pen, plot(view.palette), view),
    csv: () => chartCsv(chart),
  };
}

/// Curves need not share their x: one line per point.
function chartCsv(chart: Chart): string {
  const head = [
    "curve",
    `${chart.x_name} [${chart.x_unit || "-"}]`,
    `${chart.y_name} [${chart.y_unit || "-"}]`,
    "error",
  ];
  const lines = chart.curves.flatMap(({ name, x, y, error }) =>
    Array.from(x, (value, i) =>
      [quoted(name), exact64(value), exact64(y[i]!), error ? exact64(error[i]!) : ""].join(","),
    ),
  );
  return `${[head.map(quoted).join(","), ...lines].join("\n")}\n`;
}
