// A plot of a campaign on a card: canvas, tooltip, choice, zoom, brushes and downloads.
import { button, el } from "../page/dom";
import { fileName, pngOfSvg, save, saveDataUrl } from "../page/downloads";
import type { BrushAxis, Drawing, Hit, Touch, View } from "./drawing";
import { type Palette, paper, screenPalette } from "./palette";
import { CanvasPen, SvgPen, titleHeight } from "./pen";
import { type Rows, rowWords } from "./rows";

export interface CardLook {
  title: string;
  height: number;
  wide?: boolean;
  small?: boolean; // on paper as high as on the screen
  logs?: ("x" | "y")[]; // axes that may be logarithmic
  logX?: boolean;
  logY?: boolean;
}

const paperWidth = 720;
const paperHeight = 380;
const grip = 14; // pixels around an axis that a brush takes hold of
const click = 4; // pixels that a click may slip

// cards that wait to be drawn: one in each frame, so that the page answers meanwhile
const waiting = new Set<PlotCard>();

function drawSoon(card: PlotCard): void {
  if (waiting.size === 0) requestAnimationFrame(drawNext);
  waiting.add(card);
}

function drawNext(): void {
  const [card] = waiting;
  if (!card) return;
  waiting.delete(card);
  if (waiting.size > 0) requestAnimationFrame(drawNext);
  card.draw();
}

export class PlotCard {
  readonly root: HTMLElement;
  private readonly base = el("canvas", { class: "study-canvas" });
  private readonly over = el("canvas", { class: "study-over" });
  private readonly stage = el("div", { class: "study-chart" }, this.base, this.over);
  private readonly tip = new Tip();
  private readonly heading = el("h3", {});
  private readonly controls = el("div", { class: "study-controls" });
  private readonly logs = { x: this.makeLog("x"), y: this.makeLog("y") };
  private readonly unzoom = button(
    "Whole axis",
    "Show the whole axis again",
    () => this.zoomTo(null),
    "button small",
  );
  private touch: Touch | null = null;
  private logX = false;
  private logY = false;
  private zoom: [number, number] | null = null;
  private drawnRoom = 0; // width at the last time
  private isSeen = false;
  private drag: { x: number; y: number; axis: BrushAxis | null } | null = null;

  constructor(
    private drawing: Drawing,
    private look: CardLook,
    private readonly rows: Rows,
    private readonly campaign: string,
    onRemove?: () => void,
  ) {
    this.unzoom.hidden = true;
    const file = (kind: string) => fileName(this.campaign, `${this.look.title}.${kind}`);
    const saver = (kind: string, act: () => void) =>
      button(kind, `Save this plot as ${kind}`, act, "button small");
    this.root = el(
      "figure",
      { class: "card plot study-plot" },
      el(
        "figcaption",
        { class: "plot-head" },
        this.heading,
        el(
          "div",
          { class: "buttons" },
          this.unzoom,
          this.logs.x,
          this.logs.y,
          saver("PNG", () => void this.savePng(file("png"))),
          saver("SVG", () => save(file("svg"), this.picture().svg)),
          saver("CSV", () => save(file("csv"), this.drawing.csv())),
          onRemove && button("×", "Remove this plot", onRemove, "button small"),
        ),
      ),
      this.controls,
      el("div", { class: "study-scroll" }, this.stage),
      this.tip.root,
    );
    this.show(drawing, look);
    this.listen();
  }

  /// Controls above the plot; those of logarithmic axes stand behind the one of their axis.
  setControls(x: HTMLElement, y: HTMLElement | null, ...others: HTMLElement[]): void {
    for (const log of Object.values(this.logs)) log.textContent = "log";
    this.controls.replaceChildren(x, this.logs.x, ...(y ? [y] : []), this.logs.y, ...others);
  }

  /// Another drawing on the same card.
  show(drawing: Drawing, look: CardLook): void {
    [this.drawing, this.look] = [drawing, look];
    [this.logX, this.logY, this.zoom] = [look.logX ?? false, look.logY ?? false, null];
    this.unzoom.hidden = true;
    this.heading.textContent = look.title;
    this.heading.title = look.title;
    this.root.setAttribute("aria-label", look.title);
    this.root.classList.toggle("wide", look.wide ?? false);
    this.stage.style.height = `${look.height}px`;
    this.showLogs();
    this.redraw();
  }

