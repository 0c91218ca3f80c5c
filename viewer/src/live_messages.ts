// What the program tells the live page (docs/live.md).
import type { SceneHeader, Vec3 } from "./scene_format";

export interface LiveInput {
  name: string;
  unit: string;
  value: number;
  min: number;
  max: number;
  overridden: boolean;
}

export interface LiveJoint {
  body: string;
  kind: string;
  unit: string;
  value: number;
  min: number;
  max: number;
  held: boolean;
}

export interface Readout {
  name: string;
  unit: string;
  group: string;
}

export interface LiveModel {
  file: string;
  name: string;
  title: string;
  inputs: LiveInput[];
  joints: LiveJoint[];
  gravity: Vec3;
  file_gravity: Vec3;
  readouts: Readout[];
  warnings: string[];
}

export type LiveMode = "initial" | "statics" | "dynamics";

export interface LiveFrame {
  generation: number;
  t: number;
  mode: LiveMode;
  playing: boolean;
  speed: number;
  rate: number;
  gravity: Vec3;
  inputs: number[];
  overridden: boolean[];
  joints: number[];
  readouts: (number | null)[];
  data: string; // base64, 32-bit numbers of all channels
}

export interface LiveScene {
  generation: number;
  scene: SceneHeader;
  data: string; // base64 of the blob
  model: LiveModel;
  frame: LiveFrame;
}

export type Command =
  | { command: "set_input"; name: string; value: number }
  | { command: "release_input"; name: string }
  | { command: "set_gravity"; value: Vec3 }
  | { command: "hold_joint"; body: string; value: number }
  | { command: "free_joint"; body: string }
  | { command: "set_speed"; value: number }
  | { command: "release_all" | "settle" | "play" | "pause" | "reset" };
