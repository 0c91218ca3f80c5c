// The live page: a model, everything that can be turned, and the answer of the program.
import { decodeBase64, type LiveDocument } from "./document";
import { el } from "./dom";
import "./live.css";
import { makeBodies } from "./live_bodies";
import { LiveCamera, LiveSceneData } from "./live_camera";
import { LiveClock } from "./live_clock";
import { LiveConnection } from "./live_connection";
import { LiveControls } from "./live_controls";
import { listenToLiveKeys, makeLiveHelp } from "./live_keys";
import type { LiveFrame, LiveScene } from "./live_messages";
import { LiveReadouts } from "./live_readouts";
import { makeHeader, openStage } from "./page";
import type { SceneData, Vec3 } from "./scene_data";
import type { Stage } from "./stage";
import { makeTabs } from "./tabs";
import { Toolbar } from "./toolbar";

/** window.cuttle of the live page, for tests. */
interface LiveApi {
  ready: Promise<void>;
  stage: Stage | null;
  setInput(name: string, value: number): void;
  tip(body: string): Vec3 | null;
  time(): number;
  playing(): boolean;
  mode(): string;
  error(): string | null;
  status(): string | null;
}

const legendTime = 500; // [ms] between looks at the colour scale

class LivePage {
  private readonly connection: LiveConnection;
  private readonly clock: LiveClock;
  private readonly host = el("div", { class: "stage", "aria-label": "Scene", role: "img" });
  private readonly view = el("section", { class: "view" });
  private readonly head = el("div", { class: "live-head" });
  private readonly panel = el("div", { class: "live-panel" });
  private readonly errorText = el("pre", {});
  private readonly error = el("div", { class: "banner live-error", role: "alert", hidden: true },
    el("strong", {}, "The model file is wrong; the last good one is shown."), this.errorText);
  private readonly lost = el("div", { class: "banner", role: "alert", hidden: true },
    el("strong", {}, "The program does not answer. "), "Is cuttle view still running?");
  private readonly status = el("div", { class: "live-status", role: "status", hidden: true });
  private readonly complaint = el("div", { class: "live-status", role: "alert", hidden: true });
  private readonly help = makeLiveHelp();
  private scene: SceneData | null = null;
  private stage: Stage | null = null;
  private toolbar: Toolbar | null = null;
  private camera: LiveCamera | null = null;
  private controls: LiveControls | null = null;
  private readouts: LiveReadouts | null = null;
  private generation = -1;
  private fetching = false;
  private frame: LiveFrame | null = null;
  private drawn: LiveFrame | null = null;

  constructor(app: HTMLElement, content: LiveDocument) {
    this.connection = new LiveConnection(content.token, (text) => show(this.complaint, text));
    this.clock = new LiveClock((command) => this.connection.send(command));
    this.host.append(el("div", { class: "live-notes" }, this.status, this.complaint));
    this.view.append(this.host, this.clock.root);
    app.replaceChildren(this.head, this.lost, this.error, el("main", {}, this.view, this.panel), this.help);
    listenToLiveKeys({
      toggle: () => this.clock.toggle(),
      reset: () => this.connection.send({ command: "reset" }),
      settle: () => this.connection.send({ command: "settle" }),
      toolbar: () => this.toolbar,
    }, this.help);
    setInterval(() => this.refreshColours(), legendTime);
  }

  async start(): Promise<LiveApi> {
    await this.fetchScene();
    this.connection.listen({
      model: (generation) => { if (generation !== this.generation) void this.fetchScene(); },
      error: (text) => { this.errorText.textContent = text; this.error.hidden = text === ""; },
      status: (text) => show(this.status, text),
      frame: (frame) => this.take(frame),
      connected: (on) => { this.lost.hidden = on; },
    });
    return this.api();
  }

