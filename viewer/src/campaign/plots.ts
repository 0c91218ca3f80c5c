// The plots of a table: which columns they show, and the controls to change that.
import type { PlotType, CampaignPlot } from "../format/shared";
import { checkbox, menu, select } from "../page/dom";
import { labelled } from "../page/numbers";
import { canLog, wantsLog } from "./axis";
import { type CardLook, PlotCard } from "./card";
import type { CampaignColumn, CampaignTable } from "./data";
import type { Drawing } from "./drawing";
import { gridOf, heatDrawing } from "./heat";
import { xyDrawing } from "./lines";
import { parallelDrawing, usualAxes } from "./parallel";
import type { Rows } from "./rows";

export const plotNames: Record<PlotType, string> = {
  line: "Line",
  scatter: "Scatter",
  heatmap: "Heat map",
  parallel: "Parallel coordinates",
};

interface Choice {
  x: CampaignColumn;
  y: CampaignColumn;
  colour: CampaignColumn | null;
  axes: CampaignColumn[];
  title: string; // of the study file
}

function firstChoice(table: CampaignTable, plot: CampaignPlot): Choice {
  const [parameters, results] = [table.parameters(), table.results()];
  const any = table.columns[0]!;
  const isMap = plot.type === "heatmap";
  const result = results[0] ?? parameters[1] ?? any;
  const colour = table.find(plot.colour) ?? null;
  return {
    x: table.find(plot.x) ?? parameters[0] ?? any,
    y: table.find(plot.y) ?? (isMap ? (parameters[1] ?? any) : result),
    // a map shows something in any case
    colour: isMap ? (colour ?? result) : colour,
    axes: usualAxes(table),
    title: plot.title,
  };
}

function titleOf(type: PlotType, { x, y, colour, title }: Choice): string {
  if (title) return title;
  if (type === "parallel") return "All runs";
  if (type === "heatmap") return `${colour?.name ?? ""} over ${x.name} and ${y.name}`;
  return `${y.name} over ${x.name}`;
}

const cellHeight = 30;

function heightOf(type: PlotType, table: CampaignTable, { x, y }: Choice): number {
  if (type === "parallel") return 320;
  const grid = type === "heatmap" ? gridOf(table.rows, x, y) : null;
  return grid ? Math.min(420, Math.max(250, 60 + cellHeight * grid.ys.length)) : 270;
}

function drawingOf(type: PlotType, rows: Rows, choice: Choice): Drawing {
  if (type === "parallel") return parallelDrawing(rows, choice.axes, choice.colour);
  if (type === "heatmap") return heatDrawing(rows, choice);
  return xyDrawing(type, rows, choice);
}

function lookOf(type: PlotType, table: CampaignTable, choice: Choice): CardLook {
  const look = { title: titleOf(type, choice), height: heightOf(type, table, choice) };
  if (type === "parallel") return { ...look, wide: true };
  if (type === "heatmap" && gridOf(table.rows, choice.x, choice.y)) return look;
  const logs = (["x", "y"] as const).filter((axis) => canLog(choice[axis].values));
  const { x, y } = choice;
  const isLog = (column: CampaignColumn) => column.role === "parameter" && wantsLog(column.values);
  return { ...look, logs, logX: isLog(x), logY: isLog(y) };
}

/// A card for a plot, with controls for its columns.
export function makePlotCard(
  rows: Rows,
  campaign: string,
  plot: CampaignPlot,
  onRemove: (card: PlotCard) => void,
): PlotCard {
  const { table } = rows;
  const { type } = plot;
  const choice = firstChoice(table, plot);
  const card: PlotCard = new PlotCard(
    drawingOf(type, rows, choice),
    lookOf(type, table, choice),
    rows,
    campaign,
    () => onRemove(card),
  );
  const update = () => {
    choice.title = "";
    card.show(drawingOf(type, rows, choice), lookOf(type, table, choice));
  };
  const options = table.columns.map(({ name }) => ({ value: name, text: name }));
  const chooser = (label: string, key: "x" | "y" | "colour", mayBeNone: boolean) => {
    const none = mayBeNone ? [{ value: "", text: "–" }] : [];
    const { root, input } = select(label, [...none, ...options], (value) => {
      const column = table.columns.find(({ name }) => name === value) ?? null;
      if (key === "colour") choice.colour = column;
      else if (column) choice[key] = column;
      update();
    });
    input.value = choice[key]?.name ?? "";
    return root;
  };
  if (type === "parallel")
    card.setControls(axisMenu(table, choice, update), null, chooser("colour", "colour", true));
  else
    card.setControls(
      chooser("x", "x", false),
      chooser("y", "y", false),
      chooser(type === "heatmap" ? "value" : "colour", "colour", type !== "heatmap"),
    );
  return card;
}

function axisMenu(table: CampaignTable, choice: Choice, update: () => void): HTMLElement {
  const boxes = table.columns.map((column) =>
    checkbox(labelled(column.name, column.unit), choice.axes.includes(column), (isOn) => {
      const chosen = new Set(choice.axes);
      if (isOn) chosen.add(column);
      else chosen.delete(column);
      choice.axes = table.columns.filter((one) => chosen.has(one));
      update();
    }),
  );
  return menu("Axes", "Choose the columns that have an axis", ...boxes);
}
