// The live page: a model, everything that can be turned, and the answer of the program.
import "./style.css";
import { decodeBase64 } from "../format/document";
import type { LiveDocument, LiveFrame, LiveScene, SceneHeader } from "../format/shared";
import { el } from "../page/dom";
import { makeHeader, openStage } from "../page/report";
import { makeTabs } from "../page/tabs";
import { Toolbar, layersOf } from "../page/toolbar";
import type { SceneData, Vec3 } from "../scene/data";
import type { Stage } from "../scene/stage";
import { makeBodies } from "./bodies";
import { LiveCamera, LiveSceneData } from "./camera";
import { LiveClock } from "./clock";
import { LiveConnection } from "./connection";
import { LiveControls } from "./controls";
import { listenToLiveKeys, makeLiveHelp } from "./keys";
import { LiveNotes } from "./notes";
import { LiveReadouts } from "./readouts";

/// window.cuttle of the live page, for tests.
interface LiveApi {
  ready: Promise<void>;
  readonly stage: Stage | null;
  setInput(name: string, value: number): void;
  tip(body: string): Vec3 | null;
  time(): number;
  playing(): boolean;
  mode(): string;
  error(): string | null;
  status(): string | null;
}

const legendTime = 500; // [ms] between looks at the colour scale

/// What the toolbar is made of: scenes that agree in it may share one.
function toolbarParts(header: SceneHeader): string {
  const { name, bodies, points, rods } = header;
  const names = bodies.map((body) => body.name);
  return JSON.stringify([name, names, points, rods.length, layersOf(header)]);
}

class LivePage {
  private readonly connection: LiveConnection;
  private readonly clock: LiveClock;
  private readonly host = el("div", { class: "stage", "aria-label": "Scene", role: "region" });
  private readonly view = el("section", { class: "view" });
  private readonly head = el("div", { class: "live-head" });
  private readonly panel = el("div", { class: "live-panel" });
  private readonly notes = new LiveNotes();
  private readonly help = makeLiveHelp();
  private scene: SceneData | null = null;
  private stage: Stage | null = null;
  private toolbar: Toolbar | null = null;
  private camera: LiveCamera | null = null;
  private controls: LiveControls | null = null;
  private readouts: LiveReadouts | null = null;
  private generation = -1; // of the model in the page
  private wanted = 0; // the newest one that was heard of
  private fetching = false;
  private frame: LiveFrame | null = null;
  private drawn: LiveFrame | null = null;

  constructor(app: HTMLElement, content: LiveDocument) {
    const { notes } = this;
    this.connection = new LiveConnection(content.token, (text) => notes.complain(text));
    this.clock = new LiveClock((command) => this.connection.send(command));
    this.host.append(notes.overScene);
    this.view.append(this.host, this.clock.root);
    const main = el("main", {}, this.view, this.panel);
    app.replaceChildren(this.head, ...notes.banners, main, this.help);
    listenToLiveKeys(
      {
        toggle: () => this.clock.toggle(),
        reset: () => this.connection.send({ command: "reset" }),
        settle: () => this.connection.send({ command: "settle" }),
        toolbar: () => this.toolbar,
      },
      this.help,
    );
    setInterval(() => this.refreshColours(), legendTime);
  }

  async start(): Promise<void> {
    await this.fetchScene();
    this.connection.listen({
      model: (generation) => {
        this.want(generation);
        void this.fetchScene();
      },
      error: (text) => this.notes.setError(text),
      status: (text) => this.notes.setStatus(text),
      frame: (frame) => this.take(frame),
      connected: (on) => {
        this.notes.setConnected(on);
        if (on) void this.fetchScene();
      },
    });
  }

  private want(generation: number): void {
    this.wanted = Math.max(this.wanted, generation);
  }

  /// Fetches until the page has the newest model: another one may come meanwhile. A line that
  /// breaks is tried again when the events are back.
  private async fetchScene(): Promise<void> {
    if (this.fetching) return;
    this.fetching = true;
    try {
      while (this.generation < this.wanted) {
        const content = await this.connection.scene();
        if (!content) {
          this.notes.setConnected(false);
          return;
        }
        this.open(content);
      }
    } finally {
      this.fetching = false;
    }
  }

