// Cables as lines in the colour of their tension; what lies inside a body shows faintly through.
import { GreaterDepth, Group } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { Ramp, looks } from "../scene/colour";
import type { Pose, SceneData } from "../scene/data";
import type { Part, Setting } from "../scene/part";
import { FatLines, onceOnly } from "./fat_lines";

const width = 3; // pixels

export function tensionRamp(theme: Setting["theme"]): Ramp {
  return new Ramp([looks[theme].slack, looks[theme].taut]);
}

/// Tension of a cable over the largest of the run.
export function tensionShare(scene: SceneData, pose: Pose, cable: number): number {
  const largest = scene.range("tension")[1];
  return largest > 0 ? (pose.tension[cable] ?? 0) / largest : 0;
}

export class CablePart implements Part {
  readonly layer = "cables";
  readonly object = new Group();
  private readonly lines: FatLines;
  private readonly hidden: LineMaterial;
  private readonly ramp: Ramp;

  constructor(private readonly setting: Setting) {
    const segments = setting.scene.header.cables.reduce((n, c) => n + Math.max(c.points - 1, 0), 0);
    this.ramp = tensionRamp(setting.theme);
    this.lines = new FatLines(segments, new LineMaterial({ linewidth: width, vertexColors: true }));
    this.hidden = new LineMaterial({
      linewidth: width, vertexColors: true, opacity: 0.5, depthFunc: GreaterDepth, ...onceOnly(1),
    });
    this.object.add(this.lines.object, this.lines.twin(this.hidden));
    this.object.visible = segments > 0;
  }

  update(pose: Pose): void {
    const { scene } = this.setting;
    const { colours } = this.lines;
    let segment = 0;
    scene.header.cables.forEach((cable, index) => {
      const count = Math.max(cable.points - 1, 0);
      this.lines.writePolyline(segment, pose.cable_position, cable.first, cable.points);
      const share = tensionShare(scene, pose, index);
      for (let i = 2 * segment; i < 2 * (segment + count); ++i)
        this.ramp.write(share, colours, 3 * i);
      segment += count;
    });
    this.lines.touched();
    this.lines.recoloured();
  }

  dispose(): void {
    this.lines.dispose();
    this.hidden.dispose();
    this.object.removeFromParent();
  }
}
