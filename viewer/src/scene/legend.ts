// What colours mean: texts, and the box in the corner of pictures.
import { labelled, number } from "../page/numbers";
import type { Look } from "./colour";
import type { ColourField } from "./data";

export interface Legend {
  field: ColourField;
  unit: string;
  min: number;
  max: number;
  stops: string[]; // colours from min to max, evenly spread
}

/// Ends with digits that tell them apart.
export function legendTexts({ field, unit, min, max }: Legend) {
  const ratio = Math.max(Math.abs(min), Math.abs(max)) / (max - min);
  const more = ratio > 1 && Number.isFinite(ratio) ? Math.floor(Math.log10(ratio)) : 0;
  const digits = Math.min(3 + more, 9);
  const title = labelled(field.replace("_", " "), unit);
  return { title, low: number(min, digits), high: number(max, digits) };
}

// the box, in pixels of the screen
const [width, height, margin, pad] = [168, 50, 12, 9];
const bar = { x: pad, y: 21, width: width - 2 * pad, height: 9 };
const [titleLine, endLine, fontSize] = [15, 43, 12];
const opacity = 0.85;

/// Draws the box on a canvas, `scale` times as large as on the screen.
export function drawLegend(
  context: CanvasRenderingContext2D, legend: Legend, look: Look, fontFamily: string, scale: number,
): void {
  const { title, low, high } = legendTexts(legend);
  const paper = context.canvas;
  context.save();
  context.scale(scale, scale);
  context.translate(paper.width / scale - margin - width, paper.height / scale - margin - height);
  context.globalAlpha = opacity;
  context.fillStyle = look.background;
  context.fillRect(0, 0, width, height);
  context.globalAlpha = 1;
  const colours = context.createLinearGradient(bar.x, 0, bar.x + bar.width, 0);
  legend.stops.forEach((stop, i) => colours.addColorStop(i / (legend.stops.length - 1), stop));
  context.fillStyle = colours;
  context.fillRect(bar.x, bar.y, bar.width, bar.height);
  context.font = `${fontSize}px ${fontFamily}`;
  context.fillStyle = look.ink;
  context.fillText(title, pad, titleLine);
  context.fillText(low, pad, endLine);
  context.textAlign = "right";
  context.fillText(high, width - pad, endLine);
  context.restore();
}

/// The box in the corner of a vector picture of a size, `scale` times as large as on the screen.
export function legendSvg(
  legend: Legend, look: Look, paperWidth: number, paperHeight: number, scale: number,
): string {
  const { title, low, high } = legendTexts(legend);
  const stops = legend.stops.map((stop, i) =>
    `<stop offset="${(i / (legend.stops.length - 1)).toFixed(3)}" stop-color="${stop}"/>`);
  const text = (x: number, y: number, anchor: string, content: string) =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}">${content}</text>`;
  const [x, y] = [paperWidth / scale - margin - width, paperHeight / scale - margin - height];
  return `<g transform="scale(${scale}) translate(${x} ${y})"` +
    ` font-family="sans-serif" font-size="${fontSize}" fill="${look.ink}">\n` +
    `<linearGradient id="legend">${stops.join("")}</linearGradient>\n` +
    `<rect width="${width}" height="${height}" fill="${look.background}" opacity="${opacity}"/>\n` +
    `<rect x="${bar.x}" y="${bar.y}" width="${bar.width}" height="${bar.height}"` +
    ` fill="url(#legend)"/>\n` +
    text(pad, titleLine, "start", title) + text(pad, endLine, "start", low) +
    text(width - pad, endLine, "end", high) + "\n</g>";
}
