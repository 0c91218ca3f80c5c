// The clock of the scene: which frame is shown, and how it moves on.
import type { SceneData } from "./data";
import { pathSeconds, swing, swingSeconds } from "./playback";

export class Player {
  speed = 1;
  loop = true;
  /// Called when another frame is shown and when playing starts or stops.
  readonly listeners: (() => void)[] = [];

  private frame_ = 0;
  private mode_ = 0;
  private direction = 1;
  private playing_ = false;
  private last = 0;
  private times: number[] = [];

  constructor(readonly scene: SceneData) {
    if (this.isModes) this.selectMode(0);
  }

  get frame(): number {
    return this.frame_;
  }
  get playing(): boolean {
    return this.playing_;
  }
  get isModes(): boolean {
    return this.modes.length > 0;
  }
  get modes(): { frequency: number; growth: number }[] {
    return this.scene.header.study === "modes" ? (this.scene.header.modes ?? []) : [];
  }
  get mode(): number {
    return this.mode_;
  }
  /// Milliseconds between the last frames that were shown while playing.
  get frameTimes(): number[] {
    return this.times.slice();
  }

  /// First and last frame of what is played: the run, or the chosen mode.
  get span(): [number, number] {
    if (!this.isModes) return [0, Math.max(0, this.scene.frames - 1)];
    return [this.mode_ * this.framesPerMode, (this.mode_ + 1) * this.framesPerMode - 1];
  }

  private get framesPerMode(): number {
    return this.scene.frames / this.modes.length;
  }

  get canPlay(): boolean {
    const [first, last] = this.span;
    return last > first;
  }

  /// The axis value of the shown frame.
  time(): number {
    const { axis } = this.scene;
    const low = Math.min(Math.floor(this.frame_), axis.length - 1);
    const high = Math.min(low + 1, axis.length - 1);
    if (low < 0) return 0;
    return axis[low] + (this.frame_ - low) * (axis[high] - axis[low]);
  }

  /// Goes to an axis value; modes are numbered along theirs.
  seek(axisValue: number): void {
    if (this.isModes)
      this.selectMode(Math.floor(this.scene.frameOf(axisValue) / this.framesPerMode));
    else this.seekFrame(this.scene.frameOf(axisValue));
  }

  /// Goes to a frame of the whole run, also to one of another mode.
  goTo(frame: number): void {
    if (this.isModes) this.mode_ = this.clampMode(Math.floor(frame / this.framesPerMode));
    this.seekFrame(frame);
  }

  /// Goes to a frame of what is played.
  seekFrame(frame: number): void {
    const [first, last] = this.span;
    this.frame_ = Math.min(last, Math.max(first, frame));
    this.notify();
  }

  /// Goes on by whole frames and stops there.
  step(count: number): void {
    this.pause();
    const base = count > 0 ? Math.floor(this.frame_ + 1e-9) : Math.ceil(this.frame_ - 1e-9);
    this.seekFrame(base + count);
  }

  selectMode(index: number): void {
    this.mode_ = this.clampMode(index);
    this.seekFrame(this.span[1]);
  }

  private clampMode(index: number): number {
    return Math.min(this.modes.length - 1, Math.max(0, index));
  }

  play(): void {
    if (this.playing_ || !this.canPlay) return;
    const [first, last] = this.span;
    if (!this.isModes && this.frame_ >= last) this.frame_ = first;
    this.playing_ = true;
    this.last = performance.now();
    this.times = [];
    requestAnimationFrame(this.tick);
    this.notify();
  }

  pause(): void {
    if (!this.playing_) return;
    this.playing_ = false;
    this.notify();
  }

  toggle(): void {
    if (this.playing_) this.pause();
    else this.play();
  }

  private readonly tick = (now: number): void => {
    if (!this.playing_) return;
    const elapsed = Math.max(0, now - this.last);
    this.last = now;
    this.times.push(elapsed);
    if (this.times.length > 240) this.times.shift();
    // a tab that slept must not jump
    this.advance((Math.min(elapsed, 250) / 1000) * this.speed);
    this.notify();
    if (this.playing_) requestAnimationFrame(this.tick);
  };

  private advance(seconds: number): void {
    const [first, last] = this.span;
    if (this.isModes) {
      this.swing((seconds * 2 * (last - first)) / swingSeconds);
      return;
    }
    let frame =
      this.scene.header.study === "dynamics"
        ? this.scene.frameOf(this.time() + seconds)
        : this.frame_ + (seconds * (last - first)) / pathSeconds;
    if (frame >= last) {
      // the end is shown before the start comes again
      frame = this.loop && this.frame_ >= last ? first : last;
      if (!this.loop) this.playing_ = false;
    }
    this.frame_ = frame;
  }

  private swing(distance: number): void {
    const [first, last] = this.span;
    const length = last - first;
    const way = this.direction > 0 ? this.frame_ - first : 2 * length - (this.frame_ - first);
    this.direction = (way + distance) % (2 * length) <= length ? 1 : -1;
    this.frame_ = first + swing(way + distance, length);
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
