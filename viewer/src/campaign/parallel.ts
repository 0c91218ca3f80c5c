// Parallel coordinates: one axis per column, one line per run; dragging along an axis leaves the
// runs that pass through it there.
import { labelled, unitText } from "../page/numbers";
import {
  type Axis,
  axisOf,
  barRoom,
  drawBar,
  lineHeight,
  placer,
  reader,
  ticksOf,
  wantsLog,
} from "./axis";
import { extent, type CampaignColumn, type CampaignTable } from "./data";
import type { Drawing, Hit, Touch, View } from "./drawing";
import { type ColourScale, colouring, type Palette } from "./palette";
import { type Box, type Pen, shortened, textWidth } from "./pen";
import { type Rows, rowsCsv } from "./rows";

const mostAxes = 10;
const axisRoom = 76; // pixels from one to the next, at least
const bunch = 40; // lines that are drawn at once

/// Axes that are shown at first: what varies.
export function usualAxes(table: CampaignTable): CampaignColumn[] {
  const varies = ({ values }: CampaignColumn) => {
    const [min, max] = extent(values);
    return min < max;
  };
  const all = [...table.parameters(), ...table.results()];
  const moving = all.filter(varies);
  const shown = moving.length > 1 ? moving : all;
  if (shown.length <= mostAxes) return shown;
  // as many of both kinds as there is room for
  const results = shown.filter(({ role }) => role !== "parameter");
  const parameters = shown.filter(({ role }) => role === "parameter");
  const kept = Math.max(mostAxes - results.length, Math.min(parameters.length, mostAxes / 2));
  return [...parameters.slice(0, kept), ...results.slice(0, mostAxes - kept)];
}

interface Line {
  column: CampaignColumn;
  axis: Axis;
  x: number;
  toY: (value: number) => number;
}

function linesOf(columns: CampaignColumn[], box: Box): Line[] {
  const step = (box.right - box.left) / Math.max(1, columns.length - 1);
  return columns.map((column, i) => {
    const axis = axisOf(extent(column.values), wantsLog(column.values), false);
    const x = columns.length > 1 ? box.left + i * step : (box.left + box.right) / 2;
    return { column, axis, x, toY: placer(axis, box.bottom, box.top) };
  });
}

/// Adds the places of a run on all axes: x, y, x, y …
function addPath(lines: Line[], row: number, points: number[]): number[] {
  for (const { column, x, toY } of lines) points.push(x, toY(column.values[row]!));
  return points;
}

function drawAxes(
  pen: Pen,
  lines: Line[],
  box: Box,
  width: number,
  rows: Rows,
  palette: Palette,
): void {
  const step = lines.length > 1 ? lines[1]!.x - lines[0]!.x : box.right - box.left;
  const names = lines.map(({ column }) => column.name);
  // long names take turns on two levels
  const isCrowded = names.some((name) => textWidth(name, true) > step - 8);
  lines.forEach(({ column, axis, x, toY }, i) => {
    const level = isCrowded && i % 2 === 1 ? 0 : 1;
    const room = Math.min((isCrowded ? 2 : 1) * step - 10, 2 * x - 4, 2 * (width - x) - 4);
    pen.text(x, 8 + level * lineHeight, shortened(column.name, room, true), {
      colour: palette.ink,
      align: "center",
      bold: true,
    });
    const unit = unitText(column.unit);
    const unitLook = { colour: palette.muted, align: "center" as const };
    if (unit) pen.text(x, 8 + 2 * lineHeight, `[${unit}]`, unitLook);
    pen.line([x, box.top, x, box.bottom], palette.muted, 1.4);
    const ticks = ticksOf(axis, Math.max(2, Math.floor((box.bottom - box.top) / 44)));
    ticks.values.forEach((tick, k) => {
      const y = toY(tick);
      pen.line([x - 3, y, x + 3, y], palette.muted);
      const label = ticks.labels[k]!;
      const width = textWidth(label) + 4;
      // a number must be readable on a bundle of lines
      pen.rect({ left: x + 4, right: x + 4 + width, top: y - 7, bottom: y + 7 }, palette.back);
      pen.text(x + 6, y, label, { colour: palette.muted });
    });
    const range = rows.brushes.get(column);
    if (!range) return;
    const clamp = (value: number) => Math.min(Math.max(toY(value), box.top), box.bottom);
    const [top, bottom] = [clamp(range[1]), clamp(range[0])];
    pen.line([x, top, x, bottom], palette.accent, 8, 0.45);
    pen.line([x - 6, top, x + 6, top, NaN, NaN, x - 6, bottom, x + 6, bottom], palette.accent, 2);
  });
}

