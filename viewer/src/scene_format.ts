// The scene as it stands in a file: header `cuttle-scene/1`; numbers are references into one blob.

export type Vec3 = [number, number, number];
type Quaternion4 = [number, number, number, number]; // (w, x, y, z)

export interface ArrayReference {
  type: "f32" | "f64" | "i16" | "u8" | "u32";
  offset: number; // bytes
  length: number; // numbers
  scale?: number[]; // value = bias + scale * stored, one per component
  bias?: number[];
}

interface SceneBody {
  name: string;
  family: string;
  joint: string;
  parent: number;
  dof: number;
  mass: number;
}

interface SceneMesh {
  positions: ArrayReference;
  normals: ArrayReference;
  triangles: ArrayReference;
}

export interface SceneSolid {
  body: number;
  mesh: number;
  position: Vec3;
  rotation: Quaternion4;
}

/// What stands in the world; mesh -1 is a plane without end, z its normal.
export interface SceneObstacle {
  name: string;
  mesh: number;
  position: Vec3;
  rotation: Quaternion4;
}

export interface SceneRod {
  body: number;
  first: number; // its first section in the channels
  abscissa: number[];
  half_y: number[];
  half_z: number[];
  outline: [number, number, number, number][]; // y, z and normal of a corner
}

/// The wall of a shell: a surface of revolution about x of its body.
export interface SceneMeridian {
  body: number;
  first: number; // its first ring in the channels
  direction: number; // of x from the base to the edge: 1 or -1
  rim: "open" | "capped" | "pole";
  abscissa: number[];
  half_thickness: number[];
}

interface SceneCable {
  name: string;
  first: number;
  points: number;
}

export type ArrowKind = "force" | "moment" | "contact";

interface SceneArrow {
  name: string;
  kind: ArrowKind;
  unit: string;
}

export interface SceneJoint {
  body: number;
  kind: string;
  axes: Vec3[];
}

/// A joint that closes a loop; both of its frames are in the channels.
export interface SceneConnection {
  name: string;
  kind: string;
  axes: Vec3[]; // in its first frame
}

/// What all bodies are in; without a level the surface is far above.
interface SceneWater {
  density: number; // [kg/m^3]
  up: Vec3; // across the surface
  level: number | null; // [m] along up
}

/// A thruster, x along its axis, a fin, x to its leading edge, or a jet, x out of the opening; mesh
/// -1 is only a sign.
export interface SceneFitting {
  name: string;
  kind: "thruster" | "fin" | "jet";
  body: number;
  mesh: number;
}

interface SceneChannel {
  count: number;
  width: number;
  unit: string;
  values?: ArrayReference; // absent in a live scene
}

export type ColourField =
  | "body" | "curvature" | "torsion" | "stretch" | "speed" // of rods
  | "hoop_strain"; // of shells

export const channelNames = [
  "body_position",
  "body_rotation",
  "section_position",
  "section_rotation",
  "curvature",
  "torsion",
  "stretch",
  "speed",
  "cable_position",
  "tension",
  "arrow_position",
  "arrow_vector",
  "point_position",
  "contact_state",
  "connection_position",
  "connection_rotation",
  "connection_closed",
  "current_velocity",
  "fitting_position",
  "fitting_rotation",
  "ring_place",
  "hoop_strain",
] as const;
export type ChannelName = (typeof channelNames)[number];

export interface SceneHeader {
  format: string;
  name: string;
  title: string;
  study: string;
  axis: { name: string; unit: string; values?: ArrayReference };
  frames: number;
  stride: number;
  modes?: { frequency: number; growth: number }[];
  gravity: Vec3;
  up: Vec3; // of pictures: z or -z
  water: SceneWater | null;
  currents: Vec3[]; // places that show how the water moves
  bodies: SceneBody[];
  meshes: SceneMesh[];
  solids: SceneSolid[];
  shells: SceneSolid[]; // contact shapes of rigid bodies
  obstacles: SceneObstacle[];
  rods: SceneRod[];
  meridians: SceneMeridian[]; // of shells
  cables: SceneCable[];
  arrows: SceneArrow[];
  joints: SceneJoint[];
  connections: SceneConnection[];
  fittings: SceneFitting[]; // each with an arrow of the same name
  points: { name: string }[];
  channels: Record<ChannelName, SceneChannel>;
}
