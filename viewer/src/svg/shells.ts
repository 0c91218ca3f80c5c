// Shells of a vector picture.
import { Color, Vector3 } from "three";
import type { Pose } from "../scene/data";
import { BodyNodes, shellPaint } from "../scene/part";
import { discColour, meridianColours, writeRingColour } from "../shapes/meridian_mesh";
import { MeridianShape, type ShellFace } from "../shapes/meridian_shape";
import type { Detail } from "../shapes/rod_shape";
import type { SvgRequest } from "./bodies";
import type { Painter } from "./painter";

/// Walls, rims and discs; a wall hides what is behind it.
export function paintShells(
  painter: Painter, { scene, paint }: SvgRequest, pose: Pose, { corners, rings }: Detail,
): void {
  const bodies = new BodyNodes(scene);
  bodies.update(pose);
  bodies.group.updateMatrixWorld(true);
  const colours = meridianColours(scene);
  const field = shellPaint(paint);
  const rgb = new Float32Array(3);
  scene.header.meridians.forEach((meridian, i) => {
    const node = bodies.nodes[meridian.body];
    if (!node?.visible) return;
    const paintFaces = (faces: ShellFace[], plain: Color, coloured: boolean) => {
      const shape = new MeridianShape(meridian, faces, 2 * corners, Math.max(8, rings / 4));
      const positions = new Float32Array(3 * shape.vertices);
      const normals = new Float32Array(3 * shape.vertices);
      if (!shape.write(pose, positions, normals)) return;
      for (let at = 0; at < shape.quads.length; at += 4) {
        const quad = shape.quads.subarray(at, at + 4);
        const normal = new Vector3();
        const places = Array.from(quad, (v) => {
          normal.add(new Vector3().fromArray(normals, 3 * v));
          return new Vector3().fromArray(positions, 3 * v).applyMatrix4(node.matrixWorld);
        });
        if (field && coloured) {
          const { ring } = shape.circles[Math.floor(quad[0]! / shape.sides)]!;
          writeRingColour(field, pose, meridian, ring, rgb, 0);
          plain.fromArray(rgb);
        }
        painter.face(places, normal.transformDirection(node.matrixWorld), plain);
      }
    };
    paintFaces(["outside", "inside", "rim"], new Color(colours[i]), true);
    paintFaces(["disc"], new Color(discColour), false);
  });
}
