// Axes of the plots of a campaign: from numbers to places, ticks, labels, colour bars, legends.
import { number } from "../page/numbers";
import { linearTicks, logLabels, logTicks, padded, tickLabels } from "../plots/ticks";
import { type Palette, type ColourScale, rampColour } from "./palette";
import { type Box, type Pen, shortened, textWidth } from "./pen";

export interface Axis {
  min: number;
  max: number;
  log: boolean;
}

/// The axis of numbers between two; air around them where it is not logarithmic.
export function axisOf([low, high]: [number, number], log: boolean, air = true): Axis {
  if (!Number.isFinite(low + high)) return { min: log ? 0.1 : 0, max: log ? 10 : 1, log };
  if (log) {
    const ratio = low < high ? (high / low) ** 0.05 : 10;
    return { min: low / ratio, max: high * ratio, log };
  }
  const [min, max] = air || !(low < high) ? padded(low, high) : [low, high];
  return { min, max, log };
}

/// From numbers to pixels.
export function placer({ min, max, log }: Axis, from: number, to: number): (x: number) => number {
  const f = log ? Math.log10 : (value: number) => value;
  const [start, span] = [f(min), f(max) - f(min)];
  return (value) => (log && value <= 0 ? NaN : from + ((to - from) * (f(value) - start)) / span);
}

/// From pixels to numbers.
export function reader({ min, max, log }: Axis, from: number, to: number): (at: number) => number {
  return (at) => {
    const t = (at - from) / (to - from);
    return log ? min * (max / min) ** t : min + t * (max - min);
  };
}

/// Numbers that spread over decades, most of them far below the largest, need a logarithmic axis.
export function wantsLog(values: Iterable<number>): boolean {
  const finite = Float64Array.from(values).filter(Number.isFinite).sort();
  if (finite.length < 3 || finite[0]! <= 0) return false;
  const max = finite[finite.length - 1]!;
  const median = finite[Math.floor(finite.length / 2)]!;
  return max >= 100 * finite[0]! && median <= 0.11 * max;
}

export function canLog(values: Iterable<number>): boolean {
  for (const value of values) if (value > 0) return true;
  return false;
}

interface Ticks {
  values: number[];
  labels: string[];
}

export function ticksOf({ min, max, log }: Axis, count: number): Ticks {
  if (!log) {
    const values = linearTicks(min, max, count);
    return { values, labels: tickLabels(values) };
  }
  if (Math.log10(max / min) >= 2) {
    const values = logTicks(min, max, count);
    return { values, labels: logLabels(values) };
  }
  // one or two decades: 1, 2 and 5 as well
  const first = Math.floor(Math.log10(min));
  const values = [0, 1, 2]
    .flatMap((k) => [1, 2, 5].map((digit) => Number(`${digit}e${first + k}`)))
    .filter((value) => value >= min && value <= max);
  if (values.length > 1) return { values, labels: values.map((value) => number(value, 3)) };
  const plain = linearTicks(min, max, count);
  return { values: plain, labels: tickLabels(plain) };
}

/// Ticks along a horizontal axis: as many as have room for their labels; at whole numbers only if
/// there are no others.
export function acrossTicks(axis: Axis, width: number, isWhole: boolean): Ticks {
  if (isWhole && !axis.log && axis.max - axis.min < width / 44) {
    const values = linearTicks(Math.ceil(axis.min), Math.floor(axis.max), axis.max - axis.min);
    const whole = values.filter(Number.isInteger);
    if (whole.length > 1) return { values: whole, labels: tickLabels(whole) };
  }
  const dense = ticksOf(axis, Math.max(2, Math.floor(width / 44)));
  const widest = Math.max(0, ...dense.labels.map((label) => textWidth(label)));
  if ((widest + 10) * dense.labels.length <= width) return dense;
  return ticksOf(axis, Math.max(2, Math.floor(width / (widest + 26))));
}

export const lineHeight = 16;
const tickGap = 6;

/// Room at the left of a box for labels of an axis and its name.
export function leftRoom(labels: string[], name: string): number {
  const widest = Math.max(14, ...labels.map((label) => textWidth(label)));
  return (name ? lineHeight + 4 : 4) + tickGap + widest;
}
export const bottomRoom = 2 * lineHeight + 6;

/// Says that there is nothing to see, and why.
export function drawNothing(pen: Pen, box: Box, palette: Palette): void {
  const [x, y] = [(box.left + box.right) / 2, box.top + 24];
  pen.text(x, y, "no run has a value here", { colour: palette.muted, align: "center", size: 13 });
}

