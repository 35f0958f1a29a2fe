// What a living page is made of and says to its worker; `linkwork.exports.living_program` writes it, see there.

import type { Note, Verdict } from "../engine/verdict";
import type { Look, Vector } from "../scene/schema";

export interface ControlPart {
  name: string;
  kind: "parameter" | "start";
  place: number;
  value: number;
  low: number;
  high: number;
  unit: string;
  /** What looks different at its lowest and at its highest value. */
  drawn: {
    bodies: { body: number; low: Look[]; high: Look[] }[];
    ends: { connection: number; end: number; low: Vector; high: Vector }[];
  };
}

/** A number of the model is another while a key is pressed. */
export interface KeyPart {
  key: string;
  name: string;
  place: number;
  pressed: number;
  unit: string;
}

export interface Program {
  /** The text of the worker: the loader of modules, the engine, and what answers the page. */
  script: string;
  module: string;
  method: string;
  sentence: string;
  span: number;
  step: number;
  freedoms: number;
  controls: ControlPart[];
  keys: KeyPart[];
  /** The numbers of a row, in order. */
  columns: { name: string; unit: string; group: string }[];
  /** Without the ground: where the pose of each stands among the channels, and its number among those that can be held. */
  bodies: { name: string; column: number; dragged: number | null }[];
  /** Columns of the elastic coordinates of bodies, in the order in which frames have them. */
  elastic: number[];
  /** Points of contacts that have a place. */
  touching: { name: string; connection: number }[];
  /** The length of its steps, where that is given. */
  h: number | null;
  /** How many of the columns are the state. */
  states: number;
  /** How its runs are judged, in words. */
  verdict: Verdict;
  notes: Note[];
  /** What may stay open, in words, with its rows among residuals. */
  loops: { label: string; first: number; count: number }[];
  /** How deep bodies may enter each other at the start; null where there are no contacts. */
  overlap: number | null;
  /** Places of the Parameters of the spring to the pointer, and what bounds its stiffness. */
  pull: {
    pointer: number[];
    grip: number[];
    stiffness: number[];
    damping: number | null;
    masses: number[];
    relaxation: number;
    rate: number;
    stiffest: number | null;
  };
}

export interface LiveCertificate {
  level: "good" | "doubtful" | "bad";
  reasons: string[];
  method: string;
  steps: number;
  rejected: number;
  energyError: number;
  energyScale: number;
  open: number;
  /** How deep bodies entered each other in a step; null where there are no contacts. */
  depth: number | null;
  /** Seconds of motion in one second of computing. */
  factor: number | null;
}

export type Point = readonly [number, number, number];

export type Wish =
  | { kind: "begin"; program: Program }
  | { kind: "until"; t: number }
  | { kind: "set"; values: Record<string, number> }
  | { kind: "reset" }
  | { kind: "grab"; t: number; body: number; point: Point }
  | { kind: "pull"; pointer: Point; dt: number }
  | { kind: "release" }
  | { kind: "press"; t: number; key: number; down: boolean }
  | { kind: "hand"; t: number; body: number; point: Point; pointer: Point };

export type Answer =
  | { kind: "rows"; run: number; first: number; t: Float64Array; values: Float64Array }
  | { kind: "values"; values: Record<string, number>; chosen: Record<string, number>; sentence: string }
  | ({ kind: "certificate"; run: number; t: number } & LiveCertificate)
  | { kind: "time"; t: number }
  | { kind: "failed"; sentence: string };
