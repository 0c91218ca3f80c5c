// The stage: shows a scene at any frame, in any dress, from any side.
import { PCFShadowMap, Scene, WebGLRenderer } from "three";
import type { ArrowShare } from "../signs/arrows";
import { type KeyWord, keyWords, showKey } from "../signs/key";
import { svgPicture } from "../svg/picture";
import { middleOf } from "./bounds";
import { CameraRig, type View } from "./camera";
import { Cast, type Sizes, sizesOf, travels } from "./cast";
import { type Theme, looks, scaleOf } from "./colour";
import type { ColourField, SceneData, Vec3 } from "./data";
import { Framing } from "./framing";
import type { Legend } from "./legend";
import { Lights } from "./lights";
import { Pace, fullEffort } from "./pace";
import { type Layer, type Paint, allLayers, colourFields } from "./part";
import { Paper, pictureScale } from "./picture";

export type { ColourField, Layer, Theme, View };

const hiddenAtFirst: Layer[] = ["frames", "names", "shells"];
const corner = "position:absolute;left:12px;font:12px system-ui,sans-serif;pointer-events:none";

export class Stage {
  private readonly renderer: WebGLRenderer;
  private readonly world = new Scene();
  private readonly lights = new Lights();
  private readonly rig: CameraRig;
  private readonly caption = document.createElement("div"); // what the cells of the grid measure
  private readonly key = document.createElement("div"); // of the water and of contact forces
  private readonly hidden = new Set<Layer>(hiddenAtFirst);
  private cast!: Cast;
  private sizes!: Sizes;
  private readonly framing = new Framing();
  private field: ColourField = "body";
  private paint: Paint | null = null;
  private ghosts = 0;
  private traced: string[] = [];
  private arrows: ArrowShare = 1;
  private frame = 0;
  private readonly pace = new Pace();
  private isMoving = false;
  private isShown = false; // before the first frame nothing has its place
  private isOpening = false; // the camera goes with the robot because nobody has said otherwise
  private pending = 0; // of the browser, for a new picture

