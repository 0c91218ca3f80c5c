// Keeps a picture moving on machines that draw slowly: it gets coarser while it moves, and sharp
// again when it stands still.

const slow = 36; // [ms] between two frames; fewer than 30 a second do not look like motion
const enough = 4; // frames that are asked before anything changes
export const fullEffort: Effort = { share: 1, shadows: true };
const steps: Effort[] = [
  fullEffort,
  { share: 0.7, shadows: true },
  { share: 0.5, shadows: true },
  { share: 0.4, shadows: false },
];

/// What a frame of a motion is worth.
interface Effort {
  share: number; // of the resolution that the screen has
  shadows: boolean;
}

export class Pace {
  private recent: number[] = [];
  private step = 0;

  get effort(): Effort {
    return steps[this.step]!;
  }

  /// A frame came so many milliseconds after the one before. True if the effort has changed.
  frame(milliseconds: number): boolean {
    this.recent.push(milliseconds);
    if (this.recent.length < enough || this.step + 1 >= steps.length) return false;
    // one late frame says nothing
    const middle = [...this.recent].sort((a, b) => a - b)[enough >> 1]!;
    this.recent = [];
    if (middle <= slow) return false;
    // far too slow: there is no need to try everything
    this.step = Math.min(this.step + (middle > 2 * slow ? 2 : 1), steps.length - 1);
    return true;
  }

  /// The next motion begins with what the last one could do.
  rest(): void {
    this.recent = [];
  }
}