/// The frame of a plot: grid, ticks, labels, names.
export function drawFrame(
  pen: Pen,
  box: Box,
  palette: Palette,
  x: { axis: Axis; ticks: Ticks; name: string },
  y: { axis: Axis; ticks: Ticks; name: string },
): void {
  const toX = placer(x.axis, box.left, box.right);
  const toY = placer(y.axis, box.bottom, box.top);
  for (const tick of x.ticks.values) {
    const at = Math.round(toX(tick)) + 0.5;
    pen.line([at, box.top, at, box.bottom], palette.grid);
  }
  for (const tick of y.ticks.values) {
    const at = Math.round(toY(tick)) + 0.5;
    pen.line([box.left, at, box.right, at], palette.grid);
  }
  pen.rect(box, "none", palette.edge);
  x.ticks.values.forEach((tick, i) =>
    pen.text(toX(tick), box.bottom + 10, x.ticks.labels[i]!, {
      colour: palette.muted,
      align: "center",
    }),
  );
  y.ticks.values.forEach((tick, i) =>
    pen.text(box.left - tickGap, toY(tick), y.ticks.labels[i]!, {
      colour: palette.muted,
      align: "right",
    }),
  );
  drawNames(pen, box, palette, x.name, y.name);
}

export function drawNames(pen: Pen, box: Box, palette: Palette, x: string, y: string): void {
  const look = { colour: palette.ink, align: "center" as const };
  const [across, high] = [box.right - box.left, box.bottom - box.top];
  pen.text((box.left + box.right) / 2, box.bottom + 10 + lineHeight, shortened(x, across), look);
  pen.text(8, (box.top + box.bottom) / 2, shortened(y, high + 20), { ...look, turned: true });
}

// ----------------------------------------------------------------------------------- colour bars

export function barRoom(scale: ColourScale): number {
  const { labels } = ticksOf(barAxis(scale), 5);
  return 12 + 12 + 6 + Math.max(...labels.map((label) => textWidth(label))) + 6 + lineHeight;
}

const barAxis = ({ min, max }: ColourScale): Axis => axisOf([min, max], false, false);

/// What colours mean, at the right of a box.
export function drawBar(
  pen: Pen,
  box: Box,
  right: number,
  scale: ColourScale,
  name: string,
  palette: Palette,
): void {
  const left = box.right + 12;
  const axis = barAxis(scale);
  const toY = placer(axis, box.bottom, box.top);
  const steps = 64;
  const height = (box.bottom - box.top) / steps;
  for (let i = 0; i < steps; ++i) {
    const bottom = box.bottom - i * height;
    // a little overlap: no gaps between the steps
    const top = Math.max(box.top, bottom - height - 0.6);
    pen.rect({ left, top, right: left + 12, bottom }, rampColour(scale.stops, (i + 0.5) / steps));
  }
  const ticks = ticksOf(axis, Math.max(2, Math.floor((box.bottom - box.top) / 34)));
  ticks.values.forEach((tick, i) => {
    const at = toY(tick);
    pen.line([left + 12, at, left + 15, at], palette.muted);
    pen.text(left + 18, at, ticks.labels[i]!, { colour: palette.muted });
  });
  const middle = (box.top + box.bottom) / 2;
  const shown = shortened(name, box.bottom - box.top);
  pen.text(right - 8, middle, shown, { colour: palette.ink, align: "center", turned: true });
}

// --------------------------------------------------------------------------------------- legends

export type Mark = "line" | "dot" | "cross";
export interface LegendEntry {
  name: string;
  colour: string;
  mark: Mark;
}

/// Where the entries are: line after line.
function arranged(entries: LegendEntry[], left: number, right: number) {
  let [x, line] = [left, 0];
  const places = entries.map(({ name }) => {
    const width = 24 + textWidth(name) + 12;
    if (x > left && x + width > right) [x, line] = [left, line + 1];
    const place = { x, line };
    x += width;
    return place;
  });
  return { places, height: entries.length > 0 ? (line + 1) * lineHeight + 4 : 0 };
}

export function legendHeight(entries: LegendEntry[], left: number, right: number): number {
  return arranged(entries, left, right).height;
}

export function drawLegendLines(
  pen: Pen,
  entries: LegendEntry[],
  left: number,
  right: number,
  top: number,
  palette: Palette,
): void {
  arranged(entries, left, right).places.forEach(({ x, line }, i) => {
    const { name, colour, mark } = entries[i]!;
    const y = top + (line + 0.5) * lineHeight;
    if (mark === "line") pen.line([x, y, x + 18, y], colour, 2.5);
    else if (mark === "dot") pen.dot(x + 9, y, 3.5, colour);
    else drawCross(pen, x + 9, y, colour);
    pen.text(x + 24, y, name, { colour: palette.ink });
  });
}

export function drawCross(pen: Pen, x: number, y: number, colour: string, arm = 3.5): void {
  pen.line(
    [x - arm, y - arm, x + arm, y + arm, NaN, NaN, x - arm, y + arm, x + arm, y - arm],
    colour,
    1.5,
  );
}
