/** Playing back what the server simulated: keyframes, the moment all is over, and how fast to show it. */
import { apart, between, type Quat, type Vec } from './pose';
import type { Film, Pose, Track } from './types';

/** Simulated time passes this many times as fast as one watches. */
export const SPEED = 2.5;
/** The speed while something falls. */
export const SLOW = 0.9;
/** Faster than this, in units a second, a piece is falling. */
const FALLING = 1.6;
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

/** When the first piece begins to fall; nothing if none does. */
export function fallStart(film: Film): number | null {
  const starts = film.tracks.flatMap(({ ms, keys }) => {
    const first = keys.findIndex((key, i) => {
      if (i === 0) return false;
      const before = keys[i - 1]!;
      const seconds = (ms[i]! - ms[i - 1]!) / 1000;
      return Math.hypot(key[0]! - before[0]!, key[1]! - before[1]!, key[2]! - before[2]!) / seconds > FALLING;
    });
    return first < 0 ? [] : [ms[first - 1]!];
  });
  return starts.length > 0 ? Math.min(...starts) : null;
}

/** The showing of a film: which simulated time is seen when. */
export interface Showing {
  /** How long it takes to watch, in milliseconds. */
  lengthMs: number;
  /** The simulated time after watching for so long. */
  simulated(watchedMs: number): number;
}

/** The longest one is made to wait for each half of a film: what creeps for a minute is shown in haste. */
const LONGEST_QUICK_MS = 3200;
const LONGEST_SLOW_MS = 4200;

/** Shows a film faster than it was simulated, and what falls slowly; `slowness` slows all of it down further. */
export function showing(film: Film, hasFall: boolean, slowness = 1): Showing {
  const end = motionEnd(film);
  const slowFrom = (hasFall ? fallStart(film) : null) ?? end;
  const quick = Math.max(SPEED, slowFrom / LONGEST_QUICK_MS) / slowness;
  const slow = Math.max(SLOW, (end - slowFrom) / LONGEST_SLOW_MS) / slowness;
  const turn = slowFrom / quick;
  return {
    lengthMs: turn + (end - slowFrom) / slow + LAST_LOOK,
    simulated: (watched) => Math.min(end, watched < turn ? watched * quick : slowFrom + (watched - turn) * slow),
  };
}