function drawRuns(
  pen: Pen,
  lines: Line[],
  rows: Rows,
  inkOf: (row: number) => string,
  palette: Palette,
): void {
  const { table, kept } = rows;
  const bunches = new Map<string, number[]>();
  const flush = (colour: string, width: number, opacity: number) => {
    const points = bunches.get(colour);
    if (points) pen.line(points, colour, width, opacity);
    bunches.delete(colour);
  };
  const draw = (chosen: number[], colourOf: (row: number) => string, opacity: number) => {
    const counts = new Map<string, number>();
    for (const row of chosen) {
      const colour = colourOf(row);
      const points = bunches.get(colour) ?? [];
      addPath(lines, row, points).push(NaN, NaN);
      bunches.set(colour, points);
      const count = (counts.get(colour) ?? 0) + 1;
      counts.set(colour, count % bunch);
      if (count === bunch) flush(colour, 1, opacity);
    }
    for (const colour of [...bunches.keys()]) flush(colour, 1, opacity);
  };
  const all = Array.from(kept.keys());
  const seen = all.filter((row) => kept[row] === 1);
  const opacity = Math.min(0.9, Math.max(0.12, 12 / Math.sqrt(Math.max(1, seen.length))));
  // of those that are left out some thousand tell enough
  const out = all.filter((row) => kept[row] === 0);
  const stride = Math.ceil(out.length / 2000);
  draw(out.filter((_, i) => i % stride === 0), () => palette.grid, 0.5);
  draw(seen.filter((row) => !table.isGood(row)), () => palette.bad, Math.min(opacity, 0.5));
  draw(seen.filter((row) => table.isGood(row)), inkOf, opacity);
}

/// The run whose line passes nearest.
function nearest(lines: Line[], { kept }: Rows, x: number, y: number): Hit | null {
  const right = lines.findIndex((line) => line.x >= x);
  const after = lines[right === -1 ? lines.length - 1 : Math.max(right, 1)];
  const before = lines[lines.indexOf(after!) - 1];
  if (!after || !before) return null;
  const t = Math.min(Math.max((x - before.x) / (after.x - before.x), 0), 1);
  let [best, found, at] = [10, -1, 0];
  for (let row = 0; row < kept.length; ++row) {
    if (kept[row] === 0) continue;
    const from = before.toY(before.column.values[row]!);
    const to = after.toY(after.column.values[row]!);
    const place = t === 0 ? from : t === 1 ? to : from + t * (to - from);
    const distance = Math.abs(place - y);
    if (distance < best) [best, found, at] = [distance, row, place];
  }
  return found < 0 ? null : { rows: [found], words: [], x, y: at };
}

export function drawParallel(
  pen: Pen,
  rows: Rows,
  columns: CampaignColumn[],
  colour: CampaignColumn | null,
  { width, height, palette }: View,
): Touch {
  const shade = colour ?? columns.at(-1) ?? null;
  const range: [number, number] = shade ? extent(shade.values) : [NaN, NaN];
  const [min, max] = range[0] < range[1] ? range : [0, 1];
  const scale: ColourScale = { min, max, stops: palette.marks };
  const isShaded = shade !== null && range[0] < range[1];
  const box: Box = {
    left: 46,
    top: 3 * lineHeight + 8,
    right: width - (isShaded ? barRoom(scale) + 56 : 66),
    bottom: height - 12,
  };
  const lines = linesOf(columns, box);
  const inkOf = colouring(scale);
  const lineInk = (row: number) => {
    const value = isShaded ? shade.values[row]! : NaN;
    return Number.isFinite(value) ? inkOf(value) : palette.lines[0]!;
  };
  drawRuns(pen, lines, rows, lineInk, palette);
  drawAxes(pen, lines, box, width, rows, palette);
  if (isShaded) {
    const at = { ...box, right: box.right + 44 };
    drawBar(pen, at, width, scale, labelled(shade.name, shade.unit), palette);
  }
  return {
    area: { ...box, left: 0, right: box.right + 46 },
    find: (x, y) => nearest(lines, rows, x, y),
    mark: (over, marked, hit) => {
      for (const row of new Set([...marked, ...(hit?.rows ?? [])])) {
        const path = addPath(lines, row, []);
        over.line(path, palette.back, 5);
        over.line(path, palette.accent, 2.5);
      }
    },
    brushes: lines.map(({ column, axis, x }) => ({
      column,
      x,
      valueAt: reader(axis, box.bottom, box.top),
    })),
  };
}

export function parallelDrawing(
  rows: Rows,
  columns: CampaignColumn[],
  colour: CampaignColumn | null,
): Drawing {
  return {
    draw: (pen, view) => drawParallel(pen, rows, columns, colour, view),
    csv: () => rowsCsv(rows, columns),
    minWidth: () => columns.length * axisRoom + 150,
  };
}
