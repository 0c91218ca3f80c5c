// Files that the user takes along.
import type { Column } from "../format/document";
import { exact32, exact64, ordinal } from "./numbers";

export function save(name: string, content: Blob | string): void {
  const blob = typeof content === "string" ? new Blob([content], { type: "text/plain" }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/// The columns as series.csv has them: "t [s],tip.x [m]".
export function csvText(axis: Column, columns: Column[]): string {
  const head = [axis, ...columns].map((column) => `${column.name} [${column.unit}]`).join(",");
  const lines = [head];
  for (let row = 0; row < axis.values.length; ++row)
    lines.push(
      [axis, ...columns]
        .map(({ single, values }) => (single ? exact32 : exact64)(values[row]))
        .join(","),
    );
  return `${lines.join("\n")}\n`;
}

/// What a page leaves out of a long record: words for people and for a file name, empty for none.
export function thinning(stride: number): { note: string; words: string[] } {
  if (stride <= 1) return { note: "", words: [] };
  const rows = `every ${ordinal(stride)} row`;
  return { note: `${rows}; all rows are in series.csv`, words: [rows] };
}

/// An SVG text of the given size as the data URL of a PNG with `scale` dots per unit.
export async function pngOfSvg(
  svg: string,
  width: number,
  height: number,
  scale = 2,
): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * scale;
  canvas.height = height * scale;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  // not toBlob: it waits for an idle browser, seconds long
  return canvas.toDataURL("image/png");
}

export function saveDataUrl(name: string, url: string): void {
  const [head, data] = url.split(",");
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  save(name, new Blob([bytes], { type: head.slice(5, head.indexOf(";")) }));
}

/// A part of a file name made of any text.
export function fileName(...parts: string[]): string {
  return parts.join("_").replaceAll(/[^A-Za-z0-9_.-]+/g, "_");
}
