// Heat maps: cells of a grid, or coloured points where the samples form none.
import { labelled, number, quantity } from "../page/numbers";
import { barRoom, bottomRoom, drawBar, drawNames, leftRoom, wantsLog } from "./axis";
import { distinct, extent, type CampaignColumn } from "./data";
import type { Drawing, Touch, View } from "./drawing";
import { type Chosen, scatterPlot } from "./lines";
import { cellScale, type ColourScale, colouring, inkOn, type Palette } from "./palette";
import { type Box, type Pen, textWidth } from "./pen";
import { type Rows, rowsCsv } from "./rows";
import { drawXy } from "./xy";

/// Runs by the values of two columns.
export interface Grid {
  xs: number[];
  ys: number[];
  cells: Map<number, number[]>; // rows at ix + iy * xs.length
}

/// null: these samples form no grid. Most crossings of the values must be rows.
export function gridOf(rows: number, x: CampaignColumn, y: CampaignColumn): Grid | null {
  const [xs, ys] = [distinct(x.values), distinct(y.values)];
  const crossings = xs.length * ys.length;
  if (x === y || crossings === 0 || crossings > 2 * rows) return null;
  const places = (values: number[]) => new Map(values.map((value, i) => [value, i]));
  const [toX, toY] = [places(xs), places(ys)];
  const cells = new Map<number, number[]>();
  for (let row = 0; row < rows; ++row) {
    const [ix, iy] = [toX.get(x.values[row]!), toY.get(y.values[row]!)];
    if (ix === undefined || iy === undefined) continue;
    const key = ix + iy * xs.length;
    const at = cells.get(key);
    if (at) at.push(row);
    else cells.set(key, [row]);
  }
  return { xs, ys, cells };
}

/// Mean over the runs of a cell that have a value; NaN: none has.
function cellValue(rows: number[], values: Float64Array): number {
  const good = rows.map((row) => values[row]!).filter(Number.isFinite);
  return good.reduce((sum, value) => sum + value, 0) / good.length;
}

/// A cell that has no number.
export function drawHatch(pen: Pen, box: Box, palette: Palette): void {
  pen.rect(box, palette.grid);
  pen.inside(box, () => {
    const height = box.bottom - box.top;
    const lines: number[] = [];
    for (let x = box.left - height; x < box.right; x += 6)
      lines.push(x, box.bottom, x + height, box.top, NaN, NaN);
    pen.line(lines, palette.bad, 1, 0.6);
  });
}

/// Numbers with the same decimals, unless they spread over decades.
function cellTexts(values: number[], digits: number): string[] {
  const sizes = values.map(Math.abs);
  const largest = Math.max(...sizes);
  if (!(largest >= 1e-3 && largest < 1e5) || wantsLog(sizes))
    return values.map((value) => number(value, digits));
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(largest)));
  return values.map((value) => value.toFixed(decimals).replace("-", "\u2212"));
}

const mostTexts = 2000;

/// Numbers in cells where there is room for all of them.
export function drawCellTexts(
  pen: Pen,
  cells: { box: Box; value: number; colour: string }[],
  mostDigits = 4,
): void {
  const [first] = cells;
  if (!first || cells.length > mostTexts) return;
  const width = first.box.right - first.box.left;
  const height = first.box.bottom - first.box.top;
  for (let digits = mostDigits; digits > 1; --digits) {
    const texts = cellTexts(cells.map(({ value }) => value), digits);
    if (height < 14 || Math.max(...texts.map((text) => textWidth(text))) > width - 6) continue;
    cells.forEach(({ box, colour }, i) =>
      pen.text((box.left + box.right) / 2, (box.top + box.bottom) / 2, texts[i]!, {
        colour: inkOn(colour),
        align: "center",
      }),
    );
    return;
  }
}

/// Names of cells along an edge: every k-th where there is no room for all.
function drawCellNames(pen: Pen, grid: Grid, box: Box, palette: Palette): void {
  const width = (box.right - box.left) / grid.xs.length;
  const height = (box.bottom - box.top) / grid.ys.length;
  const [xNames, yNames] = [grid.xs, grid.ys].map((values) => values.map((one) => number(one, 4)));
  const widest = Math.max(...xNames!.map((name) => textWidth(name)));
  const [everyX, everyY] = [Math.ceil((widest + 8) / width), Math.ceil(15 / height)];
  xNames!.forEach((name, i) => {
    const look = { colour: palette.muted, align: "center" as const };
    if (i % everyX === 0) pen.text(box.left + (i + 0.5) * width, box.bottom + 10, name, look);
  });
  yNames!.forEach((name, i) => {
    const look = { colour: palette.muted, align: "right" as const };
    if (i % everyY === 0) pen.text(box.left - 6, box.bottom - (i + 0.5) * height, name, look);
  });
}

