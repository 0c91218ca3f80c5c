// Arrows and axes of a vector picture, drawn flat.
import { Quaternion, Vector3 } from "three";
import { setQuaternion } from "../scene/bounds";
import { type Theme, looks } from "../scene/colour";
import type { Pose, SceneData } from "../scene/data";
import { ArrowScale, type ArrowShare, arrowRanks, isDrawn, shines, throughOpacity } from "../signs/arrows";
import { contactColour } from "../signs/contact_arrows";
import { axisColours } from "../signs/frames";
import { jetArrow, jetColour, jetOf } from "../signs/jets";
import type { Painter } from "./painter";

const headPixels = 11;

/// A line with a head at its end; the head is flat on the paper.
export function paintArrow(
  painter: Painter, tail: Vector3, tip: Vector3, colour: string, heads: number, width: number,
  through = false,
) {
  const [a, b] = [painter.spot(tail), painter.spot(tip)];
  if (!a || !b) return;
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length < 1) return;
  const size = Math.min(10 * headPixels * (width / 2.5), 0.5 * length);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const shaft = [tail, tail.clone().lerp(tip, 1 - (0.8 * size) / length)];
  if (through) painter.line(shaft, colour, width, throughOpacity, true);
  painter.line(shaft, colour, width);
  for (let i = 0; i < heads; ++i) {
    const [x, y] = [b.x - 0.7 * i * size * ux, b.y - 0.7 * i * size * uy];
    const at = (back: number, side: number) => ({
      x: x - back * size * ux - side * size * uy,
      y: y - back * size * uy + side * size * ux,
      depth: b.depth,
    });
    painter.polygon([at(0, 0), at(1, 0.36), at(1, -0.36)], colour, through);
  }
}

/// The ring of a moment: an arc around its axis, with a head.
function paintRing(painter: Painter, tail: Vector3, vector: Vector3, colour: string) {
  const length = vector.length();
  const axis = vector.clone().normalize();
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), axis);
  const middle = tail.clone().addScaledVector(vector, 0.4);
  const at = (angle: number) =>
    new Vector3(Math.cos(angle), Math.sin(angle), 0).multiplyScalar(0.26 * length)
      .applyQuaternion(turn).add(middle);
  const arc = 1.55 * Math.PI;
  const points = Array.from({ length: 25 }, (_, i) => at((i * arc) / 24));
  painter.line(points, colour, 2);
  paintArrow(painter, at(arc - 0.05), at(arc + 0.45), colour, 1, 2);
}

export function paintArrows(
  painter: Painter, scene: SceneData, pose: Pose, size: number, theme: Theme, share: ArrowShare,
): void {
  const scale = new ArrowScale(scene, size);
  const ranks = arrowRanks(scene);
  scene.header.arrows.forEach(({ kind }, i) => {
    if (kind === "contact") return;
    if (jetOf(scene.header, i) < 0 && !isDrawn(ranks[i]!, share)) return;
    const vector = new Vector3().fromArray(pose.arrow_vector, 3 * i);
    const length = scale.length(i, vector.length());
    if (!(length > 0)) return;
    const fitting = jetOf(scene.header, i);
    if (fitting >= 0) {
      const jet = jetArrow(pose, i, fitting, length);
      const tip = jet.tail.clone().add(jet.vector);
      paintArrow(painter, jet.tail, tip, jetColour(looks[theme], jet.out), 1, 2.5, true);
      return;
    }
    vector.setLength(length);
    const tail = new Vector3().fromArray(pose.arrow_position, 3 * i);
    const moment = kind === "moment";
    const [tip, colour] = [tail.clone().add(vector), looks[theme][kind]];
    paintArrow(painter, tail, tip, colour, moment ? 2 : 1, 2.5, shines(scene, i));
    if (moment) paintRing(painter, tail, vector, looks[theme].moment);
  });
}

/// Forces on contact shapes; they shine through the bodies that they push.
export function paintContacts(
  painter: Painter, scene: SceneData, pose: Pose, size: number, theme: Theme,
): void {
  const scale = new ArrowScale(scene, size);
  scene.contactArrows.forEach((arrow, i) => {
    const state = Math.round(pose.contact_state[i] ?? 0);
    const vector = new Vector3().fromArray(pose.arrow_vector, 3 * arrow);
    const length = scale.length(arrow, vector.length());
    if (!(state > 0) || !(length > 0)) return;
    const tail = new Vector3().fromArray(pose.arrow_position, 3 * arrow);
    const tip = tail.clone().add(vector.setLength(length));
    paintArrow(painter, tail, tip, contactColour(looks[theme], state), 1, 2.5, true);
  });
}

/// The axes of all bodies and, longer, of the world.
export function paintFrames(painter: Painter, scene: SceneData, pose: Pose, size: number): void {
  const turn = new Quaternion();
  const triad = (origin: Vector3, length: number) =>
    axisColours.forEach((colour, k) => {
      const axis = new Vector3().setComponent(k, length).applyQuaternion(turn);
      paintArrow(painter, origin, origin.clone().add(axis), colour, 1, 1.6);
    });
  triad(new Vector3(), 0.14 * size);
  scene.header.bodies.forEach((_, i) => {
    setQuaternion(turn, pose.body_rotation, 4 * i);
    triad(new Vector3().fromArray(pose.body_position, 3 * i), 0.085 * size);
  });
}
