// What the corner says about the water, jets and contacts.
import type { Look } from "./colour";
import { type KeyWord, contactKey } from "./contact_key";
import { quantity } from "./format";
import { jetKey } from "./jets";
import type { Layer } from "./part";
import type { SceneData } from "./scene_data";

function waterKey(scene: SceneData, look: Look, visible: (layer: Layer) => boolean): KeyWord[] {
  const { water, currents } = scene.header;
  if (!water) return [];
  const text = `water ${quantity(water.density, "kg/m^3", 4)}`;
  const surface = water.level !== null && visible("water");
  const words: KeyWord[] = [surface ? { text, colour: look.water } : { text }];
  if (currents.length === 0 || !visible("current")) return words;
  const [slowest, fastest] = scene.currentRange();
  const upTo = fastest - slowest > 1e-3 * fastest ? "up to " : "";
  words.push({ text: `current ${upTo}${quantity(fastest, "m/s", 3)}`, colour: look.current });
  return words;
}

/// All that stands in the corner.
export function keyWords(
  scene: SceneData, look: Look, visible: (layer: Layer) => boolean,
): KeyWord[] {
  return [
    ...waterKey(scene, look, visible),
    ...(visible("loads") ? jetKey(scene, look) : []),
    ...(visible("contacts") ? contactKey(scene, look) : []),
  ];
}