  private async fetchScene(): Promise<void> {
    if (this.fetching) return;
    this.fetching = true;
    try {
      this.open(await this.connection.scene());
    } finally {
      this.fetching = false;
    }
    // another one may have come meanwhile
    if (this.frame && this.frame.generation > this.generation) await this.fetchScene();
  }

  private open(content: LiveScene): void {
    const { model, generation } = content;
    this.generation = generation;
    const scene = new LiveSceneData(content.scene, decodeBase64(content.data));
    scene.setLiveFrame(new Float32Array(decodeBase64(content.frame.data)));
    const before = this.scene?.header;
    this.scene = scene;
    document.title = `${model.name} – cuttle view`;
    this.head.replaceChildren(makeHeader(model.title || model.name,
      [el("span", { class: "tag" }, model.file), el("span", { class: "tag" }, "live")], this.help));
    if (this.stage) this.stage.replaceScene(scene);
    else this.openStage(scene);
    if (!before || JSON.stringify(before.points) !== JSON.stringify(scene.header.points)
        || before.rods.length !== scene.header.rods.length || before.bodies.length !== scene.header.bodies.length)
      this.openToolbar(scene);
    this.openPanel(content);
    this.frame = content.frame;
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
    this.toolbar = new Toolbar(this.stage, scene);
    const field = this.stage.legend()?.field;
    if (field) this.toolbar.setColour(field);
    this.view.prepend(this.toolbar.root);
    this.host.append(this.toolbar.legend);
  }

  /** The focus and the open tab stay where they were. */
  private openPanel({ model, scene }: LiveScene): void {
    const focus = document.activeElement?.closest("[data-key]")?.getAttribute("data-key");
    const tab = this.panel.querySelector("[role=tab][aria-selected=true]")?.id;
    const scroll = this.panel.querySelector(".tab-page:not([hidden])")?.scrollTop ?? 0;
    const controls = this.controls = new LiveControls(model, (command) => this.connection.send(command));
    const readouts = this.readouts = new LiveReadouts(model.readouts);
    this.panel.replaceChildren(makeTabs("Model", [
      { name: "Controls", make: () => controls.root },
      { name: "Read-outs", make: () => readouts.root },
      { name: "Bodies", make: () => makeBodies(scene, model) },
    ]));
    if (tab) this.panel.querySelector<HTMLElement>(`#${CSS.escape(tab)}`)?.click();
    this.panel.querySelector(".tab-page:not([hidden])")?.scrollTo(0, scroll);
    if (focus) this.panel.querySelector<HTMLElement>(`[data-key="${CSS.escape(focus)}"] input`)?.focus();
  }

  /** Only the last frame before a picture is drawn counts. */
  private take(frame: LiveFrame): void {
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

  /** The scale of the colours grows with what was seen. */
  private refreshColours(): void {
    const legend = this.stage?.legend();
    if (!legend || !this.scene || legend.field === "body") return;
    const [min, max] = this.scene.range(legend.field);
    if (min < legend.min || max > legend.max) this.toolbar?.setColour(legend.field);
  }

  private api(): LiveApi {
    return {
      ready: Promise.resolve(),
      stage: this.stage,
      setInput: (name, value) => this.connection.send({ command: "set_input", name, value }),
      tip: (body) => this.stage?.tipOf(body) ?? null,
      time: () => this.drawn?.t ?? 0,
      playing: () => this.drawn?.playing ?? false,
      mode: () => this.drawn?.mode ?? "",
      error: () => this.error.hidden ? null : this.errorText.textContent,
      status: () => this.status.hidden ? null : this.status.textContent,
    };
  }
}

function show(node: HTMLElement, text: string): void {
  node.textContent = text;
  node.hidden = text === "";
}

export function startLive(content: LiveDocument): void {
  const page = new LivePage(document.getElementById("app")!, content);
  const started = page.start();
  const api: Partial<LiveApi> = { ready: started.then((whole) => { Object.assign(api, whole, { ready: api.ready }); }) };
  (window as unknown as { cuttle: Partial<LiveApi> }).cuttle = api;
}
