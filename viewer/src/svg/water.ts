// Water, thrusters and fins of a vector picture.
import { Color, Group, Mesh, MeshStandardMaterial, Vector3 } from "three";
import { looks } from "../scene/colour";
import type { Pose } from "../scene/data";
import { disposeTree } from "../scene/part";
import { placeFitting, propeller } from "../shapes/fittings";
import { sharpEdges, solidGeometry } from "../shapes/solid_mesh";
import { waterSheet } from "../shapes/water_surface";
import { CurrentField } from "../signs/current_arrows";
import { type SvgRequest, paintEdges, paintMeshes } from "./bodies";
import type { Painter } from "./painter";
import { paintArrow } from "./signs";

const pieces = 12; // along each edge: some of it may be behind the eye

/// The surface, behind all else: it never hides the robot.
export function paintWater(painter: Painter, { scene, camera, theme }: SvgRequest): void {
  const sheet = waterSheet(scene);
  if (!sheet) return;
  const { centre, turn, width, height } = sheet;
  const normal = new Vector3(0, 0, 1).applyQuaternion(turn);
  const above = camera.position.clone().sub(centre).dot(normal) > 0;
  const colour = new Color(looks[theme].water);
  const at = (i: number, k: number) =>
    new Vector3((i / pieces - 0.5) * width, (k / pieces - 0.5) * height, 0)
      .applyQuaternion(turn).add(centre);
  for (let i = 0; i < pieces; ++i)
    for (let k = 0; k < pieces; ++k) {
      const face = [at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)];
      painter.face(above ? face : face.reverse(), normal, colour);
    }
}

export function paintCurrents(painter: Painter, { scene, theme }: SvgRequest, pose: Pose): void {
  const field = new CurrentField(scene);
  scene.header.currents.forEach((_, i) => {
    const arrow = field.arrow(i, pose);
    if (!arrow) return;
    const tip = arrow.tail.clone().add(arrow.vector);
    paintArrow(painter, arrow.tail, tip, looks[theme].current, 1, 1.6);
  });
}

/// Fins, and signs of thrusters; `signs` alone once more for those that bodies hide.
export function paintFittings(
  painter: Painter, { scene, size, theme }: SvgRequest, pose: Pose, only: "all" | "fins" | "signs",
): void {
  const look = looks[theme];
  const group = new Group();
  scene.header.fittings.forEach(({ kind, mesh }, i) => {
    if (kind === "jet") return;
    if ((only === "signs" && mesh >= 0) || (only === "fins" && mesh < 0)) return;
    const node = new Group();
    if (!placeFitting(node, pose, i)) return;
    group.add(node);
    if (mesh < 0) {
      node.add(propeller(size, new MeshStandardMaterial({ color: look.joint })));
      return;
    }
    const geometry = solidGeometry(scene.mesh(mesh));
    node.add(new Mesh(geometry, new MeshStandardMaterial({ color: look.fitting })));
    node.updateMatrixWorld(true);
    if (only === "all") paintEdges(painter, sharpEdges(geometry), node.matrixWorld, look.edge);
  });
  paintMeshes(painter, group);
  disposeTree(group);
}
