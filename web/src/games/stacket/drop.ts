/** How far a piece can sink before it meets wood: exact for flat faces, by corners over faces and edges over edges. */
import { moved, type Vec } from './pose';
import { pieceIn, type Hull, type Piece, type PieceSet } from './pieces';
import type { Pose, Standing } from '../../wire/stacket';

/** The gap left between a piece that is set down and what it is set on. */
export const GAP = 4e-4;
/** Wood within this height below a piece carries it. */
const NEAR = 0.012;
/** Overlaps up to this are only a touch. */
const HAIR = 1e-3;

/** A convex part where it stands. */
interface Block {
  /** Whose it is; nothing for the base. */
  piece: number | null;
  points: Vec[];
  hull: Hull;
  min: Vec;
  max: Vec;
}

export interface Site {
  blocks: Block[];
  /** The highest point of base and structure. */
  top: number;
  /** The corners of the space they fill. */
  min: Vec;
  max: Vec;
}

function blocksOf(piece: Piece, id: number | null, pose: Pose): Block[] {
  return piece.hulls.map((hull) => {
    const points = hull.points.map((p) => moved(pose, p));
    const min: Vec = [Infinity, Infinity, Infinity];
    const max: Vec = [-Infinity, -Infinity, -Infinity];
    for (const p of points) {
      for (const i of [0, 1, 2] as const) {
        min[i] = Math.min(min[i], p[i]);
        max[i] = Math.max(max[i], p[i]);
      }
    }
    return { piece: id, points, hull, min, max };
  });
}

/** A structure laid out to be asked what is below a piece. */
export function siteOf(set: PieceSet, standing: readonly Standing[]): Site {
  const base = blocksOf(set.base, null, { at: [0, set.baseHeight, 0], turn: [0, 0, 0, 1] });
  const blocks = [...base, ...standing.flatMap(({ piece, pose }) => blocksOf(pieceIn(set, piece), piece, pose))];
  const ends = (least: (...numbers: number[]) => number, key: 'min' | 'max') =>
    ([0, 1, 2] as const).map((i) => least(...blocks.map((block) => block[key][i]))) as Vec;
  const max = ends(Math.max, 'max');
  return { blocks, top: max[1], min: ends(Math.min, 'min'), max };
}

/** The lowest point of a piece in a pose. */
export function lowest(piece: Piece, pose: Pose): number {
  return Math.min(...piece.hulls.flatMap((hull) => hull.points.map((p) => moved(pose, p)[1])));
}

/** What is below a piece. */
export interface Below {
  /** How far it can sink; 0 if it is in something already. */
  far: number;
  /** What it then rests on; nothing is the base. */
  on: (number | null)[];
  /** Whether it then lies on the table. */
  isTable: boolean;
}

/** Looks straight down from a pose. */
export function below(site: Site, piece: Piece, pose: Pose): Below {
  const own = blocksOf(piece, -1, pose);
  const low = Math.min(...own.map((block) => block.min[1]));
  const gaps = new Map<number | null, number>();
  for (const other of site.blocks) {
    for (const mine of own) {
      const gap = gapTo(mine, other);
      if (gap !== null) gaps.set(other.piece, Math.min(gap, gaps.get(other.piece) ?? Infinity));
    }
  }
  const far = Math.max(0, Math.min(low, ...gaps.values()));
  const on = [...gaps].filter(([, gap]) => gap <= far + NEAR).map(([id]) => id);
  return { far, on, isTable: low <= far + NEAR };
}

/** The pose in which a piece has come down on what is below it: from where it is, or from above everything. */
export function setDown(site: Site, piece: Piece, pose: Pose, isFromAbove: boolean): Pose {
  const [x, y, z] = pose.at;
  const start = isFromAbove ? y + site.top + 0.05 - lowest(piece, pose) : y;
  const { far } = below(site, piece, { at: [x, start, z], turn: pose.turn });
  return { at: [x, start - far + Math.min(far, GAP), z], turn: pose.turn };
}

/** The height between a block and another one below it; nothing if that one is beside or above. */
function gapTo(mine: Block, other: Block): number | null {
  for (const i of [0, 2] as const) if (mine.min[i] >= other.max[i] || mine.max[i] <= other.min[i]) return null;
  if (mine.max[1] <= other.min[1]) return null;
  const gap = least(mine, other);
  if (gap === null || gap >= -HAIR) return gap;
  const above = least(other, mine);
  return above !== null && above >= -HAIR ? null : 0;
}

/** The least height from `high` down to `low` over the ground they share. */
function least(high: Block, low: Block): number | null {
  let min = Infinity;
  for (const p of high.points) {
    const y = heightAt(low, p, 1);
    if (y !== null) min = Math.min(min, p[1] - y);
  }
  for (const p of low.points) {
    const y = heightAt(high, p, -1);
    if (y !== null) min = Math.min(min, y - p[1]);
  }
  for (const [a, b] of high.hull.edges) {
    const [pa, pb] = [high.points[a]!, high.points[b]!];
    if (Math.max(pa[0], pb[0]) < low.min[0] || Math.min(pa[0], pb[0]) > low.max[0]) continue;
    if (Math.max(pa[2], pb[2]) < low.min[2] || Math.min(pa[2], pb[2]) > low.max[2]) continue;
    for (const [c, d] of low.hull.edges) {
      const gap = crossing(pa, pb, low.points[c]!, low.points[d]!);
      if (gap !== null) min = Math.min(min, gap);
    }
  }
  return min === Infinity ? null : min;
}

/** The height of a block's top (`side` 1) or underside (-1) over a point. */
function heightAt({ points, hull, min, max }: Block, p: Vec, side: 1 | -1): number | null {
  if (p[0] < min[0] || p[0] > max[0] || p[2] < min[2] || p[2] > max[2]) return null;
  for (const face of hull.faces) {
    const [a, b, c] = [points[face[0]!]!, points[face[1]!]!, points[face[2]!]!];
    const [ux, uy, uz, vx, vy, vz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2], c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    const ny = uz * vx - ux * vz;
    if (ny * side < 1e-9) continue;
    let isIn = true;
    for (let i = 0; i < face.length && isIn; i++) {
      const [s, t] = [points[face[i]!]!, points[face[(i + 1) % face.length]!]!];
      isIn = ((t[2] - s[2]) * (p[0] - s[0]) - (t[0] - s[0]) * (p[2] - s[2])) * side >= -1e-12;
    }
    if (isIn) {
      const [nx, nz] = [uy * vz - uz * vy, ux * vy - uy * vx];
      return a[1] - (nx * (p[0] - a[0]) + nz * (p[2] - a[2])) / ny;
    }
  }
  return null;
}

/** The height from one edge down to another where they cross, seen from above. */
function crossing(a: Vec, b: Vec, c: Vec, d: Vec): number | null {
  const [rx, rz, sx, sz] = [b[0] - a[0], b[2] - a[2], d[0] - c[0], d[2] - c[2]];
  const det = rx * sz - rz * sx;
  if (Math.abs(det) < 1e-12) return null;
  const [qx, qz] = [c[0] - a[0], c[2] - a[2]];
  const s = (qx * sz - qz * sx) / det;
  const t = (qx * rz - qz * rx) / det;
  if (s < 0 || s > 1 || t < 0 || t > 1) return null;
  return a[1] + s * (b[1] - a[1]) - (c[1] + t * (d[1] - c[1]));
}
