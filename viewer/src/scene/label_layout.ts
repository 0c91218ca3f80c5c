// Where names stand on the screen: beside their places, and none over another.

/// A name and its place [pixels, y down].
export interface PlacedText {
  x: number;
  y: number;
  width: number; // of the text
}

/// On which side of its place a text stands, and how many lines higher.
export interface Side {
  left: boolean;
  up: number;
}

export const lineHeight = 15; // [pixels] from one text to the next below it
export const gap = 6; // [pixels] between a place and its text

/// In order of preference.
const sides: Side[] = [0, 1, -1].flatMap((up) => [{ left: false, up }, { left: true, up }]);

interface Box {
  x: number;
  y: number;
  width: number;
}

const boxOf = ({ x, y, width }: PlacedText, { left, up }: Side): Box => ({
  x: left ? x - gap - width : x + gap,
  y: y - up * lineHeight,
  width,
});

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && Math.abs(a.y - b.y) < lineHeight;

/// A side for each text, the first ones first; null: there is no room for it, or no place. A text
/// stays on the side where it stood `before`, as long as there is room.
export function layOut(texts: (PlacedText | null)[], before: (Side | null)[] = []): (Side | null)[] {
  const taken: Box[] = [];
  return texts.map((text, i) => {
    if (!text) return null;
    const last = before[i];
    for (const side of last ? [last, ...sides] : sides) {
      const box = boxOf(text, side);
      if (taken.some((other) => overlap(box, other))) continue;
      taken.push(box);
      return side;
    }
    return null;
  });
}
