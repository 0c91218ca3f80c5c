// The scene as a vector picture: grid, snapshots, then the robot with cables, traces and arrows.
import { Color, Vector3 } from "three";
import { looks } from "../scene/colour";
import type { Pose } from "../scene/data";
import { legendSvg } from "../scene/legend";
import { pictureScale } from "../scene/picture";
import { tensionRamp, tensionShare } from "../shapes/cable_line";
import { ghostFrames, ghostOpacity } from "../shapes/ghosts";
import { waterOpacity } from "../shapes/water_surface";
import { keySvg } from "../signs/key";
import { traceColour } from "../signs/traces";
import { type SvgRequest, detailFor, paintBodies, paintJoints } from "./bodies";
import { Painter } from "./painter";
import { paintArrows, paintContacts, paintFrames } from "./signs";
import { paintCurrents, paintFittings, paintWater } from "./water";
import { paintConnections, paintGrid, paintObstacles, paintSheets } from "./world";

export function svgPicture(request: SvgRequest): string {
  const { scene, frame, theme, width, height, size } = request;
  const { scale } = pictureScale(width, height);
  const painter = new Painter(request.camera, request.lights, width, height, 1e-3 * size);
  const snapshots = scene.live ? 0 : Math.max(0, Math.floor(request.ghosts));
  const detail = detailFor(scene, 1 + snapshots);
  if (request.visible("obstacles")) paintSheets(painter, request);
  painter.finishSheet();
  if (request.visible("grid")) paintGrid(painter, request);
  painter.finishSheet();
  if (request.visible("water")) paintWater(painter, request);
  painter.finishSheet(waterOpacity);

  const pose = scene.emptyPose();
  const frames = ghostFrames(scene, frame, snapshots);
  frames.forEach((at, i) => {
    scene.sample(at, pose);
    paintBodies(painter, request, pose, detail, false);
    if (request.visible("fittings")) paintFittings(painter, request, pose, "fins");
    painter.finishSheet(ghostOpacity(i, frames.length));
  });

  scene.sample(frame, pose);
  paintBodies(painter, request, pose, detail, true);
  if (request.visible("obstacles")) paintObstacles(painter, request);
  if (request.visible("joints")) paintConnections(painter, request, pose, false);
  if (request.visible("fittings")) paintFittings(painter, request, pose, "all");
  if (request.visible("current")) paintCurrents(painter, request, pose);
  if (request.visible("traces")) paintTraces(painter, request, pose);
  if (request.visible("cables")) paintCables(painter, request, pose);
  if (request.visible("loads")) paintArrows(painter, scene, pose, size, theme, request.arrows);
  if (request.visible("contacts")) paintContacts(painter, scene, pose, size, theme);
  if (request.visible("frames")) paintFrames(painter, scene, pose, size);
  if (request.visible("names")) paintNames(painter, request, pose);
  if (request.key.length > 0) painter.note(keySvg(request.key, looks[theme], height, scale));
  if (request.legend) painter.note(legendSvg(request.legend, looks[theme], width, height, scale));
  if (request.visible("grid")) painter.caption(request.grid.text, looks[theme].ink, scale);
  painter.finishSheet();
  // what a body hides shows through it
  if (request.visible("joints")) {
    paintJoints(painter, request, pose);
    paintConnections(painter, request, pose, true);
  }
  if (request.visible("fittings")) paintFittings(painter, request, pose, "signs");
  painter.finishSheet(0.3);
  return painter.svg(looks[theme].background);
}

/// Where it is seen, and the whole faintly: inside a rod it shines through.
function paintCables(painter: Painter, { scene, theme }: SvgRequest, pose: Pose) {
  const ramp = tensionRamp(theme);
  const rgb = new Float32Array(3);
  scene.header.cables.forEach((cable, index) => {
    ramp.write(tensionShare(scene, pose, index), rgb, 0);
    const colour = `#${new Color().fromArray(rgb).getHexString()}`;
    const points = Array.from({ length: cable.points }, (_, i) =>
      new Vector3().fromArray(pose.cable_position, 3 * (cable.first + i)));
    painter.line(points, colour, 3, 0.5, true);
    painter.line(points, colour, 3);
  });
}

function paintTraces(painter: Painter, { scene, frame, traces }: SvgRequest, pose: Pose) {
  if (scene.live) return;
  const places = scene.channel("point_position");
  const [first, last] = scene.span(frame);
  const count = scene.count("point_position");
  for (const point of traces) {
    const at = (i: number) => new Vector3().fromArray(places, 3 * (i * count + point));
    const way = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, i) => at(from + i));
    const colour = traceColour(point);
    painter.line(thin(way(first, last)), colour, 1.5, 0.35);
    const here = new Vector3().fromArray(pose.point_position, 3 * point);
    painter.line(thin([...way(first, Math.floor(frame)), here]), colour, 2);
  }
}

/// At most some hundred points.
function thin(points: Vector3[]): Vector3[] {
  const step = Math.ceil(points.length / 300);
  return points.filter((_, i) => i % step === 0 || i === points.length - 1);
}

function paintNames(painter: Painter, { scene, theme }: SvgRequest, pose: Pose) {
  const look = looks[theme];
  const at = (places: Float32Array, i: number) => new Vector3().fromArray(places, 3 * i);
  const { bodies, points, connections } = scene.header;
  painter.labels(
    [
      ...bodies.map(({ name }, i) => ({
        place: at(pose.body_position, i), text: name, ink: look.ink,
      })),
      ...points.map(({ name }, i) => ({
        place: at(pose.point_position, i), text: name, ink: look.force,
      })),
      ...connections.map(({ name, kind }, i) => ({
        place: at(pose.connection_position, 2 * i), text: `${name} (${kind})`, ink: look.joint,
      })),
    ],
    look.background,
  );
}
