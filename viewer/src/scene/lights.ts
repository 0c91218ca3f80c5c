// Soft light: sky and ground, a key light that goes with the camera, and one straight from above
// whose shadow falls on the ground.
import { DirectionalLight, Group, HemisphereLight, type PerspectiveCamera, Vector3 } from "three";
import type { Bounds } from "./data";

const sky = 1.95;
const soil = 0.5; // of the sky
const key = 1.4;
const top = 0.5;
const keyPlace = new Vector3(-0.55, 0.75, 1); // right, up, towards the eye

export class Lights {
  readonly group = new Group();
  private readonly key = new DirectionalLight("#ffffff", key);
  private readonly top = new DirectionalLight("#ffffff", top);
  private readonly hemisphere = new HemisphereLight("#ffffff", "#ffffff", sky);
  private up = 1; // or -1: against z

  constructor() {
    this.hemisphere.groundColor.setScalar(soil);
    this.top.castShadow = true;
    this.top.shadow.mapSize.set(1024, 1024);
    this.top.shadow.radius = 5;
    this.group.add(this.hemisphere, this.key, this.key.target, this.top, this.top.target);
  }

  /// The shadow covers everything that may lie above the ground.
  cover({ min, max }: Bounds, size: number, up: 1 | -1): void {
    this.up = up;
    this.hemisphere.position.set(0, 0, up);
    const [low, high] = up > 0 ? [min[2], max[2]] : [max[2], min[2]];
    const [x, y] = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2];
    this.top.position.set(x, y, high + up * size);
    this.top.target.position.set(x, y, low);
    const { camera } = this.top.shadow;
    const half = 0.5 * Math.max(max[0] - min[0], max[1] - min[1]) + 0.05 * size;
    [camera.left, camera.right, camera.bottom, camera.top] = [-half, half, -half, half];
    [camera.near, camera.far] = [0.1 * size, max[2] - min[2] + 3 * size];
    camera.updateProjectionMatrix();
  }

  castShadow(on: boolean): void {
    this.top.castShadow = on;
  }

  follow(camera: PerspectiveCamera): void {
    this.key.position.copy(keyPlace).applyQuaternion(camera.quaternion);
  }

  /// Brightness of a matt surface, as the shaders compute it; 1 keeps its colour.
  shade(normal: Vector3): number {
    const rise = this.up * normal.z;
    const open = 0.5 + 0.5 * rise;
    const diffuse = sky * (soil + (1 - soil) * open) + top * Math.max(rise, 0);
    const towards = normal.dot(direction.copy(this.key.position).normalize());
    return (diffuse + key * Math.max(towards, 0)) / Math.PI;
  }
}

const direction = new Vector3();
