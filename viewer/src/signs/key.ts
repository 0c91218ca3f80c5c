// What stands in the lower left corner: water, jets, and what the colours of contact forces mean.
import { el } from "../page/dom";
import { number, quantity } from "../page/numbers";
import type { Look } from "../scene/colour";
import type { SceneData } from "../scene/data";
import type { Layer } from "../scene/part";
import { contactColour, contactNames } from "./contact_arrows";
import { jetKey } from "./jets";

/// Words in a row, those with a colour behind a dot.
export interface KeyWord {
  text: string;
  colour?: string;
}

/// Nothing as long as nothing has touched.
function contactKey(scene: SceneData, look: Look): KeyWord[] {
  const seen = scene.contactStates();
  const words = contactNames.flatMap((text, i) =>
    seen.has(i + 1) ? [{ text, colour: contactColour(look, i + 1) }] : []);
  if (words.length === 0) return [];
  const largest = scene.largestArrow("contact");
  const known = !scene.live && largest > 0;
  const title = known ? `contact forces up to ${number(largest, 3)}\u202fN` : "contact forces";
  const reach = scene.contactReach();
  const cut = known && reach < largest ? `, arrows to ${number(reach, 2)}\u202fN` : "";
  return [{ text: title + cut }, ...words];
}

export function showKey(host: HTMLElement, words: KeyWord[], look: Look): void {
  const text = words.map((word) => word.text + (word.colour ?? "")).join();
  if (host.dataset.words === text) return;
  host.dataset.words = text;
  host.style.color = look.ink;
  host.replaceChildren(
    ...words.map((word) =>
      el(
        "span",
        { style: "margin-right:10px;white-space:nowrap" },
        word.colour !== undefined &&
          el("span", { class: "dot", style: `${dotStyle};background:${word.colour}` }),
        word.text,
      ),
    ),
  );
}

const dotStyle =
  "display:inline-block;width:9px;height:9px;border-radius:50%;margin-right:4px";

// in pixels of the screen
const [left, above, fontSize, dot] = [12, 30, 12, 4.5];

/// Draws it on a canvas, `scale` times as large as on the screen.
export function drawKey(
  context: CanvasRenderingContext2D, words: KeyWord[], look: Look, fontFamily: string,
  scale: number,
): void {
  context.save();
  context.scale(scale, scale);
  context.font = `${fontSize}px ${fontFamily}`;
  const y = context.canvas.height / scale - above;
  let x = left;
  for (const { text, colour } of words) {
    if (colour !== undefined) {
      context.fillStyle = colour;
      context.beginPath();
      context.arc(x + dot, y - 4, dot, 0, 2 * Math.PI);
      context.fill();
      x += 2 * dot + 4;
    }
    context.fillStyle = look.ink;
    context.fillText(text, x, y);
    x += context.measureText(text).width + 10;
  }
  context.restore();
}

export function keySvg(words: KeyWord[], look: Look, paperHeight: number, scale: number): string {
  const y = paperHeight / scale - above;
  let x = left;
  const items = words.map(({ text, colour }) => {
    const sign = colour === undefined
      ? ""
      : `<circle cx="${x + dot}" cy="${y - 4}" r="${dot}" fill="${colour}"/>`;
    if (sign) x += 2 * dot + 4;
    const item = `${sign}<text x="${x}" y="${y}">${text}</text>`;
    x += 0.56 * fontSize * text.length + 10;
    return item;
  });
  return `<g transform="scale(${scale})" font-family="sans-serif" font-size="${fontSize}"` +
    ` fill="${look.ink}">${items.join("")}</g>`;
}

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
