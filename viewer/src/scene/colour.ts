// Colours: themes, bodies, and maps from numbers to colours.
import { Color } from "three";
import type { Theme } from "../page/theme";
import type { ColourField } from "./data";

export type { Theme };

export interface Look {
  background: string;
  ink: string; // names
  edge: string; // sharp edges of solids
  grid: string;
  joint: string;
  force: string;
  moment: string;
  contact: [string, string, string]; // forces where it is smooth, sticks, slides
  obstacle: string;
  floor: string; // planes
  fitting: string; // fins
  water: string; // its surface
  current: string;
  jet: [string, string]; // water that goes out, and in
  slack: string; // a cable without tension
  taut: string; // a cable at its largest tension
}

export const looks: Record<Theme, Look> = {
  light: {
    background: "#ffffff",
    ink: "#20262e",
    edge: "#2b3138",
    grid: "#9aa5b1",
    joint: "#3d444d",
    force: "#c62f2f",
    moment: "#7a3fa8",
    contact: ["#c62f2f", "#1660b8", "#e07b00"],
    obstacle: "#d9dce0",
    floor: "#e2e5e9",
    fitting: "#8793a0",
    water: "#3d8fd1",
    current: "#0d8a8f",
    jet: ["#e07b00", "#1f6fd0"],
    slack: "#e2bfa6",
    taut: "#b3141c",
  },
  dark: {
    background: "#14181d",
    ink: "#e4e8ee",
    edge: "#0b0d10",
    grid: "#5b6673",
    joint: "#c9ced6",
    force: "#ff6b5e",
    moment: "#c58bf2",
    contact: ["#ff6b5e", "#5aa9ff", "#ffb02e"],
    obstacle: "#59626c",
    floor: "#262c33",
    fitting: "#7d8894",
    water: "#4aa3e8",
    current: "#3fc9c4",
    jet: ["#ffb02e", "#6cb4ff"],
    slack: "#6e5a52",
    taut: "#ff5b4d",
  },
};

// these, the light obstacles, fins and water: the same as in glTF files (src/cuttle/io/write_gltf.cpp)
const rodColours = ["#3f78b5", "#d98244", "#45997c", "#a9629f", "#c2a041", "#5aa5c4", "#b85c5c"];
const solidColours = ["#b4bac2", "#a8a49d", "#c3beb4", "#97a1ac", "#bcb3b3"];

export const traceColours = ["#c2571a", "#2a6fb0", "#2f8f6b", "#8f4a9c", "#a07f14", "#b23a4a"];

export function rodColour(index: number): string {
  return rodColours[index % rodColours.length]!;
}

export function solidColour(index: number): string {
  return solidColours[index % solidColours.length]!;
}

// viridis without its darkest end, which shading would blacken
export const viridis = [
  "#463480", "#414487", "#355f8d", "#2a788e", "#21918c", "#22a884", "#44bf70", "#7ad151",
  "#bddf26", "#fde725",
];
export const coolWarm = [
  "#3b4cc0", "#5977e3", "#7b9ff9", "#9ebeff", "#c0d4f5", "#dddcdc", "#f2cbb7", "#f7ac8e",
  "#ee8468", "#d65244", "#b40426",
];

/// A ramp of colours over [0, 1], as a table of linear RGB.
export class Ramp {
  private readonly table = new Float32Array(256 * 3);

  constructor(readonly stops: string[]) {
    const [from, to, mixed] = [new Color(), new Color(), new Color()];
    for (let i = 0; i < 256; ++i) {
      const place = (i / 255) * (stops.length - 1);
      const stop = Math.min(Math.floor(place), stops.length - 2);
      from.set(stops[stop]!).convertLinearToSRGB();
      to.set(stops[stop + 1]!).convertLinearToSRGB();
      mixed.lerpColors(from, to, place - stop).convertSRGBToLinear().toArray(this.table, 3 * i);
    }
  }

  /// Writes the colour of t at out[at..at+2].
  write(t: number, out: Float32Array, at: number): void {
    const row = 3 * Math.round(255 * Math.min(Math.max(t, 0), 1)); // NaN stays NaN
    for (let k = 0; k < 3; ++k) out[at + k] = this.table[row + k] ?? 0.5;
  }
}

const sequential = new Ramp(viridis);
const diverging = new Ramp(coolWarm);

/// How a field becomes colours.
export interface Scale {
  min: number;
  max: number;
  ramp: Ramp;
}

// values that part the two arms of a diverging ramp
const centres: Partial<Record<ColourField, number>> = {
  torsion: 0, stretch: 1, hoop_strain: 0,
};
const nothing = 1e-9;

export function scaleOf(field: ColourField, [low, high]: [number, number]): Scale {
  const centre = centres[field];
  const spread = high - low;
  if (!(spread > Math.max(nothing, 1e-5 * Math.max(Math.abs(low), Math.abs(high)))))
    return { ...degenerate(field, low), ramp: centre === undefined ? sequential : diverging };
  if (centre !== undefined && low < centre - 0.02 * spread && high > centre + 0.02 * spread) {
    const arm = Math.max(centre - low, high - centre);
    return { min: centre - arm, max: centre + arm, ramp: diverging };
  }
  return { min: field === "speed" ? 0 : low, max: high, ramp: sequential };
}

/// A field of one value still needs two ends.
function degenerate(field: ColourField, value: number): { min: number; max: number } {
  const centre = centres[field];
  if (centre !== undefined) {
    const arm = Math.max(Math.abs(value - centre), centre === 0 ? nothing : 1e-3);
    return { min: centre - arm, max: centre + arm };
  }
  if (Math.abs(value) <= nothing) return { min: 0, max: 1 };
  return { min: Math.min(0, value), max: Math.max(0, value) };
}
