// The port between what moves and what is seen: a source is a run that was recorded, or a model that runs now.

import type { TimeMark } from "../scene/schema";

/** All bodies at one time. Arrays are the source's own and hold until its next `frame`: copy what is to be kept. */
export interface Frame {
  t: number;
  /** Bodies × 7, the ground first: position (m), Euler parameters with the scalar first; world axes. */
  poses: Float64Array;
  /** Bodies × 6: angular velocity, velocity of the body frame; null where they are not known. */
  velocities: Float64Array | null;
  /** Elastic coordinates of elastic bodies and places of the nodes of lines, one behind the other as the scene says. */
  deformation: Float64Array;
  /** Arrows of the scene × 3: forces and moments in world axes. */
  loads: Float64Array;
}

export interface ChannelInfo {
  /** Unique in the table. */
  id: string;
  name: string;
  /** Names of its numbers, "x"; none where it is a single one. */
  components: readonly string[];
  unit: string;
  /** The body or the connection that it belongs to; "" for the whole model. */
  group: string;
}

/** All channels of a source, in the order in which they are listed. */
export type ChannelTable = readonly ChannelInfo[];

/** A channel over time: `y` has one row of components for each of the rising times `t`. */
export interface Curve {
  t: Float64Array;
  y: Float64Array | Float32Array;
}

/** A point of a contact over time: its place is no number while bodies are apart; forces are those on the second body. */
export interface TouchingCurves {
  times: ArrayLike<number>;
  places: ArrayLike<number>;
  normal: ArrayLike<number>;
  friction: ArrayLike<number>;
}

export interface TouchingSource {
  name: string;
  /** Its number in the scene. */
  connection: number;
  /** Arrays are the same until something changes. */
  curves(): TouchingCurves;
}

/** "grown": there is more at the end, or less at the start. "anew": all before is void, such as after a slider moved. */
export type Change = "grown" | "anew";

export interface Source {
  readonly kind: "recorded" | "live";
  /** Seconds that are shown at once of a source that has no end. */
  readonly span?: number;
  readonly channels: ChannelTable;
  /** First and last time of which there are frames; equal where there is one pose. */
  range(): [number, number];
  /** Times after `since` of which frames are stored; between them frames are interpolated. */
  times(since?: number): Float64Array;
  /** Everything at a time inside the range, or at its nearer end. */
  frame(t: number): Frame;
  channel(id: string): Curve;
  /** Calls back after every change, until the function that is returned is called. Recorded sources never change. */
  subscribe(listener: (change: Change) => void): () => void;
  /** There shall be frames up to a time, of sources that can go on. */
  reach?(t: number): void;
  /** Points of contacts that the source knows, beside those of the scene. */
  readonly touching?: readonly TouchingSource[];
  /** What happened so far, of sources that find out; null where nothing can. */
  marks?(): TimeMark[] | null;
  /** A channel of a run before, to compare with; null where there is none. */
  remembered?(id: string): Curve | null;
  /** Whether that run stays until it is let go. */
  readonly isPinned?: boolean;
  dispose(): void;
}

/** A frame with room for so many bodies, numbers of deformation and arrows. */
export function emptyFrame(bodies: number, deformation = 0, arrows = 0): Frame {
  const poses = new Float64Array(7 * bodies);
  for (let b = 0; b < bodies; b += 1) poses[7 * b + 3] = 1;
  return {
    t: 0,
    poses,
    velocities: new Float64Array(6 * bodies),
    deformation: new Float64Array(deformation),
    loads: new Float64Array(3 * arrows),
  };
}

export function copyFrame(from: Frame, to: Frame): Frame {
  to.t = from.t;
  to.poses.set(from.poses);
  if (from.velocities && to.velocities) to.velocities.set(from.velocities);
  to.deformation.set(from.deformation);
  to.loads.set(from.loads);
  return to;
}
