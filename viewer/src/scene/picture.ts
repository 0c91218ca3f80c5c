// Pictures to keep: larger than the screen, with smooth edges.
import { type KeyWord, drawKey } from "../signs/key";
import type { Look } from "./colour";
import { fontFamily } from "./labels";
import { type Legend, drawLegend } from "./legend";

const usualHeight = 700; // lines and names keep their share of a picture of this height
const mostPixels = 24e6;

/// How much larger than on the screen lines are drawn, and samples per pixel and direction.
export function pictureScale(width: number, height: number): { scale: number; samples: number } {
  const scale = Math.max(1, height / usualHeight);
  const samples = 4 * width * height <= mostPixels && 2 * Math.max(width, height) <= 8192 ? 2 : 1;
  return { scale, samples };
}

/// What is written in the corners.
interface Notes {
  caption: string;
  key: KeyWord[];
  legend: Legend | null;
  look: Look;
}

/// A canvas of the size asked for that takes over what is drawn, again and again.
export class Paper {
  private readonly canvas = document.createElement("canvas");
  private readonly context: CanvasRenderingContext2D;

  constructor(width: number, height: number) {
    [this.canvas.width, this.canvas.height] = [width, height];
    this.context = this.canvas.getContext("2d", { willReadFrequently: true })!;
    this.context.imageSmoothingQuality = "high";
  }

  take(drawn: HTMLCanvasElement, { caption, key, legend, look }: Notes): void {
    const { context } = this;
    const { width, height } = this.canvas;
    const { scale } = pictureScale(width, height);
    context.drawImage(drawn, 0, 0, width, height);
    context.font = `${12 * scale}px ${fontFamily}`;
    context.fillStyle = look.ink;
    context.fillText(caption, 12 * scale, height - 12 * scale);
    drawKey(context, key, look, fontFamily, scale);
    if (legend) drawLegend(context, legend, look, fontFamily, scale);
  }

  png(): string {
    return this.canvas.toDataURL("image/png");
  }

  jpeg(): string {
    return this.canvas.toDataURL("image/jpeg", 0.95);
  }
}
