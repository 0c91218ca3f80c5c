// What is in front at every pixel of a vector picture: so that hidden faces and lines are left out.

/// A place on the paper, in units of the drawing, and its depth before the eye.
export interface Spot {
  x: number;
  y: number;
  depth: number;
}

export class DepthPaper {
  private readonly columns: number;
  private readonly rows: number;
  private readonly nearness: Float32Array; // 1 / depth of the nearest face, 0 where there is none

  constructor(
    width: number,
    height: number,
    private readonly pixel: number, // units per pixel
  ) {
    this.columns = Math.max(1, Math.ceil(width));
    this.rows = Math.max(1, Math.ceil(height));
    this.nearness = new Float32Array(this.columns * this.rows);
  }

  /// Puts a convex face down.
  cover(spots: Spot[]): void {
    this.visit(spots, (at, nearness) => {
      if (nearness > this.nearness[at]!) this.nearness[at] = nearness;
      return false;
    });
  }

  /// Whether something of a face is seen, give or take some depth.
  showsFace(spots: Spot[], slack: number): boolean {
    let visited = false;
    const seen = this.visit(spots, (at, nearness) => {
      visited = true;
      return 1 / nearness <= 1 / this.nearness[at]! + slack;
    });
    return seen || (!visited && this.shows(middle(spots), slack));
  }

  shows(spot: Spot, slack: number): boolean {
    const column = Math.floor(spot.x / this.pixel);
    const row = Math.floor(spot.y / this.pixel);
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return false;
    return spot.depth <= 1 / this.nearness[row * this.columns + column]! + slack;
  }

  /// Goes through the pixels of a convex face until the visitor says stop.
  private visit(spots: Spot[], visitor: (at: number, nearness: number) => boolean): boolean {
    for (let i = 1; i + 1 < spots.length; ++i)
      if (this.visitTriangle(spots[0]!, spots[i]!, spots[i + 1]!, visitor)) return true;
    return false;
  }

  private visitTriangle(
    a: Spot, b: Spot, c: Spot, visitor: (at: number, nearness: number) => boolean,
  ): boolean {
    const area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (area === 0) return false;
    const cell = (value: number, last: number) =>
      Math.min(Math.max(Math.floor(value / this.pixel), 0), last);
    const left = cell(Math.min(a.x, b.x, c.x), this.columns - 1);
    const right = cell(Math.max(a.x, b.x, c.x), this.columns - 1);
    const bottom = cell(Math.max(a.y, b.y, c.y), this.rows - 1);
    for (let row = cell(Math.min(a.y, b.y, c.y), this.rows - 1); row <= bottom; ++row)
      for (let column = left; column <= right; ++column) {
        const [x, y] = [(column + 0.5) * this.pixel, (row + 0.5) * this.pixel];
        const u = ((x - a.x) * (c.y - a.y) - (y - a.y) * (c.x - a.x)) / area;
        const v = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / area;
        if (u < 0 || v < 0 || u + v > 1) continue;
        // 1 / depth is linear on the paper
        const nearness = (1 - u - v) / a.depth + u / b.depth + v / c.depth;
        if (visitor(row * this.columns + column, nearness)) return true;
      }
    return false;
  }
}

function middle(spots: Spot[]): Spot {
  const sum = { x: 0, y: 0, depth: 0 };
  for (const { x, y, depth } of spots) {
    sum.x += x / spots.length;
    sum.y += y / spots.length;
    sum.depth += depth / spots.length;
  }
  return sum;
}
