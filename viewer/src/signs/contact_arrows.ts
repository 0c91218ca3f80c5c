// Forces on contact shapes, coloured by what the contact does. They point into the bodies that they
// push, so that they also shine through.
import { Group, MeshStandardMaterial, Vector3 } from "three";
import { type Look, looks } from "../scene/colour";
import type { Pose, SceneData } from "../scene/data";
import { type Part, type Setting, disposeTree } from "../scene/part";
import { ArrowSet } from "./arrow_set";
import { ArrowScale, shining } from "./arrows";

/// What the states 1, 2, 3 are called.
export const contactNames = ["smooth", "sticking", "sliding"];

/// The colour of a state above 0.
export function contactColour(look: Look, state: number): string {
  return look.contact[Math.round(state) - 1] ?? look.force;
}

/// The arrows of one state, and their shine.
interface StateArrows {
  seen: ArrowSet;
  through: ArrowSet;
}

export class ContactPart implements Part {
  readonly layer = "contacts";
  readonly object = new Group();
  readonly states: StateArrows[];
  private readonly scale: ArrowScale;
  private readonly scene: SceneData;

  constructor({ scene, size, theme }: Setting) {
    this.scene = scene;
    this.scale = new ArrowScale(scene, size);
    const most = scene.contactArrows.length;
    this.states = looks[theme].contact.map((color) => {
      const material = new MeshStandardMaterial({ color, roughness: 0.7 });
      return {
        seen: new ArrowSet(false, size, material, most),
        through: new ArrowSet(false, size, shining(color), most),
      };
    });
    for (const { seen, through } of this.states) this.object.add(seen.group, through.group);
  }

  /// How many arrows are shown, by their state.
  shown(): number[] {
    return this.states.map(({ seen }) => seen.count);
  }

  update(pose: Pose): void {
    const sets = this.states.flatMap(({ seen, through }) => [seen, through]);
    for (const set of sets) set.clear();
    this.scene.contactArrows.forEach((arrow, i) => {
      const state = this.states[Math.round(pose.contact_state[i] ?? 0) - 1];
      if (!state) return;
      const size = vector.fromArray(pose.arrow_vector, 3 * arrow).length();
      const length = this.scale.length(arrow, size);
      for (const set of [state.seen, state.through])
        set.add(pose.arrow_position, pose.arrow_vector, arrow, length);
    });
    for (const set of sets) set.finish();
  }

  dispose(): void {
    disposeTree(this.object);
  }
}

const vector = new Vector3();
