// Points and curves over two axes: lines, scatter plots and charts are drawn by this.
import { quantity } from "../page/numbers";
import {
  type Axis,
  axisOf,
  barRoom,
  bottomRoom,
  drawBar,
  drawCross,
  drawFrame,
  drawLegendLines,
  drawNothing,
  leftRoom,
  type LegendEntry,
  legendHeight,
  placer,
  reader,
  acrossTicks,
  ticksOf,
} from "./axis";
import { extent } from "./data";
import type { Hit, Touch, View } from "./drawing";
import type { ColourScale, Palette } from "./palette";
import type { Box, Pen } from "./pen";

export interface XyCurve {
  name: string;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  error: ArrayLike<number> | null; // bars of one standard deviation
  rows: ArrayLike<number> | null; // which runs the points are
  colour: string;
  colours?: string[]; // of each point
  line: boolean;
  dots: boolean;
}

export interface XyPlot {
  x: { label: string; unit: string };
  y: { label: string; unit: string };
  curves: XyCurve[];
  failed: { x: number[]; y: number[]; rows: number[] }; // y not known: at the lower edge
  legend: LegendEntry[];
  bar: { scale: ColourScale; label: string } | null;
  kept: Uint8Array | null; // of the table: others are pale
}

const reach = 24; // pixels from which the pointer finds a point
const pale = 0.12;

/// x and y of all points that are seen, in the ranges of the axes.
function axesOf({ curves, failed }: XyPlot, view: View): { x: Axis; y: Axis } {
  const positive = (isLog: boolean, value: number) => !isLog || value > 0;
  const xs = failed.x.filter((value) => positive(view.logX, value));
  const ys = failed.y.filter((value) => positive(view.logY, value));
  const [from, to] = view.zoom ?? [-Infinity, Infinity];
  for (const { x, y, error } of curves)
    for (let i = 0; i < x.length; ++i) {
      if (!positive(view.logX, x[i]!) || !Number.isFinite(y[i]!)) continue;
      xs.push(x[i]!);
      if (x[i]! < from || x[i]! > to) continue;
      const bar = error ? error[i]! : 0;
      for (const value of bar > 0 ? [y[i]! - bar, y[i]! + bar] : [y[i]!])
        if (positive(view.logY, value)) ys.push(value);
    }
  const whole = axisOf(extent(xs), view.logX);
  const x = view.zoom ? { ...whole, min: view.zoom[0], max: view.zoom[1] } : whole;
  return { x, y: axisOf(extent(ys), view.logY) };
}

export function drawXy(pen: Pen, plot: XyPlot, view: View): Touch {
  const { width, height, palette } = view;
  const axes = axesOf(plot, view);
  const top = 6 + legendHeight(plot.legend, 8, width);
  const isEmpty = !plot.curves.some(({ y }) => Array.from(y).some(Number.isFinite));
  const bar = isEmpty ? null : plot.bar;
  const yTicks = isEmpty
    ? { values: [], labels: [] }
    : ticksOf(axes.y, Math.max(2, Math.floor((height - top - bottomRoom) / 38)));
  const box: Box = {
    left: leftRoom(yTicks.labels, plot.y.label),
    top,
    right: width - (bar ? barRoom(bar.scale) : 18),
    bottom: height - bottomRoom,
  };
  const hasX = !isEmpty || plot.failed.x.length > 0;
  const xTicks = acrossTicks(
    axes.x,
    box.right - box.left,
    plot.curves.every(({ x }) => Array.from(x).every(Number.isInteger)),
  );
  drawLegendLines(pen, plot.legend, 8, width, 2, palette);
  drawFrame(
    pen,
    box,
    palette,
    { axis: axes.x, ticks: hasX ? xTicks : { values: [], labels: [] }, name: plot.x.label },
    { axis: axes.y, ticks: yTicks, name: plot.y.label },
  );
  if (bar) drawBar(pen, box, width, bar.scale, bar.label, palette);
  if (isEmpty) drawNothing(pen, box, palette);

  const toX = placer(axes.x, box.left, box.right);
  const toY = placer(axes.y, box.bottom, box.top);
  const points = plot.curves.map(({ x, y }) => {
    const places = new Float64Array(2 * x.length);
    for (let i = 0; i < x.length; ++i) {
      places[2 * i] = toX(x[i]!);
      places[2 * i + 1] = toY(y[i]!);
    }
    return places;
  });
  const failedY = plot.failed.y.map((y) => (Number.isFinite(y) ? toY(y) : box.bottom - 6));
  pen.inside({ ...box, top: box.top - 4, bottom: box.bottom + 1 }, () => {
    const crosses: number[] = [];
    for (let i = 0; i < plot.failed.x.length; ++i) {
      const at = toX(plot.failed.x[i]!);
      if (plot.failed.x.length <= 400) drawCross(pen, at, failedY[i]!, palette.bad);
      else crosses.push(at, failedY[i]! - 3, at, failedY[i]! + 3, NaN, NaN);
    }
    if (crosses.length > 0) pen.line(crosses, palette.bad, 1, 0.5);
    plot.curves.forEach((curve, k) => drawCurve(pen, curve, points[k]!, plot.kept, toY));
  });
  return {
    area: box,
    valueAt: reader(axes.x, box.left, box.right),
    find: (x, y) => find(plot, points, toX, failedY, x, y),
    mark: (over, rows, hit) => mark(over, plot, points, box, rows, hit, palette),
  };
}