  /// Only what is in sight is drawn.
  setSeen(isSeen: boolean): void {
    this.isSeen = isSeen;
    if (isSeen) this.redraw();
  }

  redraw(): void {
    if (this.isSeen) drawSoon(this);
  }

  /// Another width needs another drawing.
  resize(): void {
    if (this.room() !== this.drawnRoom) this.redraw();
  }

  drawChoice(hit?: Hit): void {
    const context = this.over.getContext("2d");
    if (!context || !this.touch) return;
    context.clearRect(0, 0, this.over.width, this.over.height);
    const { chosen } = this.rows;
    this.touch.mark(new CanvasPen(context), chosen === null ? [] : [chosen], hit);
  }

  private view(width: number, height: number, palette: Palette): View {
    const { logX, logY, zoom } = this;
    return { width, height, palette, logX, logY, zoom };
  }

  private room(): number {
    return this.stage.parentElement?.clientWidth ?? 0;
  }

  draw(): void {
    const room = this.room();
    if (room === 0) return;
    this.drawnRoom = room;
    const width = Math.max(room, this.drawing.minWidth?.() ?? 0);
    const { height } = this.look;
    const dots = Math.min(window.devicePixelRatio || 1, 3);
    this.stage.style.width = `${width}px`;
    for (const canvas of [this.base, this.over]) {
      canvas.width = Math.round(width * dots);
      canvas.height = Math.round(height * dots);
      canvas.getContext("2d")?.setTransform(dots, 0, 0, dots, 0, 0);
    }
    const context = this.base.getContext("2d");
    if (!context) return;
    const view = this.view(width, height, screenPalette());
    this.touch = this.drawing.draw(new CanvasPen(context), view);
    this.over.classList.toggle("brushed", this.touch.brushes !== undefined);
    this.drawChoice();
  }

  private makeLog(axis: "x" | "y"): HTMLButtonElement {
    const key = axis === "x" ? "logX" : "logY";
    const toggle = () => {
      this[key] = !this[key];
      this.showLogs();
      this.zoomTo(null);
    };
    const label = `Logarithmic ${axis} axis (numbers above zero)`;
    return button(`Log ${axis}`, label, toggle, "button small");
  }

  private showLogs(): void {
    for (const axis of ["x", "y"] as const) {
      const isOn = axis === "x" ? this.logX : this.logY;
      this.logs[axis].setAttribute("aria-pressed", String(isOn));
      this.logs[axis].hidden = !(this.look.logs ?? []).includes(axis);
    }
  }

  private zoomTo(range: [number, number] | null): void {
    this.zoom = range;
    this.unzoom.hidden = range === null;
    this.redraw();
  }

  // ------------------------------------------------------------------------------------- pointer

  private listen(): void {
    const { over } = this;
    over.addEventListener("pointerdown", (event) => this.press(event));
    over.addEventListener("pointermove", (event) => this.move(event));
    over.addEventListener("pointerup", (event) => this.release(event));
    over.addEventListener("pointercancel", () => (this.drag = null));
    over.addEventListener("pointerleave", () => {
      this.tip.hide();
      if (!this.drag) this.drawChoice();
    });
    over.addEventListener("dblclick", () => this.zoomTo(null));
  }

  private press(event: PointerEvent): void {
    if (!this.touch || event.button !== 0) return;
    const { offsetX: x, offsetY: y } = event;
    const axis = this.touch.brushes?.find((one) => Math.abs(one.x - x) <= grip) ?? null;
    this.drag = { x, y, axis };
    if (axis || event.pointerType !== "touch") this.over.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const { touch, drag } = this;
    if (!touch) return;
    const { offsetX: x, offsetY: y } = event;
    if (drag?.axis && Math.abs(y - drag.y) > click) {
      this.tip.hide();
      const ends = [drag.axis.valueAt(drag.y), drag.axis.valueAt(y)];
      this.rows.brush(drag.axis.column, [Math.min(...ends), Math.max(...ends)]);
    } else if (drag && touch.valueAt && event.pointerType !== "touch") {
      if (Math.abs(x - drag.x) > click) this.drawSelection(drag.x, x);
    } else if (!drag) {
      this.hover(x, y);
    }
  }

