// How the water moves: arrows about fixed places, the longest of the run nearly as long as their
// distance.
import { Group, MeshStandardMaterial, Vector3 } from "three";
import { diagonal } from "../scene/bounds";
import { looks } from "../scene/colour";
import type { Pose, SceneData } from "../scene/data";
import { type Part, type Setting, disposeTree } from "../scene/part";
import { ArrowSet } from "./arrow_set";

const share = 0.75; // of the distance of two places, for the fastest water
const slim = 3; // arrows are made for a robot of so many of the longest, or for part of this one
const part = 0.45;

export class CurrentField {
  readonly longest: number; // [m]
  private readonly places: Vector3[];
  private readonly vector = new Vector3();

  constructor(private readonly scene: SceneData) {
    this.places = scene.header.currents.map((place) => new Vector3(...place));
    const distances = this.places.slice(1).map((place) => place.distanceTo(this.places[0]!));
    const nearest = distances.reduce((a, b) => Math.min(a, b), 0.3 * diagonal(scene.bounds()) || 1);
    this.longest = share * nearest;
  }

  /// From where to where an arrow goes; null where the water stands.
  arrow(index: number, pose: Pose): { tail: Vector3; vector: Vector3 } | null {
    const flows = this.scene.count("current_velocity");
    const vector = this.vector.fromArray(pose.current_velocity, 3 * Math.min(index, flows - 1));
    const largest = this.scene.currentRange()[1];
    const length = (this.longest * vector.length()) / largest;
    if (!(length > 1e-3 * this.longest)) return null; // also for NaN
    vector.setLength(length);
    return { tail: this.places[index]!.clone().addScaledVector(vector, -0.5), vector };
  }
}

export class CurrentPart implements Part {
  readonly layer = "current";
  readonly object = new Group();
  readonly arrows: ArrowSet;
  private readonly field: CurrentField;

  constructor({ scene, size, theme }: Setting) {
    this.field = new CurrentField(scene);
    const scale = Math.max(slim * this.field.longest, part * size);
    const material = new MeshStandardMaterial({
      color: looks[theme].current, roughness: 0.7, transparent: true, opacity: 0.75,
    });
    this.arrows = new ArrowSet(false, scale, material, scene.header.currents.length);
    this.object.add(this.arrows.group);
  }

  update(pose: Pose): void {
    this.arrows.clear();
    for (let i = 0; i < this.arrows.capacity; ++i) {
      const drawn = this.field.arrow(i, pose);
      if (drawn)
        this.arrows.add(drawn.tail.toArray(), drawn.vector.toArray(), 0, drawn.vector.length());
    }
    this.arrows.finish();
  }

  dispose(): void {
    disposeTree(this.object);
  }
}
