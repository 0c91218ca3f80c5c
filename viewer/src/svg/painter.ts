// Paints faces, lines and text of a scene as SVG: faces far ones first, lines where they are seen.
import { Color, Matrix4, type PerspectiveCamera, Vector3 } from "three";
import { gap, layOut, lineHeight } from "../scene/label_layout";
import { nameWidth } from "../scene/labels";
import type { Lights } from "../scene/lights";
import { DepthPaper, type Spot } from "./depth_paper";

export type { Spot };

const unit = 10; // of the drawing per pixel: whole numbers need no decimal points
const seam = 0.9; // pixels that faces overlap

interface Face {
  spots: Spot[];
  depth: number;
  paint: string;
  body: number; // faces of one convex body do not hide each other; 0: none
}

interface Line {
  spots: Spot[];
  style: string;
  through: boolean; // seen through faces
}

export class Painter {
  private readonly view: Matrix4;
  private readonly projection: Matrix4;
  private faces: Face[] = [];
  private lines: Line[] = [];
  private heads: { spots: Spot[]; paint: string; through: boolean }[] = [];
  private notes: string[] = []; // in front of everything
  private text = "";
  private bodies = 0;
  private readonly point = new Vector3();
  private readonly colour = new Color();

  constructor(
    camera: PerspectiveCamera,
    private readonly lights: Lights,
    readonly width: number,
    readonly height: number,
    private readonly slack: number, // depths closer than this are the same [m]
  ) {
    this.view = camera.matrixWorldInverse.clone();
    this.projection = camera.projectionMatrix.clone();
  }

  /// Null behind the eye and where the place is not finite.
  spot(place: Vector3): Spot | null {
    const depth = -this.point.copy(place).applyMatrix4(this.view).z;
    const { x, y, z } = this.point.applyMatrix4(this.projection);
    if (!Number.isFinite(x + y) || !(z > -1 && z < 1)) return null;
    return {
      x: Math.round((0.5 + 0.5 * x) * this.width * unit),
      y: Math.round((0.5 - 0.5 * y) * this.height * unit),
      depth,
    };
  }

  private spots(places: Vector3[]): Spot[] | null {
    const spots = places.map((place) => this.spot(place)).filter((spot) => spot !== null);
    return spots.length === places.length && this.isOnPaper(spots) ? spots : null;
  }

  /// A number for the faces of a convex body: those of one colour share a path.
  newBody(): number {
    return ++this.bodies;
  }

  /// A face, counter-clockwise from outside, lit by its normal.
  face(places: Vector3[], normal: Vector3, colour: Color, body = 0): void {
    const spots = this.spots(places);
    // seen from behind, or nothing left of it
    if (!spots || area(spots) >= -1) return;
    const levels = body > 0 ? 48 : 256;
    const shade = Math.round(this.lights.shade(normal) * levels) / levels;
    const paint = `#${this.colour.copy(colour).multiplyScalar(shade).getHexString()}`;
    const depth = spots.reduce((sum, spot) => sum + spot.depth, 0) / spots.length;
    this.faces.push({ spots, depth, paint, body });
  }

  /// A polyline; parts behind faces are left out unless it is seen through them.
  line(places: Vector3[], colour: string, width: number, opacity = 1, through = false): void {
    const spots = this.spots(places);
    if (!spots || spots.length < 2) return;
    const strength = opacity < 1 ? ` stroke-opacity="${opacity}"` : "";
    const style = `fill="none" stroke="${colour}" stroke-width="${width * unit}"` +
      ` stroke-linecap="round"${strength}`;
    this.lines.push({ spots, style, through });
  }

  /// A filled polygon on the paper, all of it where its first corner is seen; where that is hidden,
  /// faintly or not at all.
  polygon(spots: Spot[], paint: string, through = false): void {
    if (this.isOnPaper(spots)) this.heads.push({ spots, paint, through });
  }

  /// Texts beside their places, in front of everything; those without room are left out.
  labels(list: { place: Vector3; text: string; ink: string }[], halo: string): void {
    const places = list.map(({ place, text }) => {
      const spot = this.spot(place);
      if (!spot || !this.isOnPaper([spot])) return null;
      return { x: spot.x / unit, y: spot.y / unit, width: nameWidth(text) };
    });
    layOut(places).forEach((side, i) => {
      const place = places[i], label = list[i]!;
      if (!side || !place) return;
      const x = side.left ? place.x - gap - place.width : place.x + gap;
      const style =
        `fill="${label.ink}" stroke="${halo}" stroke-width="${4 * unit}" paint-order="stroke"`;
      const y = place.y + 4 - side.up * lineHeight;
      this.notes.push(textAt(x * unit, y * unit, 13, label.text, style));
    });
  }

  caption(text: string, ink: string, scale: number): void {
    const [size, y] = [12 * scale, (this.height - 12 * scale) * unit];
    this.notes.push(textAt(size * unit, y, size, text, `fill="${ink}"`));
  }

  /// SVG in pixels, in front of everything.
  note(svg: string): void {
    this.notes.push(`<g transform="scale(${unit})">${svg}</g>`);
  }

