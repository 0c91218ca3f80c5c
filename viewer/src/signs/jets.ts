// Jets of shells: arrows along which the water goes, out of an opening or into it.
import { Quaternion, Vector3 } from "three";
import { number } from "../page/numbers";
import { setQuaternion } from "../scene/bounds";
import type { Look } from "../scene/colour";
import type { SceneData, SceneHeader } from "../scene/data";
import type { KeyWord } from "./key";

/// The fitting that an arrow is the thrust of; -1: it is no jet.
export function jetOf({ arrows, fittings }: SceneHeader, arrow: number): number {
  return fittings.findIndex(({ kind, name }) => kind === "jet" && name === arrows[arrow]?.name);
}

/// What is drawn of a jet.
export interface JetArrow {
  tail: Vector3;
  vector: Vector3;
  out: boolean;
}

/// Water goes against the force on the shell: away from the opening, or up to it.
export function jetArrow(
  channels: { arrow_vector: Float32Array; fitting_position: Float32Array;
    fitting_rotation: Float32Array },
  arrow: number, fitting: number, length: number,
): JetArrow {
  const turn = setQuaternion(new Quaternion(), channels.fitting_rotation, 4 * fitting);
  const outwards = new Vector3(1, 0, 0).applyQuaternion(turn);
  const out = new Vector3().fromArray(channels.arrow_vector, 3 * arrow).dot(outwards) < 0;
  const tail = new Vector3().fromArray(channels.fitting_position, 3 * fitting);
  const vector = outwards.multiplyScalar(length);
  if (!out) {
    tail.add(vector);
    vector.negate();
  }
  return { tail, vector, out };
}

export function jetColour({ jet }: Look, out: boolean): string {
  return jet[out ? 0 : 1];
}

/// What the corner says about them.
export function jetKey(scene: SceneData, look: Look): KeyWord[] {
  const { header } = scene;
  const jets = header.arrows.map((_, i) => i).filter((i) => jetOf(header, i) >= 0);
  if (jets.length === 0) return [];
  const vectors = scene.channel("arrow_vector");
  let largest = 0;
  for (let at = 0; at < vectors.length; at += 3 * header.arrows.length)
    for (const i of jets) {
      const size = Math.hypot(...vectors.subarray(at + 3 * i, at + 3 * i + 3));
      if (size > largest) largest = size; // false for NaN
    }
  const known = !scene.live && largest > 0;
  return [
    { text: known ? `thrust up to ${number(largest, 3)}\u202fN` : "jet" },
    { text: "outflow", colour: jetColour(look, true) },
    { text: "inflow", colour: jetColour(look, false) },
  ];
}
