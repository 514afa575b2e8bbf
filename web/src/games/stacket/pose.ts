/** Places and turns: small vectors and quaternions as plain numbers, x y z and x y z w; y points up. */
import type { Pose } from '../../wire/stacket';

export type Vec = [number, number, number];
export type Quat = [number, number, number, number];

export const AS_IN_THE_BOX: Quat = [0, 0, 0, 1];

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec, by: number): Vec => [a[0] * by, a[1] * by, a[2] * by];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vec): number => Math.hypot(...a);

export function unit(a: Vec): Vec {
  const long = length(a);
  return long > 0 ? scale(a, 1 / long) : [0, 1, 0];
}

/** First `b`, then `a`. */
export function times(a: Quat, b: Quat): Quat {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

export function normal(q: Quat): Quat {
  const long = Math.hypot(...q) || 1;
  return [q[0] / long, q[1] / long, q[2] / long, q[3] / long];
}

/** The turn about an axis of length 1 by an angle in radians. */
export function about(axis: Vec, angle: number): Quat {
  const s = Math.sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
}

export function rotate([x, y, z, w]: Quat, v: Vec): Vec {
  const t = scale(cross([x, y, z], v), 2);
  return add(add(v, scale(t, w)), cross([x, y, z], t));
}

/** A point of a piece, in the world. */
export const moved = (pose: Pose, point: Vec): Vec => add(rotate(pose.turn, point), pose.at);

/** The same place, turned further about an axis of the world. */
export function turned(pose: Pose, axis: Vec, angle: number): Pose {
  return { at: pose.at, turn: tidy(normal(times(about(axis, angle), pose.turn))) };
}

/** Removes the crumbs that many quarter turns leave behind. */
function tidy(q: Quat): Quat {
  const exact = [0, 0.5, Math.SQRT1_2, 1];
  const snap = (x: number) => {
    const near = exact.find((e) => Math.abs(Math.abs(x) - e) < 1e-9);
    return near === undefined ? x : Math.sign(x) * near;
  };
  return normal([snap(q[0]), snap(q[1]), snap(q[2]), snap(q[3])]);
}

/**
 * A pose between two: the place on a straight line, the turn along the shorter arc. The server leaves out the
 * keyframes that this restores.
 */
export function between(a: Pose, b: Pose, part: number): Pose {
  const mix = (x: number, y: number) => x + (y - x) * part;
  const side = a.turn.reduce((sum, x, i) => sum + x * b.turn[i]!, 0) < 0 ? -1 : 1;
  return {
    at: [mix(a.at[0], b.at[0]), mix(a.at[1], b.at[1]), mix(a.at[2], b.at[2])],
    turn: normal([
      mix(a.turn[0], side * b.turn[0]),
      mix(a.turn[1], side * b.turn[1]),
      mix(a.turn[2], side * b.turn[2]),
      mix(a.turn[3], side * b.turn[3]),
    ]),
  };
}

/** How far apart two poses are: the places in units, the turns in radians. */
export function apart(a: Pose, b: Pose): { place: number; turn: number } {
  const [p, q] = [normal(a.turn), normal(b.turn)];
  const cos = Math.abs(p.reduce((sum, x, i) => sum + x * q[i]!, 0));
  return { place: length(sub(a.at, b.at)), turn: 2 * Math.acos(Math.min(1, cos)) };
}

/** Nearer than this, in units and radians, two places look the same. */
const ALIKE = { place: 0.4, turn: 0.35 };

/** The poses without those that are nearly the same as an earlier one. */
export function distinct(poses: readonly Pose[]): Pose[] {
  return poses.reduce<Pose[]>((kept, pose) => {
    const isCopy = kept.some((other) => {
      const { place, turn } = apart(other, pose);
      return place < ALIKE.place && turn < ALIKE.turn;
    });
    return isCopy ? kept : [...kept, pose];
  }, []);
}

/** The world's axis that points most to the right, and the one most away, for somebody who looks along `yaw`. */
export function facing(yaw: number): { right: Vec; away: Vec } {
  const quarter = Math.round(yaw / (Math.PI / 2));
  const round = (x: number) => Math.round(x) + 0;
  const angle = (quarter * Math.PI) / 2;
  const [s, c] = [round(Math.sin(angle)), round(Math.cos(angle))];
  return { right: [c, 0, -s + 0], away: [-s + 0, 0, -c + 0] };
}

/** Numbers short enough to be sent, the quaternion still of length 1. */
export function rounded(pose: Pose): Pose {
  const round = (x: number) => Math.round(x * 1e6) / 1e6 + 0;
  const [x, y, z] = pose.at;
  const q = normal(pose.turn);
  return { at: [round(x), round(y), round(z)], turn: [round(q[0]), round(q[1]), round(q[2]), round(q[3])] };
}
