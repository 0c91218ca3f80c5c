// Text of a constant size on the screen, as sprites.
import { CanvasTexture, Sprite, SpriteMaterial } from "three";
import type { Look } from "./colour";
import { type Side, gap, lineHeight } from "./label_layout";

export const fontFamily = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif";
const pixels = 13; // height of the font on the screen
const sharpness = 3; // texture pixels per pixel
const halo = 4; // [pixels] around the text

const fontOf = (size: number) => `500 ${size}px ${fontFamily}`;
let measure: CanvasRenderingContext2D | null = null;

/// Of a name [pixels].
export function nameWidth(text: string): number {
  measure ??= document.createElement("canvas").getContext("2d");
  if (!measure) return 10 * text.length;
  measure.font = fontOf(pixels);
  return measure.measureText(text).width;
}

export class Label {
  readonly sprite: Sprite;
  readonly textWidth: number; // [pixels]
  private readonly width: number; // of the whole label [pixels]
  private readonly height: number;

  constructor(
    readonly text: string,
    readonly look: Look,
    colour: string = look.ink,
  ) {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d");
    this.textWidth = nameWidth(text);
    this.width = Math.ceil(this.textWidth) + 2 * halo;
    this.height = pixels + 2 * halo;
    canvas.width = this.width * sharpness;
    canvas.height = this.height * sharpness;
    if (context) write(context, text, look.background, colour);
    const texture = new CanvasTexture(canvas);
    texture.colorSpace = "srgb";
    this.sprite = new Sprite(
      new SpriteMaterial({
        map: texture, sizeAttenuation: false, depthTest: false, depthWrite: false,
        transparent: true,
      }),
    );
    this.sprite.renderOrder = 10000;
    this.stand({ left: false, up: 0 });
  }

  /// Beside its place.
  stand({ left, up }: Side): void {
    const away = (gap - halo) / this.width;
    this.sprite.center.set(left ? 1 + away : -away, 0.5 - (up * lineHeight) / this.height);
  }

  /// Keeps the size on the screen: `unit` is the height of a pixel at distance one.
  setPixel(unit: number): void {
    this.sprite.scale.set(this.width * unit, this.height * unit, 1);
  }

  dispose(): void {
    this.sprite.material.map?.dispose();
    this.sprite.material.dispose();
  }
}

/// The text with a halo in the colour of the background.
function write(context: CanvasRenderingContext2D, text: string, paper: string, ink: string) {
  context.font = fontOf(pixels * sharpness);
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = halo * sharpness;
  context.strokeStyle = paper;
  const [x, y] = [halo * sharpness, context.canvas.height / 2];
  context.strokeText(text, x, y);
  context.fillStyle = ink;
  context.fillText(text, x, y);
}