function drawCurve(
  pen: Pen,
  curve: XyCurve,
  places: Float64Array,
  kept: Uint8Array | null,
  toY: (value: number) => number,
): void {
  const { rows, error, x, y, colour, colours } = curve;
  const isPale = (i: number) => rows !== null && kept !== null && kept[rows[i]!] === 0;
  let seen = 0;
  for (let i = 0; i < x.length; ++i) if (!isPale(i)) ++seen;
  if (curve.line) pen.line(places, colour, 1.6, seen > 0 ? 1 : pale);
  if (error) {
    const bars: number[] = [];
    for (let i = 0; i < x.length; ++i) {
      const at = places[2 * i]!;
      // on a logarithmic axis a bar may have no lower end
      const low = toY(y[i]! - error[i]!);
      const bottom = Number.isFinite(low) ? low : 1e5;
      const high = toY(y[i]! + error[i]!);
      bars.push(at, bottom, at, high, NaN, NaN, at - 2.5, high, at + 2.5, high, NaN, NaN);
      bars.push(at - 2.5, bottom, at + 2.5, bottom, NaN, NaN);
    }
    pen.line(bars, colour, 1, 0.55);
  }
  if (!curve.dots) return;
  const radius = x.length > 3000 ? 1.8 : x.length > 600 ? 2.4 : 3;
  const opacity = x.length > 3000 ? 0.75 : 0.95;
  // pale ones first: they must not hide the others
  for (const isPaleTurn of [true, false])
    for (let i = 0; i < x.length; ++i) {
      const [px, py] = [places[2 * i]!, places[2 * i + 1]!];
      if (isPale(i) !== isPaleTurn || !Number.isFinite(px + py)) continue;
      pen.dot(px, py, radius, colours?.[i] ?? colour, isPaleTurn ? pale : opacity);
    }
}

function find(
  plot: XyPlot,
  points: Float64Array[],
  toX: (value: number) => number,
  failedY: number[],
  x: number,
  y: number,
): Hit | null {
  let best = reach * reach;
  let hit: Hit | null = null;
  const offer = (px: number, py: number, make: () => Hit) => {
    const distance = (px - x) ** 2 + (py - y) ** 2;
    if (!(distance < best)) return;
    best = distance;
    hit = make();
  };
  plot.curves.forEach((curve, k) => {
    const places = points[k]!;
    for (let i = 0; i < curve.x.length; ++i) {
      const row = curve.rows?.[i];
      if (row !== undefined && plot.kept && plot.kept[row] === 0) continue;
      const [px, py] = [places[2 * i]!, places[2 * i + 1]!];
      offer(px, py, () => ({
        rows: row === undefined ? [] : [row],
        words: pointWords(plot, curve, i),
        x: px,
        y: py,
      }));
    }
  });
  for (let i = 0; i < plot.failed.x.length; ++i) {
    const px = toX(plot.failed.x[i]!);
    const py = failedY[i]!;
    offer(px, py, () => ({ rows: [plot.failed.rows[i]!], words: [], x: px, y: py }));
  }
  return hit;
}

function pointWords(plot: XyPlot, { name, x, y, error }: XyCurve, i: number): string[] {
  const spread = error ? ` ± ${quantity(error[i], plot.y.unit, 3)}` : "";
  const bare = (label: string) => label.replace(/ \[.*\]$/, "");
  return [
    name,
    `${bare(plot.x.label)} = ${quantity(x[i], plot.x.unit)}`,
    `${bare(plot.y.label)} = ${quantity(y[i], plot.y.unit)}${spread}`,
  ];
}

function mark(
  pen: Pen,
  plot: XyPlot,
  points: Float64Array[],
  box: Box,
  rows: readonly number[],
  hit: Hit | undefined,
  { ink, accent, back }: Palette,
): void {
  const ring = (x: number, y: number) => {
    if (!(x >= box.left - 1 && x <= box.right + 1)) return;
    pen.dot(x, y, 7, ink);
    pen.dot(x, y, 5.5, back);
    pen.dot(x, y, 4, accent);
  };
  if (hit) ring(hit.x, hit.y);
  if (rows.length === 0) return;
  plot.curves.forEach((curve, k) => {
    if (!curve.rows) return;
    for (let i = 0; i < curve.rows.length; ++i)
      if (rows.includes(curve.rows[i]!)) ring(points[k]![2 * i]!, points[k]![2 * i + 1]!);
  });
}