  /// Puts down what has been painted since, as one sheet.
  finishSheet(opacity = 1): void {
    const depths = new DepthPaper(this.width, this.height, unit);
    for (const { spots } of this.faces) depths.cover(spots);
    const heads = this.heads.map(({ spots, paint, through }) => {
      const seen = depths.shows(spots[0]!, this.slack);
      if (!seen && !through) return "";
      const faint = seen ? "" : ` fill-opacity="0.5"`;
      return `<path fill="${paint}"${faint} d="${pathOf(spots)}z"/>`;
    }).filter((path) => path !== "");
    const items = [...this.facePaths(depths), ...this.linePaths(depths), ...heads, ...this.notes];
    const style = opacity < 1 ? ` opacity="${opacity.toFixed(2)}"` : "";
    if (items.length > 0)
      this.text += `<g${style} stroke-width="${seam * unit}" stroke-linejoin="round">\n` +
        `${items.join("\n")}\n</g>\n`;
    [this.faces, this.lines, this.heads, this.notes] = [[], [], [], []];
  }

  /// The faces that are seen, far ones first; those of a convex body and colour in one path.
  private facePaths(depths: DepthPaper): string[] {
    interface Path { depth: number; paint: string; path: string; faces: number }
    const gathered = new Map<string, Path>();
    for (const { spots, depth, paint, body } of this.faces) {
      if (!depths.showsFace(spots, this.slack)) continue;
      const key = body > 0 ? `${body} ${paint}` : `${gathered.size}`;
      const known = gathered.get(key);
      if (known) {
        known.path += `${pathOf(spots)}z`;
        known.depth += (depth - known.depth) / ++known.faces;
      } else gathered.set(key, { depth, paint, path: `${pathOf(spots)}z`, faces: 1 });
    }
    return [...gathered.values()]
      .sort((a, b) => b.depth - a.depth)
      .map(({ paint, path }) => `<path fill="${paint}" stroke="${paint}" d="${path}"/>`);
  }

  /// Neighbours of one style share a path, so that their ends do not blend twice.
  private linePaths(depths: DepthPaper): string[] {
    const paths: { style: string; path: string }[] = [];
    for (const { spots, style, through } of this.lines) {
      const path = through ? pathOf(spots) : this.seenRuns(spots, depths).map(pathOf).join("");
      const last = paths.at(-1);
      if (last?.style === style) last.path += path;
      else paths.push({ style, path });
    }
    return paths.filter(({ path }) => path !== "")
      .map(({ style, path }) => `<path ${style} d="${path}"/>`);
  }

  /// The parts of a polyline that no face hides.
  private seenRuns(spots: Spot[], depths: DepthPaper): Spot[][] {
    const runs: Spot[][] = [];
    let run: Spot[] = [];
    const end = () => {
      if (run.length > 1) runs.push(run);
      run = [];
    };
    for (let i = 0; i + 1 < spots.length; ++i) {
      const [a, b] = [spots[i]!, spots[i + 1]!];
      const pieces = Math.max(1, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / (3 * unit)));
      for (let k = 0; k < pieces; ++k) {
        if (!depths.shows(between(a, b, (k + 0.5) / pieces), 3 * this.slack)) {
          end();
          continue;
        }
        if (run.length === 0) run.push(between(a, b, k / pieces));
        // a straight run needs its ends only
        if (k > 0 && run.length > 1) run.pop();
        run.push(between(a, b, (k + 1) / pieces));
      }
    }
    end();
    return runs;
  }

  svg(background: string): string {
    const size = `${this.width * unit} ${this.height * unit}`;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${this.height}"` +
      ` viewBox="0 0 ${size}">\n<rect width="100%" height="100%" fill="${background}"/>\n` +
      `${this.text}</svg>\n`;
  }

  private isOnPaper(spots: Spot[]): boolean {
    const [right, bottom] = [this.width * unit, this.height * unit];
    return spots.some((s) => s.x >= 0) && spots.some((s) => s.x <= right) &&
      spots.some((s) => s.y >= 0) && spots.some((s) => s.y <= bottom);
  }
}

function between(a: Spot, b: Spot, t: number): Spot {
  return {
    x: a.x + t * (b.x - a.x),
    y: a.y + t * (b.y - a.y),
    depth: 1 / ((1 - t) / a.depth + t / b.depth),
  };
}

function textAt(x: number, y: number, size: number, text: string, style: string): string {
  const safe = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${x}" y="${y}" font-family="sans-serif" font-size="${size * unit}" ${style}>` +
    `${safe}</text>`;
}

/// Twice the area, negative counter-clockwise on paper, whose y points down.
function area(spots: Spot[]): number {
  let sum = 0;
  spots.forEach((a, i) => {
    const b = spots[(i + 1) % spots.length]!;
    sum += a.x * b.y - b.x * a.y;
  });
  return sum;
}

/// Relative steps are shorter than places.
function pathOf(spots: Spot[]): string {
  let [x, y] = [0, 0];
  let path = "";
  spots.forEach((spot, i) => {
    const [toX, toY] = [Math.round(spot.x), Math.round(spot.y)];
    const [dx, dy] = [toX - x, toY - y];
    if (i > 0 && dx === 0 && dy === 0) return;
    const space = path.endsWith("l") || dx < 0 ? "" : " ";
    path += i === 0 ? `M${toX} ${toY}l` : `${space}${dx}${dy < 0 ? "" : " "}${dy}`;
    [x, y] = [toX, toY];
  });
  return path.endsWith("l") ? `${path}0 0` : path;
}
