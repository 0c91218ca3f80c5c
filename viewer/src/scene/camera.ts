// The eye: orbit, views, fit, and following a body.
import { PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Subject } from "./framing";

export type View = "iso" | "front" | "side" | "top";

// from the scene to the eye; `top` leans a little so that y is up on the screen
const directions: Record<View, [number, number, number]> = {
  iso: [0.55, -1, 0.52],
  front: [0, -1, 0],
  side: [1, 0, 0],
  top: [0, -1e-4, 1],
};

// where z points down; from the top it is a map: x, north, is up and y, east, to the right
const directionsDown: typeof directions = {
  iso: [0.55, 1, -0.52],
  front: [0, 1, 0],
  side: [1, 0, 0],
  top: [-1e-4, 0, -1],
};

// degrees, vertical; views along an axis are nearly parallel, as drawings are
const [wide, narrow] = [26, 8];
const margin = 0.9; // of the picture for the scene

export class CameraRig {
  readonly camera = new PerspectiveCamera(wide, 1, 0.01, 100);
  private controls: OrbitControls;
  private view: View = "iso";
  private untouched = true; // since the last fit

  constructor(
    private readonly element: HTMLElement,
    private readonly changed: () => void,
  ) {
    this.camera.up.set(0, 0, 1);
    this.controls = this.makeControls();
  }

  private makeControls(): OrbitControls {
    const controls = new OrbitControls(this.camera, this.element);
    controls.addEventListener("start", () => (this.untouched = false));
    controls.addEventListener("change", this.changed);
    return controls;
  }

  /// Up is z or -z. Where that is new the view must be fitted again.
  setUp(up: 1 | -1): void {
    if (this.camera.up.z === up) return;
    this.camera.up.set(0, 0, up);
    // controls turn about the up that they were made with
    this.controls.dispose();
    this.controls = this.makeControls();
  }

  /// Sees all points from the side of a view, as near as possible.
  fit(subject: Subject, view: View = this.view): void {
    this.view = view;
    this.camera.fov = view === "iso" ? wide : narrow;
    this.camera.updateProjectionMatrix();
    const sides = this.camera.up.z < 0 ? directionsDown : directions;
    const eye = new Vector3(...sides[view]).normalize();
    this.camera.position.copy(eye);
    this.camera.lookAt(0, 0, 0);
    this.camera.updateMatrix();
    const right = new Vector3().setFromMatrixColumn(this.camera.matrix, 0);
    const up = new Vector3().setFromMatrixColumn(this.camera.matrix, 1);
    const { across, high, depth, distance } = this.closest(subject, right, up, eye);
    this.controls.target.set(0, 0, 0).addScaledVector(right, across).addScaledVector(up, high);
    this.controls.target.addScaledVector(eye, depth);
    this.camera.position.copy(this.controls.target).addScaledVector(eye, distance - depth);
    this.controls.minDistance = 0.01 * subject.size;
    this.controls.maxDistance = Math.max(20 * subject.run, 4 * distance);
    this.controls.update();
    this.untouched = true;
  }

  /// The place of the eye where the four sides of its view touch the points. A point at (x, z) in
  /// axes of the camera is seen if |x - across| <= t (distance - z): two maxima give both.
  private closest({ points, size }: Subject, right: Vector3, up: Vector3, eye: Vector3) {
    const t = Math.tan((this.camera.fov * Math.PI) / 360) * margin;
    const tx = t * this.camera.aspect;
    let [east, west, north, south] = [-Infinity, -Infinity, -Infinity, -Infinity];
    let [near, far] = [-Infinity, Infinity];
    const point = new Vector3();
    for (let i = 0; i < points.length; i += 3) {
      point.fromArray(points, i);
      const [x, y, z] = [point.dot(right), point.dot(up), point.dot(eye)];
      east = Math.max(east, x + tx * z);
      west = Math.max(west, -x + tx * z);
      north = Math.max(north, y + t * z);
      south = Math.max(south, -y + t * z);
      [near, far] = [Math.max(near, z), Math.min(far, z)];
    }
    if (!(near >= far)) return { across: 0, high: 0, depth: 0, distance: 2 * size };
    const distance = Math.max((east + west) / (2 * tx), (north + south) / (2 * t));
    const depth = (near + far) / 2;
    return {
      across: (east - west) / 2,
      high: (north - south) / 2,
      depth,
      distance: Math.max(distance, depth + 0.6 * size),
    };
  }

  /// Another shape of the picture: a view nobody has changed is fitted again.
  setAspect(aspect: number, subject: Subject): void {
    if (!(aspect > 0) || !Number.isFinite(aspect)) return;
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
    if (this.untouched) this.fit(subject);
  }

  /// Moves along with something.
  shift(by: Vector3): void {
    if (by.lengthSq() === 0) return;
    this.camera.position.add(by);
    this.controls.target.add(by);
    this.camera.updateMatrixWorld();
  }

  /// Turns and zooms about a place from now on; null: about where it looks.
  centre(place: Vector3 | null): void {
    if (place) this.shift(place.clone().sub(this.controls.target));
    this.untouched = false;
  }

  /// Depth range around the scene.
  clip(size: number): void {
    const distance = this.camera.position.distanceTo(this.controls.target);
    this.camera.near = Math.max(distance - 4 * size, 0.01 * distance, 1e-6 * size);
    this.camera.far = distance + 8 * size;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }

  /// A camera for a picture of another shape that shows at least what is seen now.
  forPicture(aspect: number, subject: Subject): () => void {
    const { camera, controls, untouched } = this;
    const kept = {
      position: camera.position.clone(), target: controls.target.clone(),
      aspect: camera.aspect, fov: camera.fov,
    };
    if (!untouched && aspect < kept.aspect) {
      const half = Math.tan((kept.fov * Math.PI) / 360) * (kept.aspect / aspect);
      camera.fov = (Math.atan(half) * 360) / Math.PI;
    }
    this.setAspect(aspect, subject);
    return () => {
      camera.position.copy(kept.position);
      controls.target.copy(kept.target);
      [camera.aspect, camera.fov] = [kept.aspect, kept.fov];
      camera.updateProjectionMatrix();
      controls.update();
      this.untouched = untouched;
    };
  }
}
