// How a plot looks: the options of uPlot.
import uPlot from "uplot";
import { cssColour } from "../page/theme";
import { linearTicks, logLabels, logTicks, padded, tickLabels } from "./ticks";

interface PlotLook {
  width: number;
  height: number;
  xLabel: string;
  yLabel: string;
  names: string[];
  log: boolean;
  stems: boolean;
  onSelect(min: number, max: number): void;
  onReset(): void;
  onDraw(): void;
}

const font = '11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

export function lineColour(index: number): string {
  return cssColour(`--line-${1 + (index % 7)}`);
}

/// The y range of what is seen.
export function yRange(
  min: number | null,
  max: number | null,
  log: boolean,
  stems: boolean,
): [number, number] {
  if (min === null || max === null || !Number.isFinite(min + max)) return log ? [0.1, 10] : [-1, 1];
  if (log) {
    const low = Math.max(min, max * 1e-16);
    return low < max ? [low / 1.5, max * 1.5] : [low / 10, max * 10];
  }
  const [low, high] = padded(min, max);
  return stems ? [Math.min(0, low), Math.max(0, high)] : [low, high];
}

function axis(label: string, log: boolean, vertical: boolean): uPlot.Axis {
  const density = vertical ? 34 : 80;
  return {
    label,
    labelFont: font,
    labelSize: 18,
    labelGap: 0,
    font,
    gap: 4,
    size: vertical
      ? (_, labels) => 16 + 6.4 * Math.max(3, ...(labels ?? []).map((text) => text.length))
      : 26,
    stroke: () => cssColour("--muted"),
    grid: { stroke: () => cssColour("--grid"), width: 1 },
    ticks: { stroke: () => cssColour("--grid"), width: 1, size: 4 },
    splits: (u, _, min, max) => {
      const pixels = (vertical ? u.bbox.height : u.bbox.width) / uPlot.pxRatio;
      const count = Math.max(2, Math.floor(pixels / density));
      return log ? logTicks(min, max, count) : linearTicks(min, max, count);
    },
    filter: (_, splits) => splits,
    values: (_, splits) => (log ? logLabels(splits) : tickLabels(splits)),
  };
}

export function plotOptions(look: PlotLook): uPlot.Options {
  const line = (label: string, index: number): uPlot.Series => ({
    label,
    stroke: () => lineColour(index),
    width: 1.5,
    pxAlign: look.stems ? 1 : 0, // slow lines are no stairs
    points: { size: 4, fill: () => lineColour(index), ...(look.stems ? { show: false } : {}) },
    ...(look.stems
      ? { paths: uPlot.paths.bars!({ size: [0.2, 10] }), fill: () => lineColour(index) }
      : {}),
  });
  return {
    width: look.width,
    height: look.height,
    legend: { show: false },
    padding: [8, 18, 0, 0], // half a label at the right end
    scales: {
      x: {
        time: false,
        range: (_, min, max) => (look.stems ? [min - 0.5, max + 0.5] : [min, max]),
      },
      y: {
        distr: look.log ? 3 : 1,
        range: (_, min, max) => yRange(min, max, look.log, look.stems),
      },
    },
    axes: [axis(look.xLabel, false, false), axis(look.yLabel, look.log, true)],
    series: [{}, ...look.names.map(line)],
    cursor: {
      y: false,
      points: { size: 7 },
      drag: { x: true, y: false, setScale: false, dist: 6 },
      bind: {
        dblclick: () => () => {
          look.onReset();
          return null;
        },
      },
    },
    hooks: {
      setSelect: [
        (u) => {
          if (u.select.width <= 0) return;
          look.onSelect(
            u.posToVal(u.select.left, "x"),
            u.posToVal(u.select.left + u.select.width, "x"),
          );
          u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
      draw: [() => look.onDraw()],
    },
  };
}
