// Text of a constant size on the screen, as sprites.
import { CanvasTexture, Sprite, SpriteMaterial } from "three";
import type { Look } from "./colour";

export const fontFamily = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif";
const pixels = 13; // height of the font on the screen
const sharpness = 3; // texture pixels per pixel

export class Label {
  readonly sprite: Sprite;
  private readonly width: number; // of the whole label [pixels]
  private readonly height: number;

  constructor(
    readonly text: string,
    readonly look: Look,
    colour: string = look.ink,
  ) {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d");
    const font = `500 ${pixels * sharpness}px ${fontFamily}`;
    if (context) context.font = font;
    const textWidth = (context?.measureText(text).width ?? 10 * text.length) / sharpness;
    this.width = Math.ceil(textWidth) + 8;
    this.height = pixels + 8;
    canvas.width = this.width * sharpness;
    canvas.height = this.height * sharpness;
    if (context) write(context, text, font, look.background, colour);
    const texture = new CanvasTexture(canvas);
    texture.colorSpace = "srgb";
    this.sprite = new Sprite(
      new SpriteMaterial({
        map: texture, sizeAttenuation: false, depthTest: false, depthWrite: false,
        transparent: true,
      }),
    );
    // to the right of its place
    this.sprite.center.set(-6 / this.width, 0.5);
    this.sprite.renderOrder = 10000;
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
function write(
  context: CanvasRenderingContext2D, text: string, font: string, halo: string, ink: string,
) {
  context.font = font;
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 4 * sharpness;
  context.strokeStyle = halo;
  const [x, y] = [4 * sharpness, context.canvas.height / 2];
  context.strokeText(text, x, y);
  context.fillStyle = ink;
  context.fillText(text, x, y);
}
