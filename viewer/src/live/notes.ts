// What the program has to say besides the scene: above the page, and over the scene.
import { el } from "../page/dom";

function show(node: HTMLElement, text: string): void {
  node.textContent = text;
  node.hidden = text === "";
}

export class LiveNotes {
  private readonly errorText = el("pre", {});
  private readonly errorBanner = el(
    "div",
    { class: "banner live-error", role: "alert", hidden: true },
    el("strong", {}, "The last good model is shown. What is wrong:"),
    this.errorText,
  );
  private readonly lost = el(
    "div",
    { class: "banner", role: "alert", hidden: true },
    el("strong", {}, "The program does not answer. "),
    "Is cuttle view still running?",
  );
  private readonly state = el("div", { class: "live-status", role: "status", hidden: true });
  private readonly complaint = el("div", { class: "live-status", role: "alert", hidden: true });
  readonly banners = [this.lost, this.errorBanner];
  readonly overScene = el("div", { class: "live-notes" }, this.state, this.complaint);

  /// Empty texts: all is well.
  setError(text: string): void {
    this.errorText.textContent = text;
    this.errorBanner.hidden = text === "";
  }

  setStatus(text: string): void {
    show(this.state, text);
  }

  complain(text: string): void {
    show(this.complaint, text);
  }

  setConnected(on: boolean): void {
    this.lost.hidden = on;
  }

  error(): string | null {
    return this.errorBanner.hidden ? null : this.errorText.textContent;
  }

  status(): string | null {
    return this.state.hidden ? null : this.state.textContent;
  }
}
