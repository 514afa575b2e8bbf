/** Playing back what the server simulated: keyframes, the moment all is over, and how fast to show it. */
import { apart, between, type Quat, type Vec } from './pose';
import type { Film, Pose, Track } from '../../wire/stacket';

/** How fast simulated time is shown: what moves, what falls, and what only creeps. */
export const SPEED = 2.5;
export const SLOW = 0.9;
const HASTE = 25;
/** Faster than this, in units a second, a piece is falling; slower than that, it creeps. */
const FALLING = 1.2;
const CREEPING = 0.03;
/** The longest one is made to watch what does not fall, in milliseconds. */
const LONGEST_MS = 4500;
/** How long one looks at the end, in milliseconds. */
const LAST_LOOK = 350;

export function poseOf(key: readonly number[]): Pose {
  return { at: key.slice(0, 3) as Vec, turn: key.slice(3, 7) as Quat };
}

/** Where a piece is at a time. */
export function at(track: Track, ms: number): Pose {
  const { keys } = track;
  const next = track.ms.findIndex((t) => t > ms);
  if (next === 0) return poseOf(keys[0]!);
  if (next === -1) return poseOf(keys.at(-1)!);
  const [from, to] = [track.ms[next - 1]!, track.ms[next]!];
  return between(poseOf(keys[next - 1]!), poseOf(keys[next]!), (ms - from) / (to - from));
}

/** Whether a piece has been taken away at a time. */
export function isGone(track: Track, ms: number): boolean {
  return Boolean(track.taken) && ms > track.ms.at(-1)!;
}

/** When the last piece has come to rest: ten seconds of waiting follow that nobody needs to see. */
export function motionEnd(film: Film): number {
  const ends = film.tracks.map((track) => {
    if (track.taken) return track.ms.at(-1)!;
    const last = poseOf(track.keys.at(-1)!);
    const stirs = track.keys.findLastIndex((key) => {
      const { place, turn } = apart(poseOf(key), last);
      return place > 0.006 || turn > 0.012;
    });
    return stirs < 0 ? 0 : track.ms[stirs + 1]!;
  });
  return Math.min(film.length_ms, Math.max(0, ...ends));
}

/** The fastest movement of any piece between one keyframe of the film and the next. */
function stretches(film: Film): { from: number; to: number; speed: number }[] {
  const end = motionEnd(film);
  const times = [...new Set([0, end, ...film.tracks.flatMap((track) => track.ms)])]
    .filter((ms) => ms <= end)
    .sort((a, b) => a - b);
  const speedAt = ({ ms, keys, taken }: Track, at: number) => {
    const next = ms.findIndex((t) => t > at);
    if (next < 1 || (taken && at >= ms.at(-1)!)) return 0;
    const { place, turn } = apart(poseOf(keys[next - 1]!), poseOf(keys[next]!));
    return ((place + turn / 2) / (ms[next]! - ms[next - 1]!)) * 1000;
  };
  return times.slice(1).map((to, i) => {
    const from = times[i]!;
    return { from, to, speed: Math.max(0, ...film.tracks.map((track) => speedAt(track, (from + to) / 2))) };
  });
}

/** The showing of a film: which simulated time is seen when. */
export interface Showing {
  /** How long it takes to watch, in milliseconds. */
  lengthMs: number;
  /** The simulated time after watching for so long. */
  simulated(watchedMs: number): number;
}

/** Shows a film faster than it was simulated, creeping in haste and falls slowly; `slowness` slows all of it down. */
export function showing(film: Film, hasFall: boolean, slowness = 1): Showing {
  const isFall = (speed: number) => hasFall && speed > FALLING;
  const parts = stretches(film).map(({ from, to, speed }) => {
    const rate = isFall(speed) ? SLOW : speed > CREEPING ? SPEED : HASTE;
    return { from, to, isFall: isFall(speed), ms: ((to - from) / rate) * slowness };
  });
  const rest = parts.reduce((sum, part) => sum + (part.isFall ? 0 : part.ms), 0);
  const squeeze = Math.min(1, (LONGEST_MS * slowness) / Math.max(1, rest));
  let watched = 0;
  const ends = parts.map((part) => {
    const begin = watched;
    watched += part.isFall ? part.ms : part.ms * squeeze;
    return { begin, end: watched, from: part.from, to: part.to };
  });
  return {
    lengthMs: watched + LAST_LOOK,
    simulated: (ms) => {
      const part = ends.find(({ end }) => ms < end);
      if (!part) return ends.at(-1)?.to ?? 0;
      return part.from + ((part.to - part.from) * (ms - part.begin)) / Math.max(1e-6, part.end - part.begin);
    },
  };
}
