/** What the server says of a table of Stacket, in the game's own form. Lengths are in units of 3 cm; y points up. */
import type { Quat, Vec } from './pose';

export interface Pose {
  /** The piece's centre of mass. */
  at: Vec;
  /** How it is turned from the way it lies in the box. */
  turn: Quat;
}

export type Part =
  | { block: { size: Vec; at: Vec } }
  | { prism: { outline: [number, number][]; thick: number } }
  | { cylinder: { radius: number; height: number; at: Vec } }
  | { solid: { points: Vec[]; faces: number[][] } };

export interface PieceData {
  name: string;
  parts: Part[];
}

export interface BoxData {
  name: string;
  base: PieceData;
  pieces: PieceData[];
}

export interface Standing {
  piece: number;
  pose: Pose;
}

export interface Touch {
  /** The lower-numbered piece; nothing for the base. */
  a: number | null;
  b: number;
  seen: boolean;
  spots: { at: Vec; normal: Vec; patch: number }[];
}

export interface Track {
  piece: number;
  /** Taken away after its last keyframe. */
  taken?: boolean;
  ms: number[];
  /** Place and quaternion of each keyframe. */
  keys: number[][];
}

export interface Film {
  length_ms: number;
  tracks: Track[];
}

export interface Options {
  touch_move: boolean;
  one_hand: boolean;
  one_minute: boolean;
  points: boolean;
  target: number;
  /** A box of one's own; nothing is the classic one. */
  pieces: BoxData | null;
}

export type Phase = 'choose' | { released: Pose } | 'lifted-off' | { shaken: { by: number; strength: number } } | { over: { loser: number | null } };

export interface View {
  options: Options;
  seat: number;
  phase: Phase;
  left: number[];
  held: { piece: number; grip: Quat } | null;
  structure: Standing[];
  touches: Touch[];
  placed: number[];
  scores: number[];
  rounds: number;
  standings: unknown;
}

export type Move = { pick: { piece: number; grip?: Quat } } | 'put-back' | { place: Pose } | 'give-up' | 'time-up' | { shake: number };

export type Verdict = { placed: { touching: number } } | 'try-again' | 'not-placed' | 'lifted-off' | 'nothing-fell' | 'loss';

export type Shown =
  | { type: 'picked'; seat: number; piece: number; name: string }
  | { type: 'put-back'; seat: number; name: string }
  | { type: 'released'; seat: number; piece: number; name: string; pose: Pose }
  | { type: 'gave-up'; seat: number }
  | { type: 'time-up'; seat: number }
  | { type: 'shook'; seat: number; strength: number }
  | { type: 'settled'; seat: number; verdict: Verdict; name: string | null; fallen: string[]; touching: string[]; points: boolean; film: Film };