  constructor(
    private readonly host: HTMLElement,
    private scene: SceneData,
    private theme: Theme,
  ) {
    this.renderer = new WebGLRenderer({ antialias: true, stencil: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    const canvas = this.renderer.domElement;
    canvas.style.display = "block";
    canvas.style.touchAction = "none";
    if (getComputedStyle(host).position === "static") host.style.position = "relative";
    this.caption.className = "grid-caption";
    this.caption.style.cssText = `${corner};bottom:8px`;
    this.key.className = "contact-key";
    this.key.style.cssText = `${corner};bottom:26px`;
    host.append(canvas, this.caption, this.key);
    this.world.add(this.lights.group);
    this.rig = new CameraRig(canvas, () => this.requestRender());
    this.build();
    // a robot that goes far away is lost without
    if (this.sizes.far) this.follow(this.root());
    this.resize();
    this.setView("iso");
  }

  get following(): number | null {
    return this.framing.followed;
  }

  get shown(): number {
    return this.frame;
  }

  /// Shows a fractional frame.
  show(frame: number): void {
    this.frame = Math.min(Math.max(Number.isFinite(frame) ? frame : 0, 0), this.scene.frames - 1);
    this.isShown = true;
    if (this.scene.live) this.growLive();
    const pose = this.scene.sample(this.frame);
    this.cast.update(pose, this.frame);
    this.cast.ground.update(pose);
    if (this.scene.live) showKey(this.key, this.keyWords(), looks[this.theme]);
    this.rig.shift(this.framing.track(pose));
    this.render();
  }

  /// Shows a frame of a motion, so many milliseconds after the one before.
  play(frame: number, milliseconds: number): void {
    const changed = this.pace.frame(milliseconds);
    if (changed || !this.isMoving) {
      this.isMoving = true;
      if (changed || this.pace.effort.share < 1) this.setSize();
    }
    this.show(frame);
  }

  /// The motion has ended.
  rest(): void {
    if (!this.isMoving) return;
    this.isMoving = false;
    this.pace.rest();
    if (this.pace.effort.share < 1) {
      this.setSize();
      this.show(this.frame);
    }
  }

  setVisible(layer: Layer, on: boolean): void {
    if (on) this.hidden.delete(layer);
    else this.hidden.add(layer);
    this.applyLayers();
    this.show(this.frame);
  }

  isVisible(layer: Layer): boolean {
    return !this.hidden.has(layer);
  }

  setColour(field: ColourField): Legend | null {
    this.field = field;
    this.applyPaint();
    this.show(this.frame);
    return this.legend();
  }

  /// What the colours mean; null for the colours of bodies.
  legend(): Legend | null {
    if (!this.paint) return null;
    const { field, scale } = this.paint;
    const unit = this.scene.header.channels[field]?.unit ?? "";
    return { field, unit, min: scale.min, max: scale.max, stops: scale.ramp.stops };
  }

  setGhosts(count: number): void {
    this.ghosts = count;
    this.cast.ghosts.set(count, this.paint, this.frame);
    this.requestRender();
  }

  setTraces(names: string[]): void {
    this.traced = [...names];
    this.cast.setTraces(names);
    this.show(this.frame);
  }

  traceAll(): void {
    this.setTraces(this.scene.header.points.map(({ name }) => name));
  }

  traces(): string[] {
    return this.cast.traces.names();
  }

  setView(preset: View): void {
    this.rig.fit(this.framing.subject(), preset);
    this.requestRender();
  }

  private root(): number {
    return this.scene.header.bodies.findIndex(({ parent }) => parent < 0);
  }

  /// For somebody who opens the page: the robot fills the picture and stays in it.
  openOnRobot(): void {
    if (this.following !== null || !travels(this.scene, this.root())) return;
    this.follow(this.root());
    this.setView("iso");
    this.isOpening = true;
  }

  /// For a picture that nobody has looked at before: the whole run, as it is without openOnRobot.
  openOnRun(): void {
    if (!this.isOpening) return;
    this.follow(null);
    this.setView("iso");
  }

  /// The camera looks at a body and goes where it goes.
  follow(body: number | null): void {
    this.isOpening = false;
    this.rig.centre(this.framing.follow(body, this.scene.sample(this.frame)));
    this.requestRender();
  }

  /// How many of the arrows of loads are drawn.
  setArrows(share: ArrowShare): void {
    this.arrows = share;
    this.cast.arrows.setShare(share);
    this.show(this.frame);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.build();
    this.show(this.frame);
  }

  resize(): void {
    this.setSize();
    this.render();
  }

  private setSize(): void {
    const [width, height] = [this.host.clientWidth || 1, this.host.clientHeight || 1];
    const sharp = Math.min(window.devicePixelRatio || 1, 2);
    const { share, shadows } = this.isMoving ? this.pace.effort : fullEffort;
    this.renderer.setPixelRatio(share * sharp);
    // shadows on slopes would stay where they are
    const drop = !shadows && this.scene.header.obstacles.length === 0;
    this.renderer.shadowMap.autoUpdate = !drop;
    this.cast.ground.setShadow(!drop);
    this.renderer.setSize(width, height);
    this.rig.setAspect(width / height, this.framing.subject());
  }

  /// Another scene; the camera stays where that has about the same size and place.
  replaceScene(scene: SceneData): void {
    const [before, middle] = [this.sizes.run, middleOf(this.scene.bounds())];
    const turned = scene.up !== this.scene.up;
    this.scene = scene;
    this.build();
    const moved = middleOf(scene.bounds()).distanceTo(middle);
    const similar = this.sizes.run < 1.6 * before && before < 1.6 * this.sizes.run;
    if (turned || !similar || moved > 0.5 * before) this.rig.fit(this.framing.subject());
    this.show(this.frame);
  }

  /// PNG as a data URL.
  picture(width: number, height: number): string {
    const restore = this.rig.forPicture(width / height, this.framing.subject());
    const { scale, samples } = pictureScale(width, height);
    this.renderer.setPixelRatio(scale * samples);
    this.renderer.setSize(width / scale, height / scale, false);
    this.render();
    const paper = new Paper(width, height);
    paper.take(this.renderer.domElement, this.notes());
    restore();
    this.resize();
    return paper.png();
  }

  /// From now on the stage makes a film: frames of one size, drawn once each, as JPEG data URLs.
  film(width: number, height: number): (frame: number) => string {
    this.rig.forPicture(width / height, this.framing.subject());
    const { scale } = pictureScale(width, height);
    this.renderer.setPixelRatio(scale);
    this.renderer.setSize(width / scale, height / scale, false);
    this.renderer.domElement.style.display = "none"; // nobody looks
    const paper = new Paper(width, height);
    return (frame) => {
      this.show(frame);
      paper.take(this.renderer.domElement, this.notes());
      return paper.jpeg();
    };
  }

  private notes() {
    const caption = this.isVisible("grid") ? this.cast.ground.text : "";
    return { caption, key: this.keyWords(), legend: this.legend(), look: looks[this.theme] };
  }

  private keyWords(): KeyWord[] {
    return keyWords(this.scene, looks[this.theme], (layer) => this.isVisible(layer));
  }

  /// A vector picture.
  svg(width: number, height: number): string {
    const restore = this.rig.forPicture(width / height, this.framing.subject());
    this.prepare();
    const text = svgPicture({
      scene: this.scene, frame: this.frame, theme: this.theme, size: this.sizes.robot,
      width, height, camera: this.rig.camera, lights: this.lights, paint: this.paint,
      legend: this.legend(), key: this.keyWords(), sheets: this.cast.obstacles.sheets,
      ghosts: this.ghosts, traces: this.cast.traces.points(), grid: this.cast.ground,
      visible: (layer) => this.isVisible(layer), arrows: this.arrows,
    });
    restore();
    this.render();
    return text;
  }

  /// Where a body is drawn.
  bodyPosition(name: string): Vec3 {
    const body = this.scene.header.bodies.findIndex((one) => one.name === name);
    return this.cast.solids.bodies.nodes[body]?.position.toArray() ?? [NaN, NaN, NaN];
  }

  /// Where the end of a rod is drawn; of other bodies their place.
  tipOf(body: string): Vec3 {
    const index = this.scene.header.bodies.findIndex((one) => one.name === body);
    const last = this.cast.rods.rods.filter((rod) => rod.rod.body === index).at(-1);
    return last ? last.tip() : this.bodyPosition(body);
  }

  private build() {
    const before: Cast | undefined = this.cast;
    this.sizes = sizesOf(this.scene);
    this.framing.setScene(this.scene, this.sizes);
    const { scene, theme } = this;
    this.cast = new Cast({ scene, size: this.sizes.robot, theme }, this.sizes);
    this.world.add(this.cast.root);
    this.lights.cover(scene.bounds(), this.sizes.run, scene.up);
    this.rig.setUp(scene.up);
    this.caption.textContent = this.cast.ground.text;
    this.caption.style.color = looks[theme].ink;
    this.cast.arrows.setShare(this.arrows);
    this.cast.setTraces(this.traced);
    if (before) this.cast.traces.inherit(before.traces);
    before?.dispose();
    this.applyLayers();
    this.applyPaint();
  }

  /// A live run has no known end: colours widen with it; grid, arrows and signs grow in steps.
  private growLive() {
    const { paint } = this;
    if (paint) paint.scale = scaleOf(paint.field, this.scene.range(paint.field));
    const now = sizesOf(this.scene);
    const isFirst = this.sizes.run === 1 && now.run !== 1;
    if (!isFirst && now.run < 1.5 * this.sizes.run) return;
    this.build();
    if (isFirst) this.rig.fit(this.framing.subject());
  }

  private applyLayers() {
    for (const layer of allLayers) this.cast.layer(layer).visible = this.isVisible(layer);
    showKey(this.key, this.keyWords(), looks[this.theme]);
    this.caption.style.display = this.isVisible("grid") ? "" : "none";
    this.lights.castShadow(this.isVisible("grid"));
  }

  private applyPaint() {
    const { field } = this;
    this.paint = field === "body" || !colourFields(this.scene.header).includes(field)
      ? null
      : { field, scale: scaleOf(field, this.scene.range(field)) };
    this.cast.setPaint(this.paint);
    this.cast.ghosts.set(this.ghosts, this.paint, this.frame);
  }

  private requestRender() {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => this.render());
  }

  private prepare() {
    this.rig.clip(this.sizes.run);
    this.lights.follow(this.rig.camera);
  }

  private render() {
    cancelAnimationFrame(this.pending);
    this.pending = 0;
    if (!this.isShown) return;
    this.prepare();
    const { domElement } = this.renderer, ratio = this.renderer.getPixelRatio();
    this.cast.names.lay(this.rig.camera, domElement.width / ratio, domElement.height / ratio);
    this.renderer.setClearColor(looks[this.theme].background, 1);
    this.renderer.render(this.world, this.rig.camera);
  }
}
