// Keeps a picture moving on machines that draw slowly: it gets coarser while it moves, and sharp
// again when it stands still.

const slow = 36; // [ms] between two frames; fewer than 30 a second do not look like motion
const enough = 6; // frames that are asked before anything changes
const steps = [1, 0.7, 0.5];

export class Pace {
  private recent: number[] = [];
  private step = 0;

  /// Of the resolution that the screen has.
  get share(): number {
    return steps[this.step]!;
  }

  /// A frame came so many milliseconds after the one before. True if the share has changed.
  frame(milliseconds: number): boolean {
    this.recent.push(milliseconds);
    if (this.recent.length < enough || this.step + 1 >= steps.length) return false;
    // one late frame says nothing
    const middle = [...this.recent].sort((a, b) => a - b)[enough >> 1]!;
    this.recent = [];
    if (middle <= slow) return false;
    ++this.step;
    return true;
  }

  /// The next motion begins with what the last one could do.
  rest(): void {
    this.recent = [];
  }
}