  private release(event: PointerEvent): void {
    const { touch, drag } = this;
    this.drag = null;
    if (!touch || !drag) return;
    const { offsetX: x, offsetY: y } = event;
    if (Math.abs(x - drag.x) <= click && Math.abs(y - drag.y) <= click) {
      // a click on a brushed axis frees it
      if (drag.axis && this.rows.brushes.has(drag.axis.column)) {
        this.rows.brush(drag.axis.column, null);
        return;
      }
      const hit = touch.find(x, y);
      if (hit && hit.rows.length > 0) this.rows.choose(hit.rows[0]!);
      if (hit) this.showTip(hit);
    } else if (!drag.axis && touch.valueAt && event.pointerType !== "touch") {
      const { left, right } = touch.area;
      const ends = [drag.x, x].map((at) => touch.valueAt!(Math.min(Math.max(at, left), right)));
      if (Math.abs(x - drag.x) > click) this.zoomTo([Math.min(...ends), Math.max(...ends)]);
    }
  }

  private hover(x: number, y: number): void {
    const hit = this.touch?.find(x, y) ?? null;
    this.over.style.cursor = hit ? "pointer" : "";
    if (this.touch?.brushes?.some((one) => Math.abs(one.x - x) <= grip))
      this.over.style.cursor = "ns-resize";
    this.drawChoice(hit ?? undefined);
    if (hit) this.showTip(hit);
    else this.tip.hide();
  }

  private showTip({ rows, words, x, y }: Hit): void {
    const lines = rows.length === 1 ? rowWords(this.rows.table, rows[0]!) : words;
    const { left, top } = this.over.getBoundingClientRect();
    if (lines.length > 0) this.tip.show(lines, left + x, top + y);
  }

  private drawSelection(from: number, to: number): void {
    const context = this.over.getContext("2d");
    if (!context || !this.touch) return;
    context.clearRect(0, 0, this.over.width, this.over.height);
    context.globalAlpha = 0.18;
    context.fillStyle = screenPalette().accent;
    const { top, bottom } = this.touch.area;
    context.fillRect(Math.min(from, to), top, Math.abs(to - from), bottom - top);
    context.globalAlpha = 1;
  }

  // ---------------------------------------------------------------------------------------- files

  private picture(): { svg: string; width: number; height: number } {
    const width = Math.max(paperWidth, this.drawing.minWidth?.() ?? 0);
    const height = this.look.small ? this.look.height : Math.max(paperHeight, this.look.height);
    const pen = new SvgPen();
    this.drawing.draw(pen, this.view(width, height, paper));
    const svg = pen.finish(width, height, `${this.campaign}, ${this.look.title}`);
    return { svg, width, height: height + titleHeight };
  }

  private async savePng(name: string): Promise<void> {
    const { svg, width, height } = this.picture();
    saveDataUrl(name, await pngOfSvg(svg, width, height));
  }
}

// ---------------------------------------------------------------- the words beside the pointer

const gap = 14; // pixels from the place
const margin = 8; // from the edge of the window

export class Tip {
  readonly root = el("div", { class: "study-tip", hidden: true, role: "status" });

  show(lines: string[], x: number, y: number): void {
    this.root.replaceChildren(...lines.map((line) => el("div", {}, line)));
    this.root.hidden = false;
    const { width, height } = this.root.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    // at the right, or at the left where there is no room
    const left = x + gap + width > clientWidth - margin ? x - gap - width : x + gap;
    const top = Math.min(y - 10, clientHeight - height - margin);
    this.root.style.left = `${Math.max(margin, left)}px`;
    this.root.style.top = `${Math.max(margin, top)}px`;
  }

  hide(): void {
    this.root.hidden = true;
  }
}