function drawGrid(pen: Pen, rows: Rows, chosen: Chosen, grid: Grid, view: View): Touch {
  const { palette, width, height } = view;
  const { x, y, colour } = chosen;
  const values = colour!.values;
  const means = new Map([...grid.cells].map(([key, at]) => [key, cellValue(at, values)]));
  const seen = extent(means.values());
  const scale: ColourScale = cellScale(Number.isFinite(seen[0]) ? seen : [0, 1]);
  const inkOf = colouring(scale);
  const names = grid.ys.map((value) => number(value, 4));
  const box: Box = {
    left: leftRoom(names, y.name),
    top: 8,
    right: width - barRoom(scale),
    bottom: height - bottomRoom,
  };
  const cellWidth = (box.right - box.left) / grid.xs.length;
  const cellHeight = (box.bottom - box.top) / grid.ys.length;
  const cellBox = (key: number): Box => {
    const [ix, iy] = [key % grid.xs.length, Math.floor(key / grid.xs.length)];
    const left = box.left + ix * cellWidth;
    const bottom = box.bottom - iy * cellHeight;
    return { left, right: left + cellWidth, bottom, top: bottom - cellHeight };
  };
  const good: { box: Box; value: number; colour: string }[] = [];
  for (const [key, value] of means) {
    const cell = cellBox(key);
    if (!Number.isFinite(value)) {
      drawHatch(pen, cell, palette);
      continue;
    }
    good.push({ box: cell, value, colour: inkOf(value) });
    // neighbours overlap: no gaps
    const overlap = { ...cell, right: cell.right + 0.5, top: cell.top - 0.5 };
    pen.rect(overlap, inkOf(value));
  }
  drawCellTexts(pen, good);
  if (rows.isSifted())
    for (const [key, at] of grid.cells)
      if (at.every((row) => rows.kept[row] === 0)) veil(pen, cellBox(key), palette);
  pen.rect(box, "none", palette.muted);
  drawCellNames(pen, grid, box, palette);
  drawNames(pen, box, palette, labelled(x.name, x.unit), labelled(y.name, y.unit));
  const valueName = labelled(colour!.name, colour!.unit);
  if (good.length > 0) drawBar(pen, box, width, scale, valueName, palette);
  return {
    area: box,
    find: (px, py) => {
      const ix = Math.floor((px - box.left) / cellWidth);
      const iy = Math.floor((box.bottom - py) / cellHeight);
      if (ix < 0 || iy < 0 || ix >= grid.xs.length || iy >= grid.ys.length) return null;
      const key = ix + iy * grid.xs.length;
      const at = grid.cells.get(key);
      if (!at) return null;
      const words = [
        `${colour!.name} = ${quantity(means.get(key), colour!.unit)}`,
        `mean of ${at.length} runs at ${x.name} = ${quantity(grid.xs[ix], x.unit)}, ` +
          `${y.name} = ${quantity(grid.ys[iy], y.unit)}`,
      ];
      const cell = cellBox(key);
      return { rows: at, words, x: (cell.left + cell.right) / 2, y: cell.top };
    },
    mark: (over, marked, hit) => {
      const all = new Set([...marked, ...(hit?.rows ?? [])]);
      for (const [key, at] of grid.cells)
        if (at.some((row) => all.has(row))) outline(over, cellBox(key), palette);
    },
  };
}

/// What brushes left out is hidden behind a veil of lines.
function veil(pen: Pen, box: Box, { back }: Palette): void {
  const lines: number[] = [];
  for (let y = box.top + 1; y < box.bottom; y += 3) lines.push(box.left, y, box.right, y, NaN, NaN);
  pen.line(lines, back, 2, 0.9);
}

function outline(pen: Pen, { left, top, right, bottom }: Box, { ink, back }: Palette): void {
  const around = [left, top, right, top, right, bottom, left, bottom, left, top, right, top];
  pen.line(around, back, 4);
  pen.line(around, ink, 2);
}

export function heatDrawing(rows: Rows, chosen: Chosen): Drawing {
  const columns = [...new Set([chosen.x, chosen.y, chosen.colour!])];
  const grid = gridOf(rows.table.rows, chosen.x, chosen.y);
  return {
    draw: (pen, view) =>
      grid
        ? drawGrid(pen, rows, chosen, grid, view)
        : drawXy(pen, scatterPlot(rows, chosen, view.palette), view),
    csv: () => rowsCsv(rows, columns),
  };
}
