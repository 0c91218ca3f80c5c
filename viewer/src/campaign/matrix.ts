// A matrix of correlations as a small heat map.
import type { CampaignDocument } from "../format/shared";
import { exact64, number } from "../page/numbers";
import { barRoom, drawBar, lineHeight } from "./axis";
import type { Drawing, Touch, View } from "./drawing";
import { drawCellTexts, drawHatch } from "./heat";
import { colouring, correlationScale } from "./palette";
import { type Box, type Pen, shortened, textWidth } from "./pen";
import { quoted } from "./rows";

type Matrix = CampaignDocument["matrix"];

const widestName = 150;
const largestCell = 64;

export function matrixHeight({ names }: Matrix): number {
  return Math.min(460, 60 + Math.max(120, names.length * 40));
}

function draw(pen: Pen, { names, values }: Matrix, { width, height, palette }: View): Touch {
  const count = Math.max(1, names.length);
  const shown = names.map((name) => shortened(name, widestName));
  const left = 12 + Math.max(...shown.map((name) => textWidth(name)));
  const right = width - barRoom(correlationScale);
  const cellWidth = Math.min((right - left) / count, 1.8 * largestCell);
  const isTurned = shown.some((name) => textWidth(name) > cellWidth - 6);
  const below = isTurned ? 14 + Math.max(...shown.map((name) => textWidth(name))) : lineHeight + 8;
  const cellHeight = Math.min((height - below - 8) / count, largestCell);
  const box: Box = {
    left,
    top: 6,
    right: left + count * cellWidth,
    bottom: 6 + count * cellHeight,
  };
  const inkOf = colouring(correlationScale);
  const cellBox = (i: number, j: number): Box => ({
    left: left + j * cellWidth,
    right: left + (j + 1) * cellWidth,
    top: box.top + i * cellHeight,
    bottom: box.top + (i + 1) * cellHeight,
  });
  const cells: { box: Box; value: number; colour: string }[] = [];
  values.forEach((row, i) =>
    row.forEach((value, j) => {
      const cell = cellBox(i, j);
      if (value === null) {
        drawHatch(pen, cell, palette);
        return;
      }
      const colour = inkOf(value);
      cells.push({ box: cell, value, colour });
      pen.rect(cell, colour, palette.back);
    }),
  );
  drawCellTexts(pen, cells, 3); // two decimals tell enough
  shown.forEach((name, i) => {
    const y = box.top + (i + 0.5) * cellHeight;
    pen.text(left - 6, y, name, { colour: palette.muted, align: "right" });
    const x = left + (i + 0.5) * cellWidth;
    pen.text(x, box.bottom + (isTurned ? 6 : 11), name, {
      colour: palette.muted,
      align: isTurned ? "right" : "center",
      turned: isTurned,
    });
  });
  const barEnd = box.right + barRoom(correlationScale);
  drawBar(pen, box, barEnd, correlationScale, "correlation", palette);
  return {
    area: box,
    find: (x, y) => {
      const [i, j] = [Math.floor((y - box.top) / cellHeight), Math.floor((x - left) / cellWidth)];
      const value = values[i]?.[j];
      if (value === undefined) return null;
      const words = [`${names[i]} and ${names[j]}`, `correlation ${number(value, 4)}`];
      return { rows: [], words, x, y: box.top + i * cellHeight };
    },
    mark: () => undefined,
  };
}

export function matrixDrawing(matrix: Matrix): Drawing {
  return {
    draw: (pen, view) => draw(pen, matrix, view),
    csv: () => {
      const lines = matrix.values.map((row, i) =>
        [quoted(matrix.names[i] ?? ""), ...row.map((value) => exact64(value ?? NaN))].join(","),
      );
      return `${[["", ...matrix.names.map(quoted)].join(","), ...lines].join("\n")}\n`;
    },
  };
}
