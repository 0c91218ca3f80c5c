// Written by `cuttle schema --typescript` (make docs); do not edit. Names and types of what the
// program writes and the page reads, and of what the page requests.

export const numberTypes = ["f32", "f64", "i16", "u8", "u32"] as const;
export type NumberType = (typeof numberTypes)[number];

/// Numbers of the blob; value = bias + scale * stored, per component.
export interface ArrayReference {
  type: NumberType;
  offset: number;
  length: number;
  scale?: number[];
  bias?: number[];
}

export interface SceneAxis {
  name: string;
  unit: string;
  values: ArrayReference;
}

export interface SceneMode {
  frequency: number;
  growth: number;
}

export type Vec3 = [number, number, number];

/// What all bodies are in; without a level the surface is far above.
export interface SceneWater {
  density: number;
  up: Vec3;
  level: number | null;
}

export interface SceneBody {
  name: string;
  family: string;
  joint: string;
  parent: number;
  dof: number;
  mass: number;
}

export interface SceneMesh {
  positions: ArrayReference;
  normals: ArrayReference;
  triangles: ArrayReference;
}

export type Vec4 = [number, number, number, number];

export interface SceneSolid {
  body: number;
  mesh: number;
  position: Vec3;
  rotation: Vec4;
}

/// A shape fixed in the world; mesh -1 is an infinite plane, z its normal.
export interface SceneObstacle {
  name: string;
  mesh: number;
  position: Vec3;
  rotation: Vec4;
}

/// `first` is its first section in the channels; a corner: y, z and normal.
export interface SceneRod {
  body: number;
  first: number;
  abscissa: number[];
  half_y: number[];
  half_z: number[];
  outline: Vec4[];
}

export const shellRims = ["open", "capped", "pole"] as const;
export type ShellRim = (typeof shellRims)[number];

/// The wall of a shell: a surface of revolution about x of its body.
export interface SceneMeridian {
  body: number;
  first: number;
  direction: number;
  rim: ShellRim;
  abscissa: number[];
  half_thickness: number[];
}

export interface SceneCable {
  name: string;
  first: number;
  points: number;
}

export const arrowKinds = ["force", "moment", "contact"] as const;
export type ArrowKind = (typeof arrowKinds)[number];

export interface SceneArrow {
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
  axes: Vec3[];
}

export const fittingKinds = ["thruster", "fin", "jet"] as const;
export type FittingKind = (typeof fittingKinds)[number];

/// x is the axis, points to the leading edge, or out of the opening.
export interface SceneFitting {
  name: string;
  kind: FittingKind;
  body: number;
  mesh: number;
}

export interface ScenePoint {
  name: string;
}

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

export interface SceneChannel {
  count: number;
  width: number;
  unit: string;
  values: ArrayReference;
}

/// The scene as stored in a file.
export interface SceneHeader {
  format: "cuttle-scene/1";
  name: string;
  title: string;
  study: string;
  axis: SceneAxis;
  frames: number;
  stride: number;
  modes: SceneMode[];
  gravity: Vec3;
  up: Vec3;
  water: SceneWater | null;
  currents: Vec3[];
  bodies: SceneBody[];
  meshes: SceneMesh[];
  solids: SceneSolid[];
  shells: SceneSolid[];
  obstacles: SceneObstacle[];
  rods: SceneRod[];
  meridians: SceneMeridian[];
  cables: SceneCable[];
  arrows: SceneArrow[];
  joints: SceneJoint[];
  connections: SceneConnection[];
  fittings: SceneFitting[];
  points: ScenePoint[];
  channels: Record<ChannelName, SceneChannel>;
}

export interface Quantity {
  value: number | null;
  unit: string;
}

export interface Expectation {
  figure: string;
  value: number | null;
  reference: number | null;
  tolerance: number | null;
  pass: boolean;
  source: string;
}

/// `message` and `t` say where a failed run stopped.
export interface SolverFacts {
  method: string;
  steps: number;
  rejected: number;
  evaluations: number;
  iterations: number;
  exact_solves: number;
  status: string;
  message?: string;
  t?: number | null;
}

