// Colours of the plots of a campaign: those of the screen, and those of white paper.
import { cssColour, currentTheme } from "../page/theme";
import { coolWarm, viridis } from "../scene/colour";

export interface Palette {
  ink: string;
  muted: string;
  grid: string;
  edge: string;
  back: string;
  accent: string;
  bad: string;
  lines: string[];
  marks: string[]; // ramp of thin lines and dots, which the background must not swallow
}

// lines on white paper, as in the plots of a run
const paperLines = ["#0b6bcb", "#d1570a", "#2d8a34", "#a33fa0", "#b8860b", "#c22f3d", "#4b5b6b"];
const marksOnLight = viridis.slice(0, -1);
const marksOnDark = viridis.slice(2);

export const paper: Palette = {
  ink: "#1b2129",
  muted: "#3a424c",
  grid: "#e3e6ea",
  edge: "#5b6570",
  back: "#ffffff",
  accent: "#0b62c4",
  bad: "#a8201a",
  lines: paperLines,
  marks: marksOnLight,
};

export function screenPalette(): Palette {
  return {
    ink: cssColour("--text"),
    muted: cssColour("--muted"),
    grid: cssColour("--grid"),
    edge: cssColour("--edge"),
    back: cssColour("--card"),
    accent: cssColour("--accent"),
    bad: cssColour("--bad"),
    lines: paperLines.map((_, i) => cssColour(`--line-${i + 1}`)),
    marks: currentTheme() === "dark" ? marksOnDark : marksOnLight,
  };
}

/// Numbers to colours.
export interface ColourScale {
  min: number;
  max: number;
  stops: string[];
}

const channels = (hex: string): number[] =>
  [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

function mixed(stops: string[], t: number): number[] {
  const place = Math.min(Math.max(t, 0), 1) * (stops.length - 1);
  const stop = Math.min(Math.floor(place), stops.length - 2);
  const [from, to] = [channels(stops[stop]!), channels(stops[stop + 1]!)];
  return from.map((value, k) => Math.round(value + (place - stop) * (to[k]! - value)));
}

const hex = (rgb: number[]): string =>
  `#${rgb.map((value) => value.toString(16).padStart(2, "0")).join("")}`;

export function rampColour(stops: string[], t: number): string {
  return hex(mixed(stops, t));
}

/// The colour of a number; the ramp has 256 steps.
export function colouring({ min, max, stops }: ColourScale): (value: number) => string {
  const table = Array.from({ length: 256 }, (_, i) => rampColour(stops, i / 255));
  const span = max - min;
  return (value) => {
    const t = span > 0 ? (value - min) / span : 0.5;
    return table[Math.round(255 * Math.min(Math.max(t, 0), 1))]!;
  };
}

/// Black or white, whichever can be read on a colour.
export function inkOn(colour: string): string {
  const [red, green, blue] = channels(colour);
  return 0.299 * red! + 0.587 * green! + 0.114 * blue! > 140 ? "#14181d" : "#ffffff";
}

/// Cells: two arms where the numbers lie well on both sides of zero.
export function cellScale([min, max]: [number, number]): ColourScale {
  const arm = Math.max(-min, max);
  if (min < -0.1 * arm && max > 0.1 * arm) return { min: -arm, max: arm, stops: coolWarm };
  return { min, max, stops: viridis };
}

export const correlationScale: ColourScale = { min: -1, max: 1, stops: coolWarm };
