// The scene document as `linkwork.views.scene` writes it, version 3. See there for what every field means.

export const FORMAT = "linkwork-scene";
export const VERSION = 3;

export type Vector = [number, number, number];

export interface PackedArray {
  dtype: "float32" | "float64" | "int32";
  shape: number[];
  data: string;
}

export interface Look {
  kind: string;
  position?: Vector;
  rotation?: [Vector, Vector, Vector];
  size?: number[];
  radius?: number;
  radii?: Vector;
  length?: number;
  inner_radius?: number;
  points?: Vector[];
  segments?: [number, number][];
  vertices?: PackedArray;
  faces?: PackedArray;
  /** "#rrggbb" or "#rrggbbaa"; that of the body where it is missing. */
  color?: string;
}

export interface ElasticPart {
  nodes: PackedArray;
  shapes: PackedArray;
  faces: PackedArray;
  stress?: PackedArray;
}

export interface BodyPart {
  name: string;
  mass: number;
  com: Vector;
  inertia: [Vector, Vector, Vector];
  looks: Look[];
  size: number;
  elastic?: ElasticPart;
}

export interface EndPart {
  body: number;
  position: Vector;
  quaternion: [number, number, number, number];
  elastic?: { Phi: number[][]; Theta: number[][] };
}

export interface StrandPart {
  name: string;
  ends: EndPart[];
  elements: number[];
  channels: string[];
  outline: [number, number] | null;
  is_round: boolean;
}

/** What a path runs over, in the frame of the end that it stands for. */
export interface ObstaclePart {
  kind: "cylinder" | "sphere" | "ellipsoid";
  radius: number;
  radii?: Vector;
  over?: Vector;
  way: "shortest" | "positive" | "negative";
  lifts: boolean;
}

/** A body that guides the last point of a path, and is not a point of it. */
export interface GuidePart {
  kind: "guide";
  axis: Vector;
  place: Vector[];
  between: [number, number];
}

export interface ConnectionPart {
  name: string;
  kind: string;
  drawn: string;
  axes: Vector[];
  ends: EndPart[];
  gap: number;
  free: number | null;
  about: string;
  travel: { shortest: number; longest: number; stroke: [number, number] };
  over?: (ObstaclePart | GuidePart | null)[];
}

export interface PosesPart {
  times: PackedArray;
  positions: PackedArray;
  quaternions: PackedArray;
  given: number;
  tolerance: number;
}

export interface CurvePart {
  times: PackedArray;
  values: PackedArray;
}

export interface ChannelPart extends CurvePart {
  id: string;
  name: string;
  components: string[];
  unit: string;
  group: string;
}

export interface TracePart {
  name: string;
  body: number;
  point: Vector;
}

export interface ArrowPart extends CurvePart {
  name: string;
  kind: "force" | "moment";
  body: number;
  point: Vector;
  shown: boolean;
  elastic?: EndPart["elastic"];
}

export interface TouchingPart {
  name: string;
  connection: number;
  times: PackedArray;
  places: PackedArray;
  normal: PackedArray;
  friction: PackedArray;
}

export interface TimeMark {
  t: number;
  kind: "impact" | "change" | "event";
  sentence: string;
}

export interface ModePart {
  name: string;
  frequency: number | null;
  damping: number | null;
  displacements: [PackedArray, PackedArray];
  turns: [PackedArray, PackedArray];
  deformation?: [PackedArray, PackedArray];
  reach?: number;
}

export interface VerdictPart {
  level: string;
  reasons: string[];
}

export interface PanelPart {
  title: string;
  text: string;
  verdict?: VerdictPart;
  rows?: [string, string][];
}

export interface DeformationPart extends CurvePart {
  body: number;
}

export interface GhostPart {
  label: string;
  positions: PackedArray;
  quaternions: PackedArray;
}

/** A body that a channel lights up: in its own colour at the lower end of the range, red at the upper. */
export interface LitPart {
  body: number;
  channel: string;
  range: [number, number];
}

/** What a source is recorded in: poses, rates, channels and loads over time. */
export interface RecordPart {
  poses: PosesPart;
  rates: CurvePart[];
  channels: ChannelPart[];
  deformation?: DeformationPart[];
}

export interface OtherRunPart extends RecordPart {
  label: string;
}

export interface SceneDocument extends RecordPart {
  format: string;
  version: number;
  name: string;
  up: Vector;
  extents: { min: Vector; max: Vector };
  bodies: BodyPart[];
  connections: ConnectionPart[];
  differences: boolean;
  ghost: GhostPart | null;
  traces: TracePart[];
  arrows: ArrowPart[];
  modes: ModePart[];
  panels: PanelPart[];
  touching: TouchingPart[];
  happened: { marks: TimeMark[]; given: number };
  floor: boolean;
  /** Azimuth and elevation, in degrees, from which it is looked at to begin with. */
  look?: [number, number];
  /** The body that the camera goes with to begin with; none, or one. */
  followed: number[];
  lit: LitPart[];
  plots: string[];
  strands: StrandPart[];
  deformation: DeformationPart[];
  label: string;
  others: OtherRunPart[];
  /** Of a living page: what its source is made of. The viewer hands it on unread. */
  program?: unknown;
  /** A sentence that stands above the picture. */
  note?: string;
}

/** A scene with everything that may be missing in one. */
export function completed(doc: SceneDocument): SceneDocument {
  const none = {
    floor: true,
    touching: [],
    happened: { marks: [], given: 0 },
    plots: [],
    strands: [],
    lit: [],
    followed: [],
    deformation: [],
    label: "",
    others: [],
  };
  return { ...none, ...doc };
}
