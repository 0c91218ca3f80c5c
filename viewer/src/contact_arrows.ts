// Forces on contact shapes, coloured by what the contact does. They point into the bodies that they
// push, so that they also shine through.
import { Group, MeshStandardMaterial, Vector3 } from "three";
import { ArrowMesh, ArrowScale, shining } from "./arrows";
import { type Look, looks } from "./colour";
import { type Part, type Setting, disposeTree } from "./part";
import type { Pose, SceneData } from "./scene_data";

/// What the states 1, 2, 3 are called.
export const contactNames = ["smooth", "sticking", "sliding"];

/// The colour of a state above 0.
export function contactColour(look: Look, state: number): string {
  return look.contact[Math.round(state) - 1] ?? look.force;
}

/// An arrow and its shine.
interface Pair {
  seen: ArrowMesh;
  through: ArrowMesh;
}

export class ContactPart implements Part {
  readonly layer = "contacts";
  readonly object = new Group();
  private readonly pairs: Pair[] = []; // as many as were ever needed at once
  private readonly scale: ArrowScale;
  private readonly scene: SceneData;
  private readonly size: number;
  private readonly materials: { seen: MeshStandardMaterial; through: MeshStandardMaterial }[];

  constructor({ scene, size, theme }: Setting) {
    [this.scene, this.size] = [scene, size];
    this.scale = new ArrowScale(scene, size);
    this.materials = looks[theme].contact.map((color) => {
      const seen = new MeshStandardMaterial({ color, roughness: 0.7 });
      return { seen, through: shining(color) };
    });
  }

  /// How many arrows are shown, by their state.
  shown(): number[] {
    return this.materials.map(({ seen }) => {
      let count = 0;
      for (const pair of this.pairs)
        if (pair.seen.group.visible && pair.seen.material === seen) ++count;
      return count;
    });
  }

  update(pose: Pose): void {
    let used = 0;
    this.scene.contactArrows.forEach((arrow, i) => {
      const material = this.materials[Math.round(pose.contact_state[i] ?? 0) - 1];
      const size = vector.fromArray(pose.arrow_vector, 3 * arrow).length();
      const length = material ? this.scale.length(arrow, size) : 0;
      if (!material || !(length > 0)) return;
      const pair = (this.pairs[used++] ??= this.addPair());
      for (const kind of ["seen", "through"] as const) {
        pair[kind].setMaterial(material[kind]);
        pair[kind].put(pose.arrow_position, pose.arrow_vector, arrow, length);
      }
    });
    for (const { seen, through } of this.pairs.slice(used))
      seen.group.visible = through.group.visible = false;
  }

  private addPair(): Pair {
    const { seen, through } = this.materials[0]!;
    const pair = {
      seen: new ArrowMesh(false, this.size, seen),
      through: new ArrowMesh(false, this.size, through),
    };
    this.object.add(pair.seen.group, pair.through.group);
    return pair;
  }

  dispose(): void {
    for (const { seen, through } of this.materials) {
      seen.dispose();
      through.dispose();
    }
    disposeTree(this.object);
  }
}

const vector = new Vector3();
