// Pictures to keep: larger than the screen, with smooth edges.
import type { Look } from "./colour";
import { type Legend, drawLegend } from "./legend";
import { fontFamily } from "./labels";

const usualHeight = 700; // lines and names keep their share of a picture of this height
const mostPixels = 24e6;

/// How much larger than on the screen lines are drawn, and samples per pixel and direction.
export function pictureScale(width: number, height: number): { scale: number; samples: number } {
  const scale = Math.max(1, height / usualHeight);
  const samples = 4 * width * height <= mostPixels && 2 * Math.max(width, height) <= 8192 ? 2 : 1;
  return { scale, samples };
}

/// The drawn canvas at the size asked for, with caption and legend in its corners.
export function composePicture(
  drawn: HTMLCanvasElement, width: number, height: number,
  { caption, legend, look, scale }: {
    caption: string; legend: Legend | null; look: Look; scale: number;
  },
): string {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  if (!context) return drawn.toDataURL("image/png");
  context.imageSmoothingQuality = "high";
  context.drawImage(drawn, 0, 0, width, height);
  context.font = `${12 * scale}px ${fontFamily}`;
  context.fillStyle = look.ink;
  context.fillText(caption, 12 * scale, height - 12 * scale);
  if (legend) drawLegend(context, legend, look, fontFamily, scale);
  return canvas.toDataURL("image/png");
}
