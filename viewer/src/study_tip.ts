// A few lines of words beside a place of the window.
import { el } from "./dom";

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
