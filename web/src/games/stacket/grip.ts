/** What a pointer takes hold of, and what dragging it means, as geometry of rays and points on the screen. */
import { add, dot, scale, sub, type Vec } from './pose';

export interface Ray {
  from: Vec;
  /** Of length 1. */
  along: Vec;
}

export type Grip = 'move' | 'lift' | 'turn' | 'tilt';
export type ScreenPoint = [number, number];

/** Where a ray meets the level at height `y`; nothing if it runs along or away from it, or far off. */
export function onLevel({ from, along }: Ray, y: number): Vec | null {
  if (Math.abs(along[1]) < 0.02) return null;
  const t = (y - from[1]) / along[1];
  return t > 0 && t < 60 ? add(from, scale(along, t)) : null;
}

/** The height on the upright line through a point that is nearest to a ray. */
export function onUpright({ from, along }: Ray, through: Vec): number {
  const w = sub(from, through);
  const b = along[1];
  const across = 1 - b * b;
  if (across < 1e-6) return through[1];
  const t = (b * w[1] - dot(along, w)) / across;
  return through[1] + w[1] + t * b;
}

/** The angle at which a ray meets the level of a point, seen from that point; turning left is positive. */
export function angleAround(ray: Ray, centre: Vec): number | null {
  const hit = onLevel(ray, centre[1]);
  return hit && Math.atan2(-(hit[2] - centre[2]), hit[0] - centre[0]);
}

/** The shortest way from one angle to another. */
export function angleBetween(from: number, to: number): number {
  const d = (to - from) % (2 * Math.PI);
  return d > Math.PI ? d - 2 * Math.PI : d < -Math.PI ? d + 2 * Math.PI : d;
}

const near = (a: ScreenPoint, b: ScreenPoint) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** How far a point on the screen is from a chain of points. */
export function farFrom(pointer: ScreenPoint, chain: readonly ScreenPoint[]): number {
  let least = chain[0] ? near(pointer, chain[0]) : Infinity;
  for (let i = 1; i < chain.length; i++) {
    const [a, b] = [chain[i - 1]!, chain[i]!];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const long = dx * dx + dy * dy;
    const part = long > 0 ? Math.min(1, Math.max(0, ((pointer[0] - a[0]) * dx + (pointer[1] - a[1]) * dy) / long)) : 0;
    least = Math.min(least, near(pointer, [a[0] + part * dx, a[1] + part * dy]));
  }
  return least;
}

/** Which handle a pointer takes. Where several are near, a knob of the ring comes first, then the arrow, the wood, the ring. */
export function gripAt(
  pointer: ScreenPoint,
  reach: number,
  isOnWood: boolean,
  arrow: readonly ScreenPoint[],
  ring: readonly ScreenPoint[],
  knobs: readonly ScreenPoint[],
): Grip | null {
  if (knobs.some((knob) => near(pointer, knob) <= reach)) return 'turn';
  if (farFrom(pointer, arrow) <= (isOnWood ? reach / 3 : reach)) return 'lift';
  if (isOnWood) return 'move';
  return farFrom(pointer, ring) <= reach ? 'turn' : null;
}

/** Two fingers: how much they twist, spread and move since before. */
export function twoFingers(
  before: readonly [ScreenPoint, ScreenPoint],
  now: readonly [ScreenPoint, ScreenPoint],
): { twist: number; spread: number; dx: number; dy: number } {
  const angle = ([a, b]: readonly [ScreenPoint, ScreenPoint]) => Math.atan2(b[1] - a[1], b[0] - a[0]);
  const wide = ([a, b]: readonly [ScreenPoint, ScreenPoint]) => Math.max(1, near(a, b));
  const middle = ([a, b]: readonly [ScreenPoint, ScreenPoint]): ScreenPoint => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  return {
    twist: angleBetween(angle(before), angle(now)),
    spread: wide(now) / wide(before),
    dx: middle(now)[0] - middle(before)[0],
    dy: middle(now)[1] - middle(before)[1],
  };
}