  private open(content: LiveScene): void {
    const { model, generation } = content;
    this.generation = generation;
    const scene = new LiveSceneData(content.scene, decodeBase64(content.data));
    scene.setLiveFrame(new Float32Array(decodeBase64(content.frame.data)));
    const before = this.scene?.header;
    this.scene = scene;
    document.title = `${model.name} – cuttle view`;
    const tags = [model.file, "live"].map((text) => el("span", { class: "tag" }, text));
    this.head.replaceChildren(makeHeader(model.title || model.name, tags, this.help, !model.title));
    if (this.stage) this.stage.replaceScene(scene);
    else this.openStage(scene);
    if (!before || toolbarParts(before) !== toolbarParts(scene.header)) this.openToolbar(scene);
    this.openPanel(content);
    // a frame that came meanwhile is newer than the one in the answer
    if (this.frame?.generation !== generation) this.frame = content.frame;
    this.draw();
    this.camera?.start(scene);
  }

  private openStage(scene: SceneData): void {
    this.stage = openStage(this.host, scene);
    this.camera = this.stage && new LiveCamera(this.stage, this.view);
    this.stage?.setVisible("names", true);
    this.stage?.setVisible("frames", true);
  }

  private openToolbar(scene: SceneData): void {
    if (!this.stage) return;
    this.toolbar?.root.remove();
    this.toolbar?.legend.remove();
    this.stage.follow(null);
    this.toolbar = new Toolbar(this.stage, scene);
    const field = this.stage.legend()?.field;
    if (field) this.toolbar.setColour(field);
    this.view.prepend(this.toolbar.root);
    this.host.append(this.toolbar.legend);
  }

  /// The focus and the open tab stay where they were.
  private openPanel({ model, scene }: LiveScene): void {
    const { panel } = this;
    const focus = document.activeElement?.closest("[data-key]")?.getAttribute("data-key");
    const tab = panel.querySelector("[role=tab][aria-selected=true]")?.id;
    const scroll = panel.querySelector(".tab-page:not([hidden])")?.scrollTop ?? 0;
    const controls = new LiveControls(model, scene.up[2], (command) => this.connection.send(command));
    const readouts = new LiveReadouts(model.readouts);
    this.controls = controls;
    this.readouts = readouts;
    panel.replaceChildren(
      makeTabs("Model", [
        { name: "Controls", make: () => controls.root },
        { name: "Read-outs", make: () => readouts.root },
        { name: "Bodies", make: () => makeBodies(scene, model) },
      ]),
    );
    if (tab) panel.querySelector<HTMLElement>(`#${CSS.escape(tab)}`)?.click();
    panel.querySelector(".tab-page:not([hidden])")?.scrollTo(0, scroll);
    if (focus)
      panel.querySelector<HTMLElement>(`[data-key="${CSS.escape(focus)}"] input`)?.focus();
  }

  /// Only the last frame before a picture is drawn counts.
  private take(frame: LiveFrame): void {
    this.want(frame.generation);
    const idle = this.frame === this.drawn;
    this.frame = frame;
    if (idle) requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    const frame = this.frame;
    this.drawn = frame;
    if (!frame || !this.scene || frame.generation !== this.generation) return;
    this.scene.setLiveFrame(new Float32Array(decodeBase64(frame.data)));
    this.stage?.show(0);
    this.camera?.keepUp();
    this.clock.show(frame);
    this.controls?.show(frame);
    this.readouts?.show(frame);
  }

  /// The scale of the colours grows with what was seen.
  private refreshColours(): void {
    const legend = this.stage?.legend();
    if (!legend || !this.scene || legend.field === "body") return;
    const [min, max] = this.scene.range(legend.field);
    if (min < legend.min || max > legend.max) this.toolbar?.setColour(legend.field);
  }

  api(ready: Promise<void>): LiveApi {
    const stage = (): Stage | null => this.stage;
    return {
      ready,
      get stage() {
        return stage();
      },
      setInput: (name, value) => this.connection.send({ command: "set_input", name, value }),
      tip: (body) => this.stage?.tipOf(body) ?? null,
      time: () => this.drawn?.t ?? 0,
      playing: () => this.drawn?.playing ?? false,
      mode: () => this.drawn?.mode ?? "",
      error: () => this.notes.error(),
      status: () => this.notes.status(),
    };
  }
}

export function startLive(content: LiveDocument): void {
  const page = new LivePage(document.getElementById("app")!, content);
  (window as unknown as { cuttle: LiveApi }).cuttle = page.api(page.start());
}
