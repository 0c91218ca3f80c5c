// A plot as an SVG text: axes, ticks, lines, legend. On white, for papers.
import { linearTicks, logLabels, logTicks, tickLabels } from "./ticks";

interface SvgLine {
  label: string;
  colour: string;
  values: ArrayLike<number | null | undefined>;
}
interface SvgPlot {
  title: string;
  xLabel: string;
  yLabel: string;
  x: ArrayLike<number>;
  xRange: [number, number];
  yRange: [number, number];
  log: boolean;
  stems: boolean;
  lines: SvgLine[];
}

export const svgWidth = 720;
export const svgHeight = 400;
const ink = "#1b2129";
const box = { left: 84, top: 64, right: 700, bottom: 346 };

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => escapes[letter]);
const short = (value: number): string => String(Math.round(value * 100) / 100);

type Map1 = (value: number) => number;

function mapping([min, max]: [number, number], from: number, to: number, log: boolean): Map1 {
  const f = log ? Math.log10 : (value: number) => value;
  return (value) => from + ((to - from) * (f(value) - f(min))) / (f(max) - f(min));
}

function tag(
  name: string,
  attributes: Record<string, string | number>,
  ...inside: string[]
): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === "number" ? short(value) : escaped(value)}"`,
  );
  return `<${name}${written.join("")}>${inside.join("")}</${name}>`;
}

function text(x: number, y: number, content: string, attributes: Record<string, string | number>) {
  return tag("text", { x, y, ...attributes }, escaped(content));
}

function frame(attributes: Record<string, string>): string {
  const size = { width: box.right - box.left, height: box.bottom - box.top };
  return tag("rect", { x: box.left, y: box.top, ...size, ...attributes });
}

function axes(plot: SvgPlot, toX: Map1, toY: Map1): string {
  const xTicks = linearTicks(...plot.xRange, 8);
  const yTicks = plot.log ? logTicks(...plot.yRange, 7) : linearTicks(...plot.yRange, 6);
  const xLabels = tickLabels(xTicks);
  const yLabels = plot.log ? logLabels(yTicks) : tickLabels(yTicks);
  const grid = [
    ...xTicks.map(toX).map((x) => ({ x1: x, y1: box.top, x2: x, y2: box.bottom })),
    ...yTicks.map(toY).map((y) => ({ x1: box.left, y1: y, x2: box.right, y2: y })),
  ];
  const [middle, end] = [{ "text-anchor": "middle" }, { "text-anchor": "end" }];
  const centre = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  return [
    tag("g", { stroke: "#e3e6ea" }, ...grid.map((line) => tag("line", line))),
    frame({ fill: "none", stroke: "#5b6570" }),
    tag(
      "g",
      { "font-size": 12, fill: "#3a424c" },
      ...xTicks.map((tick, i) => text(toX(tick), box.bottom + 18, xLabels[i], middle)),
      ...yTicks.map((tick, i) => text(box.left - 8, toY(tick) + 4, yLabels[i], end)),
    ),
    tag(
      "g",
      { "font-size": 13, fill: ink },
      text(centre.x, box.bottom + 42, plot.xLabel, middle),
      text(0, 0, plot.yLabel, { ...middle, transform: `translate(20 ${centre.y}) rotate(-90)` }),
    ),
  ].join("\n");
}

/// The path of a line; gaps where there is no value.
function path(plot: SvgPlot, line: SvgLine, toX: Map1, toY: Map1): string {
  const parts: string[] = [];
  let pen = "M";
  for (let i = 0; i < plot.x.length; ++i) {
    const value = line.values[i] ?? NaN;
    if (!Number.isFinite(value) || (plot.log && value <= 0)) {
      pen = "M";
      continue;
    }
    const [x, y] = [short(toX(plot.x[i])), short(toY(value))];
    parts.push(plot.stems ? `M${x} ${box.bottom}L${x} ${y}` : `${pen}${x} ${y}`);
    pen = "L";
  }
  const look = { fill: "none", stroke: line.colour, "stroke-width": plot.stems ? 6 : 1.6 };
  return tag("path", { d: parts.join(""), ...look, "stroke-linejoin": "round" });
}

function legend(lines: SvgLine[]): string {
  let x = box.left;
  return lines
    .map(({ label, colour }) => {
      const mark = { x1: x, y1: 46, x2: x + 20, y2: 46, stroke: colour, "stroke-width": 3 };
      const entry = tag("line", mark) + text(x + 26, 50, label, { "font-size": 12, fill: ink });
      x += 46 + 7 * label.length;
      return entry;
    })
    .join("");
}

export function plotSvg(plot: SvgPlot): string {
  const toX = mapping(plot.xRange, box.left, box.right, false);
  const toY = mapping(plot.yRange, box.bottom, box.top, plot.log);
  const size = { width: svgWidth, height: svgHeight };
  const root = {
    xmlns: "http://www.w3.org/2000/svg",
    ...size,
    viewBox: `0 0 ${svgWidth} ${svgHeight}`,
    "font-family": "Helvetica, Arial, sans-serif",
  };
  const lines = plot.lines.map((line) => path(plot, line, toX, toY));
  return tag(
    "svg",
    root,
    tag("rect", { ...size, fill: "#ffffff" }),
    text(box.left, 26, plot.title, { "font-size": 15, "font-weight": "bold", fill: ink }),
    legend(plot.lines),
    axes(plot, toX, toY),
    tag("clipPath", { id: "box" }, frame({})),
    tag("g", { "clip-path": "url(#box)" }, lines.join("\n")),
  );
}
