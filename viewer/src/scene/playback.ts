// How a run plays: what is shown after so many seconds at speed 1. Exports play alike
// (src/cuttle/io/export_frames.cpp).
import type { SceneData } from "./data";

export const pathSeconds = 8; // a load path, from its first frame to its last
export const swingSeconds = 2; // a mode, there and back

function modeCount({ header }: SceneData): number {
  return header.modes?.length ?? 0;
}

/// The whole run; modes come in turn. 0 where nothing moves.
export function duration(scene: SceneData): number {
  const [first, last] = scene.span(0);
  if (last <= first) return 0;
  if (modeCount(scene) > 0) return modeCount(scene) * swingSeconds;
  return scene.header.study === "dynamics" ? scene.axis[last]! - scene.axis[first]! : pathSeconds;
}

/// The fractional frame after so many seconds.
export function frameAt(scene: SceneData, seconds: number): number {
  const modes = modeCount(scene);
  if (modes > 0) {
    const mode = Math.min(Math.max(Math.floor(seconds / swingSeconds), 0), modes - 1);
    const [first, last] = scene.span((mode * scene.frames) / modes);
    const way = (2 * (last - first) * (seconds - mode * swingSeconds)) / swingSeconds;
    return last > first ? first + swing(way, last - first) : first;
  }
  if (scene.header.study === "dynamics") return scene.frameOf(scene.axis[0]! + seconds);
  return ((scene.frames - 1) * seconds) / pathSeconds;
}

/// There and back: the frames of a mode are equidistant in phase, so that they make a sine.
export function swing(way: number, length: number): number {
  const rest = way % (2 * length);
  return rest <= length ? rest : 2 * length - rest;
}