export interface Summary {
  run: string;
  figures: Record<string, Quantity>;
  expect: Expectation[];
  solver: SolverFacts;
  energy_residual: number | null;
  wall_seconds: number | null;
  warnings: string[];
  named_figures: number;
}

export interface ColumnHeader {
  name: string;
  unit: string;
  doc: string;
  group: string;
  values: ArrayReference;
}

export interface SeriesHeader {
  stride: number;
  axis: ColumnHeader;
  columns: ColumnHeader[];
}

export interface ReportDocument {
  format: "cuttle-report/1";
  program: string;
  scene: SceneHeader;
  summary: Summary;
  series: SeriesHeader;
  model: string;
}

export interface CampaignFigure {
  name: string;
  value: number | null;
  unit: string;
}

export interface CampaignExpectation {
  figure: string;
  value: number | null;
  unit: string;
  reference: number | null;
  tolerance: number | null;
  pass: boolean;
  source: string;
}

export interface CampaignColumnHeader {
  name: string;
  unit: string;
  role: string;
  values: ArrayReference;
}

/// `status` and `warned` hold, for each row, the index of its text in `reasons` and in `warnings`; 0 is ok, and no warning.
export interface CampaignTableHeader {
  rows: number;
  columns: CampaignColumnHeader[];
  reasons: string[];
  status: ArrayReference;
  warnings: string[];
  warned: ArrayReference;
}

export const plotTypes = ["line", "scatter", "heatmap", "parallel"] as const;
export type PlotType = (typeof plotTypes)[number];

/// What a plot shows: names of columns, empty for none.
export interface CampaignPlot {
  type: PlotType;
  x: string;
  y: string;
  colour: string;
  title: string;
}

export interface CurveHeader {
  name: string;
  points: boolean;
  x: ArrayReference;
  y: ArrayReference;
  error?: ArrayReference;
}

export interface ChartHeader {
  title: string;
  x_name: string;
  x_unit: string;
  y_name: string;
  y_unit: string;
  log_y: boolean;
  curves: CurveHeader[];
}

export interface CampaignMatrix {
  names: string[];
  values: ((number | null)[])[];
}

export interface CampaignPicture {
  title: string;
  text: string;
  scene: SceneHeader;
}

export interface CampaignDocument {
  format: "cuttle-study/1";
  program: string;
  kind: string;
  name: string;
  title: string;
  figures: CampaignFigure[];
  expect: CampaignExpectation[];
  warnings: string[];
  table: CampaignTableHeader;
  plots: CampaignPlot[];
  charts: ChartHeader[];
  matrix: CampaignMatrix;
  pictures: CampaignPicture[];
  study: string;
  model: string;
}

export interface LiveDocument {
  format: "cuttle-live/1";
  program: string;
  token: string;
}

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

export const liveModes = ["initial", "statics", "dynamics"] as const;
export type LiveMode = (typeof liveModes)[number];

/// `data` is base64, 32-bit numbers of all channels.
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
  data: string;
}

/// `data` is base64 of the blob that the scene refers to.
export interface LiveScene {
  generation: number;
  scene: SceneHeader;
  data: string;
  model: LiveModel;
  frame: LiveFrame;
}

export interface GenerationMessage {
  generation: number;
}

export interface TextMessage {
  text: string;
}

/// The data of each event.
export interface LiveEvents {
  model: GenerationMessage;
  error: TextMessage;
  status: TextMessage;
  frame: LiveFrame;
}

export type Command =
  | { command: "set_input"; name: string; value: number }
  | { command: "release_input"; name: string }
  | { command: "set_gravity"; value: Vec3 }
  | { command: "hold_joint"; body: string; value: number }
  | { command: "free_joint"; body: string }
  | { command: "release_all" }
  | { command: "settle" }
  | { command: "play" }
  | { command: "pause" }
  | { command: "reset" }
  | { command: "set_speed"; value: number };
