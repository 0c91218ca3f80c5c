// Everything drawn of a scene, layer by layer.
import { Group, type Mesh } from "three";
import { CablePart } from "../shapes/cable_line";
import { FittingPart } from "../shapes/fittings";
import { Ghosts, markRobot } from "../shapes/ghosts";
import { Ground } from "../shapes/ground";
import { MeridianPart } from "../shapes/meridian_mesh";
import { ObstaclePart, floorsOf, hasSlope } from "../shapes/obstacles";
import { RodPart } from "../shapes/rod_mesh";
import { ShellPart, SolidPart } from "../shapes/solid_mesh";
import { WaterPart } from "../shapes/water_surface";
import { ArrowPart } from "../signs/arrows";
import { ConnectionPart } from "../signs/connection_glyphs";
import { ContactPart } from "../signs/contact_arrows";
import { CurrentPart } from "../signs/current_arrows";
import { FramePart, NamePart } from "../signs/frames";
import { JointPart } from "../signs/joint_glyphs";
import { TracePart } from "../signs/traces";
import { RunningBounds, diagonal } from "./bounds";
import type { Pose, SceneData } from "./data";
import type { Layer, Paint, Part, Setting } from "./part";

/// Lengths that the picture goes by; both > 0.
export interface Sizes {
  run: number; // of the box around all frames
  robot: number; // of one frame, but not tiny in the run
  far: boolean; // the robot travels so far that it would be lost in a picture of its way
}

const farAway = 8; // sizes of the robot
const farther = 0.5;

export function sizesOf(scene: SceneData): Sizes {
  const run = diagonal(scene.bounds());
  if (!(run > 0) || !Number.isFinite(run)) return { run: 1, robot: 1, far: false };
  const { frameSize } = scene.cloud();
  const far = !scene.live && frameSize > 0 && run > farAway * frameSize;
  return { run, robot: far ? frameSize : Math.max(frameSize, 0.25 * run), far };
}

/// The body moves by more than about half the robot: a picture of the whole run shows a small robot.
/// Several robots may part: to follow one of them would lose the others.
export function travels(scene: SceneData, body: number): boolean {
  if (scene.header.bodies.filter(({ parent }) => parent < 0).length > 1) return false;
  const { frameSize, steps } = scene.cloud();
  const places = scene.channel("body_position");
  const way = new RunningBounds();
  for (const { frame } of steps) {
    const at = 3 * (frame * scene.count("body_position") + body);
    way.point(places[at]!, places[at + 1]!, places[at + 2]!);
  }
  return body >= 0 && frameSize > 0 && diagonal(way.box()) > farther * frameSize;
}

export class Cast {
  readonly root = new Group();
  readonly solids: SolidPart;
  readonly rods: RodPart;
  readonly meridians: MeridianPart;
  readonly names: NamePart;
  readonly traces: TracePart;
  readonly ghosts: Ghosts;
  readonly ground: Ground;
  readonly obstacles: ObstaclePart;
  readonly arrows: ArrowPart;
  readonly contacts: ContactPart;
  readonly connections: ConnectionPart;
  readonly water: WaterPart;
  readonly current: CurrentPart;
  readonly fittings: FittingPart;
  private readonly parts: Part[];
  private readonly layers = new Map<Layer, Group>();

  constructor(readonly setting: Setting, sizes: Sizes) {
    this.solids = new SolidPart(setting);
    this.rods = new RodPart(setting);
    this.meridians = new MeridianPart(setting);
    this.names = new NamePart(setting);
    this.traces = new TracePart(setting);
    const { scene, theme } = setting;
    this.ground = new Ground(scene, sizes, theme, floorsOf(scene), hasSlope(scene));
    this.obstacles = new ObstaclePart(setting, this.ground.plan);
    this.ghosts = new Ghosts(setting, this.obstacles);
    this.arrows = new ArrowPart(setting);
    this.contacts = new ContactPart(setting);
    this.connections = new ConnectionPart(setting);
    this.water = new WaterPart(setting);
    this.current = new CurrentPart(setting);
    this.fittings = new FittingPart(setting);
    this.parts = [
      this.obstacles, this.solids, this.rods, this.meridians, this.names, this.traces,
      new JointPart(setting),
      this.connections, new FramePart(setting), new CablePart(setting), this.arrows,
      this.contacts, new ShellPart(setting), this.water, this.current, this.fittings,
    ];
    for (const part of this.parts) this.layer(part.layer).add(part.object);
    this.layer("rods").add(this.ghosts.rods);
    this.layer("meridians").add(this.ghosts.meridians);
    this.layer("solids").add(this.ghosts.solids);
    this.layer("fittings").add(this.ghosts.fittings);
    this.layer("obstacles").add(this.ghosts.obstacles);
    this.layer("grid").add(this.ground.object);
    this.root.add(this.ghosts.curtains);
    this.markRobot();
  }

  /// Snapshots leave out where opaque parts of the robot and its shells are.
  private markRobot() {
    for (const part of this.parts) {
      if (part === this.obstacles) continue;
      part.object.traverse((child) => {
        const { material } = child as Partial<Mesh>;
        if (!material || Array.isArray(material)) return;
        if (!material.transparent || part === this.meridians) markRobot(material);
      });
    }
  }

  setTraces(names: string[]): void {
    this.traces.setNames(names);
    this.markRobot();
  }

  layer(name: Layer): Group {
    let group = this.layers.get(name);
    if (!group) {
      group = new Group();
      this.layers.set(name, group);
      this.root.add(group);
    }
    return group;
  }

  setPaint(paint: Paint | null): void {
    this.rods.setPaint(paint);
    this.meridians.setPaint(paint);
  }

  /// Hidden layers wait until they are seen.
  update(pose: Pose, frame: number): void {
    for (const part of this.parts)
      if (this.layer(part.layer).visible) part.update(pose, frame);
    this.ghosts.update(frame);
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
    this.ghosts.dispose();
    this.ground.dispose();
    this.root.removeFromParent();
  }
}
