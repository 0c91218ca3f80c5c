// What plots of a campaign are drawn with: one text for the screen (canvas) and for files (SVG).

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface TextLook {
  colour: string;
  size?: number;
  bold?: boolean;
  align?: "left" | "center" | "right";
  turned?: boolean; // reads upwards
}

/// Places in pixels from the upper left corner; a text is centred at its height.
export interface Pen {
  /// Through points x, y, x, y …; a number that is not finite parts it.
  line(points: ArrayLike<number>, colour: string, width?: number, opacity?: number): void;
  rect(box: Box, fill: string, edge?: string): void;
  dot(x: number, y: number, radius: number, colour: string, opacity?: number): void;
  text(x: number, y: number, content: string, look: TextLook): void;
  /// What is drawn meanwhile is cut off outside of the box.
  inside(box: Box, draw: () => void): void;
}

const family = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const usualSize = 11;
const fontOf = (size: number, bold: boolean): string => `${bold ? "600 " : ""}${size}px ${family}`;

let measure: CanvasRenderingContext2D | null = null;

/// Room that a text takes.
export function textWidth(text: string, bold = false): number {
  measure ??= document.createElement("canvas").getContext("2d")!;
  measure.font = fontOf(usualSize, bold);
  return measure.measureText(text).width;
}

/// A text without its middle where it is too long: both ends tell names apart.
export function shortened(text: string, room: number, bold = false): string {
  const cut = (length: number) => {
    const head = Math.ceil(length / 3);
    return `${text.slice(0, head)}…${text.slice(text.length - (length - head))}`;
  };
  if (textWidth(text, bold) <= room) return text;
  let length = text.length - 1;
  while (length > 3 && textWidth(cut(length), bold) > room) --length;
  return cut(length);
}

export class CanvasPen implements Pen {
  constructor(private readonly context: CanvasRenderingContext2D) {}

  line(points: ArrayLike<number>, colour: string, width = 1, opacity = 1): void {
    const { context } = this;
    context.globalAlpha = opacity;
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.lineJoin = "round";
    context.beginPath();
    let isDown = false;
    for (let i = 0; i + 1 < points.length; i += 2) {
      const [x, y] = [points[i]!, points[i + 1]!];
      if (!Number.isFinite(x + y)) isDown = false;
      else if (isDown) context.lineTo(x, y);
      else {
        context.moveTo(x, y);
        isDown = true;
      }
    }
    context.stroke();
    context.globalAlpha = 1;
  }

  rect({ left, top, right, bottom }: Box, fill: string, edge?: string): void {
    this.context.fillStyle = fill;
    if (fill !== "none") this.context.fillRect(left, top, right - left, bottom - top);
    if (!edge) return;
    this.context.strokeStyle = edge;
    this.context.lineWidth = 1;
    this.context.strokeRect(left, top, right - left, bottom - top);
  }

  dot(x: number, y: number, radius: number, colour: string, opacity = 1): void {
    this.context.globalAlpha = opacity;
    this.context.fillStyle = colour;
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.context.fill();
    this.context.globalAlpha = 1;
  }

  text(x: number, y: number, content: string, look: TextLook): void {
    const { context } = this;
    context.save();
    context.font = fontOf(look.size ?? usualSize, look.bold ?? false);
    context.fillStyle = look.colour;
    context.textAlign = look.align ?? "left";
    context.textBaseline = "middle";
    context.translate(x, y);
    if (look.turned) context.rotate(-Math.PI / 2);
    context.fillText(content, 0, 0);
    context.restore();
  }

  inside({ left, top, right, bottom }: Box, draw: () => void): void {
    this.context.save();
    this.context.beginPath();
    this.context.rect(left, top, right - left, bottom - top);
    this.context.clip();
    draw();
    this.context.restore();
  }
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => escapes[letter]!);
const short = (value: number): string => String(Math.round(value * 100) / 100);
export const titleHeight = 32; // of a picture in a file
const seeThrough = (opacity: number): string => (opacity < 1 ? ` opacity="${opacity}"` : "");

export class SvgPen implements Pen {
  private readonly parts: string[] = [];
  private clips = 0;

  line(points: ArrayLike<number>, colour: string, width = 1, opacity = 1): void {
    const steps: string[] = [];
    let letter = "M";
    for (let i = 0; i + 1 < points.length; i += 2) {
      const [x, y] = [points[i]!, points[i + 1]!];
      const isPlace = Number.isFinite(x + y);
      if (isPlace) steps.push(`${letter}${short(x)} ${short(y)}`);
      letter = isPlace ? "L" : "M";
    }
    this.parts.push(
      `<path d="${steps.join("")}" fill="none" stroke="${colour}" stroke-width="${width}"` +
        ` stroke-linejoin="round"${seeThrough(opacity)}/>`,
    );
  }

  rect({ left, top, right, bottom }: Box, fill: string, edge?: string): void {
    const size = `width="${short(right - left)}" height="${short(bottom - top)}"`;
    const stroke = edge ? ` stroke="${edge}"` : "";
    this.parts.push(`<rect x="${short(left)}" y="${short(top)}" ${size} fill="${fill}"${stroke}/>`);
  }

  dot(x: number, y: number, radius: number, colour: string, opacity = 1): void {
    const place = `cx="${short(x)}" cy="${short(y)}" r="${radius}"`;
    this.parts.push(`<circle ${place} fill="${colour}"${seeThrough(opacity)}/>`);
  }

  text(x: number, y: number, content: string, look: TextLook): void {
    const turn = look.turned ? " rotate(-90)" : "";
    const anchor = { left: "start", center: "middle", right: "end" }[look.align ?? "left"];
    const weight = look.bold ? ' font-weight="bold"' : "";
    this.parts.push(
      `<text transform="translate(${short(x)} ${short(y)})${turn}" dy="0.35em"` +
        ` font-size="${look.size ?? usualSize}" text-anchor="${anchor}"${weight}` +
        ` fill="${look.colour}">${escaped(content)}</text>`,
    );
  }

  inside(box: Box, draw: () => void): void {
    const id = `box${(this.clips += 1)}`;
    this.parts.push(`<clipPath id="${id}">`);
    this.rect(box, "#000000");
    this.parts.push(`</clipPath><g clip-path="url(#${id})">`);
    draw();
    this.parts.push("</g>");
  }

  /// The whole picture, on white and under its title.
  finish(width: number, height: number, title: string): string {
    const whole = height + titleHeight;
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${whole}"` +
      ` viewBox="0 0 ${width} ${whole}" font-family="Helvetica, Arial, sans-serif">` +
      `<rect width="${width}" height="${whole}" fill="#ffffff"/>` +
      `<text x="10" y="21" font-size="14" font-weight="bold">${escaped(title)}</text>` +
      `<g transform="translate(0 ${titleHeight})">\n${this.parts.join("\n")}</g></svg>`
    );
  }
}
