// Forces as straight arrows, moments as arrows with two heads and a ring that turns their way.
import { GreaterDepth, Group, MeshStandardMaterial, Vector3 } from "three";
import { type Look, looks } from "../scene/colour";
import type { ArrowKind, Pose, SceneData } from "../scene/data";
import { type Part, type Setting, disposeTree } from "../scene/part";
import { ArrowSet } from "./arrow_set";
import { jetArrow, jetColour, jetOf } from "./jets";

const longest = 0.2; // of the size of the scene, for the largest arrow of the run
const hidden = 1e-3; // of the largest

/// Lengths of arrows per unit of their vectors; every kind has its own.
export class ArrowScale {
  private readonly largest: Record<ArrowKind, number>;

  constructor(
    private readonly scene: SceneData,
    private readonly size: number,
  ) {
    this.largest = {
      force: scene.largestArrow("force"),
      moment: scene.largestArrow("moment"),
      contact: scene.contactReach(),
    };
  }

  /// The drawn length of an arrow, 0 where it is not drawn.
  length(arrow: number, magnitude: number): number {
    const kind = this.scene.header.arrows[arrow]?.kind ?? "force";
    // a live run may still grow
    if (this.scene.live && magnitude > this.largest[kind]) this.largest[kind] = magnitude;
    const share = Math.min(magnitude / this.largest[kind], 1);
    return share > hidden ? longest * this.size * share : 0; // also for NaN
  }
}

export const throughOpacity = 0.45;

/// The material of what is seen through the bodies in front of it.
export function shining(color: string): MeshStandardMaterial {
  const material = new MeshStandardMaterial({
    color, roughness: 0.7, transparent: true, opacity: throughOpacity, depthWrite: false,
  });
  material.depthFunc = GreaterDepth;
  return material;
}

/// Thrusters and fins may push from inside of a body.
export function shines({ header }: SceneData, arrow: number): boolean {
  return header.fittings.some(({ name }) => name === header.arrows[arrow]?.name);
}

/// How many arrows are drawn: all (1), every second of each load (2) and so on, or none (0).
export type ArrowShare = 0 | 1 | 2 | 4 | 8;
export const arrowShares: ArrowShare[] = [1, 2, 4, 8, 0];

/// The number of an arrow among those of its load: a load along a rod has many.
export function arrowRanks({ header }: SceneData): number[] {
  const seen = new Map<string, number>();
  return header.arrows.map(({ name, kind }) => {
    const key = `${kind} ${name}`;
    const rank = seen.get(key) ?? 0;
    seen.set(key, rank + 1);
    return rank;
  });
}

export function isDrawn(rank: number, share: ArrowShare): boolean {
  return share > 0 && rank % share === 0;
}

const direction = new Vector3();

/// Arrows for water that goes out and in, of which one is shown; both shine through bodies.
class JetArrows {
  readonly sets: ArrowSet[];

  constructor(
    private readonly arrow: number,
    private readonly fitting: number,
    size: number,
    look: Look,
  ) {
    this.sets = [true, false].flatMap((out) => {
      const color = jetColour(look, out);
      return [new MeshStandardMaterial({ color, roughness: 0.7 }), shining(color)]
        .map((material) => new ArrowSet(false, size, material, 1));
    });
  }

  update(pose: Pose, scale: ArrowScale): void {
    const size = direction.fromArray(pose.arrow_vector, 3 * this.arrow).length();
    const length = scale.length(this.arrow, size);
    const jet = jetArrow(pose, this.arrow, this.fitting, length);
    this.sets.forEach((set, i) => {
      set.clear();
      if (jet.out === (i < 2)) set.add(jet.tail.toArray(), jet.vector.toArray(), 0, length);
      set.finish();
    });
  }
}

/// Arrows of one kind, and those of them that shine through bodies once more.
interface LoadArrows {
  arrows: number[];
  sets: ArrowSet[];
}

export class ArrowPart implements Part {
  readonly layer = "loads";
  readonly object = new Group();
  readonly loads: LoadArrows[] = [];
  private readonly jets: JetArrows[];
  private readonly scale: ArrowScale;
  private readonly ranks: number[];
  private share: ArrowShare = 1;

  constructor({ scene, size, theme }: Setting) {
    this.scale = new ArrowScale(scene, size);
    this.ranks = arrowRanks(scene);
    const look = looks[theme];
    const { arrows } = scene.header;
    const plain = arrows.map((_, i) => i).filter((i) => jetOf(scene.header, i) < 0);
    for (const kind of ["force", "moment"] as const)
      for (const through of [false, true]) {
        const these = plain.filter((i) =>
          arrows[i]!.kind === kind && shines(scene, i) === through);
        if (these.length === 0) continue;
        const materials = [new MeshStandardMaterial({ color: look[kind], roughness: 0.7 })];
        if (through) materials.push(shining(look[kind]));
        const sets = materials.map(
          (material) => new ArrowSet(kind === "moment", size, material, these.length));
        this.loads.push({ arrows: these, sets });
        this.object.add(...sets.map(({ group }) => group));
      }
    this.jets = arrows.flatMap((_, i) => {
      const fitting = jetOf(scene.header, i);
      return fitting < 0 ? [] : [new JetArrows(i, fitting, size, look)];
    });
    for (const jet of this.jets) this.object.add(...jet.sets.map(({ group }) => group));
  }

  setShare(share: ArrowShare): void {
    this.share = share;
  }

  update(pose: Pose): void {
    for (const { arrows, sets } of this.loads)
      for (const set of sets) {
        set.clear();
        for (const i of arrows) {
          if (!isDrawn(this.ranks[i]!, this.share)) continue;
          const size = direction.fromArray(pose.arrow_vector, 3 * i).length();
          set.add(pose.arrow_position, pose.arrow_vector, i, this.scale.length(i, size));
        }
        set.finish();
      }
    for (const jet of this.jets) jet.update(pose, this.scale);
  }

  dispose(): void {
    disposeTree(this.object);
  }
}
