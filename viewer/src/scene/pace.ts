// Keeps a picture moving on machines that draw slowly: it gets coarser while it moves, and sharp
// again when it stands still, or when frames have come quickly for a while.

const slow = 36; // [ms] between two frames; fewer than 30 a second do not look like motion
const quick = 20; // [ms] a finer picture may take nearly twice as long
const enough = 4; // frames that are asked before the picture gets coarser
const long = 120; // frames that must be quick before it gets finer again, at first
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
  private quickFrames = 0;
  private patience = long;
  private step = 0;

  get effort(): Effort {
    return steps[this.step]!;
  }

  /// A frame came so many milliseconds after the one before. True if the effort has changed.
  frame(milliseconds: number): boolean {
    const before = this.step;
    this.quickFrames = milliseconds <= quick ? this.quickFrames + 1 : 0;
    if (this.quickFrames >= this.patience && this.step > 0) {
      this.quickFrames = 0;
      this.step -= 1;
    }
    this.recent.push(milliseconds);
    if (this.recent.length < enough) return this.step !== before;
    // one late frame says nothing
    const middle = [...this.recent].sort((a, b) => a - b)[enough >> 1]!;
    this.recent = [];
    if (middle > slow && this.step + 1 < steps.length) {
      // far too slow: there is no need to try everything; what was tried in vain is not tried soon
      this.step = Math.min(this.step + (middle > 2 * slow ? 2 : 1), steps.length - 1);
      this.patience *= 2;
    }
    return this.step !== before;
  }

  /// The next motion begins with what the last one could do.
  rest(): void {
    this.recent = [];
  }
}
