// A model on the screen may go where it has not been before: the camera steps back, until a person
// takes hold of it.
import type { Cloud } from "../scene/bounds";
import { type Bounds, SceneData } from "../scene/data";
import type { Stage } from "../scene/stage";

const slack = 0.08; // of the size, before the camera moves
const furthest = 5; // sizes of the beginning: what flies away may do so

function sizeOf({ min, max }: Bounds): number {
  return Math.hypot(...max.map((value, i) => value - min[i]!));
}

/// The camera sees every place where the model has been, not only where it is.
export class LiveSceneData extends SceneData {
  override cloud(): Cloud {
    const now = super.cloud();
    const bounds = this.bounds();
    const corners = Array.from({ length: 8 }, (_, corner) =>
      [0, 1, 2].map((axis) => (corner & (1 << axis) ? bounds.max : bounds.min)[axis]!),
    );
    return { ...now, bounds, points: Float32Array.from([...now.points, ...corners.flat()]) };
  }
}

export class LiveCamera {
  private scene: SceneData | null = null;
  private fitted: Bounds | null = null;
  private first = 0;
  private free = true; // nobody has touched it

  constructor(
    private readonly stage: Stage,
    host: HTMLElement,
  ) {
    const touch = (event: Event): void => {
      if ((event.target as Element).closest("canvas, [aria-label=View]")) this.free = false;
    };
    host.addEventListener("pointerdown", touch, true);
    host.addEventListener("wheel", touch, { capture: true, passive: true });
  }

  start(scene: SceneData): void {
    this.scene = scene;
    this.fitted = scene.bounds();
    this.first = sizeOf(this.fitted);
  }

  /// After each frame.
  keepUp(): void {
    if (!this.free || !this.scene || !this.fitted) return;
    const now = this.scene.bounds();
    const most = slack * sizeOf(this.fitted);
    const { min, max } = this.fitted;
    const out =
      now.min.some((value, i) => value < min[i]! - most) ||
      now.max.some((value, i) => value > max[i]! + most);
    if (!out || sizeOf(now) > furthest * this.first) return;
    this.fitted = now;
    this.stage.setView("iso");
  }
}
