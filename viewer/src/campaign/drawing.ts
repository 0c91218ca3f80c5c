// What a plot of a campaign is to the card that shows it.
import type { CampaignColumn } from "./data";
import type { Palette } from "./palette";
import type { Box, Pen } from "./pen";

/// How it is looked at.
export interface View {
  width: number;
  height: number;
  palette: Palette;
  logX: boolean;
  logY: boolean;
  zoom: [number, number] | null; // of the x axis
}

/// What is under the pointer: runs, or words about a point that is no run.
export interface Hit {
  rows: number[];
  words: string[];
  x: number;
  y: number;
}

/// An axis on which a part can be chosen by dragging.
export interface BrushAxis {
  column: CampaignColumn;
  x: number;
  valueAt(y: number): number;
}

/// What can be done with a plot as it was drawn.
export interface Touch {
  area: Box;
  find(x: number, y: number): Hit | null;
  /// Draws runs, or what was hit, so that they stand out.
  mark(pen: Pen, rows: readonly number[], hit?: Hit): void;
  /// The number under a pixel, where dragging zooms.
  valueAt?(x: number): number;
  brushes?: BrushAxis[];
}

export interface Drawing {
  draw(pen: Pen, view: View): Touch;
  csv(): string;
  /// The smallest width that shows it well.
  minWidth?(): number;
}
