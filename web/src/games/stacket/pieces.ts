/**
 * Pieces ready to be drawn: the parts of a box as convex hulls around their common centre of mass, which is where the
 * server's poses have their origin.
 */
import classic from '../../../../crates/stacket/src/classic.json';
import { pieceNamed } from '../../text/server';
import { add, cross, dot, length, moved, scale, sub, unit, type Vec } from './pose';
import type { BoxData, Part, PieceData, Pose } from '../../wire/stacket';

/** The sides a round part is drawn with. */
const SIDES = 64;

/** A convex solid; faces are counter-clockwise seen from outside. */
export interface Hull {
  points: Vec[];
  faces: number[][];
  edges: [number, number][];
  /** The faces around a cylinder, drawn smooth; its axis is y. */
  round: { faces: Set<number>; at: Vec } | null;
}

export interface Piece {
  name: string;
  hulls: Hull[];
  /** From the centre of mass to the farthest point. */
  radius: number;
  volume: number;
  /** Extent along x, y and z as it lies in the box. */
  size: Vec;
}

export interface PieceSet {
  pieces: Piece[];
  base: Piece;
  /** How high the base's centre of mass is. */
  baseHeight: number;
}

const sets = new WeakMap<BoxData, PieceSet>();

/** The pieces of a table; nothing means the classic box, the very file the server plays with. */
export function pieceSet(data: BoxData | null): PieceSet {
  const box = data ?? (classic as unknown as BoxData);
  const known = sets.get(box);
  if (known) return known;
  const base = pieceOf(box.base);
  const lowest = Math.min(...base.hulls.flatMap((hull) => hull.points.map((p) => p[1])));
  const made = { pieces: box.pieces.map(pieceOf), base, baseHeight: -lowest };
  sets.set(box, made);
  return made;
}

/** The height of a piece's highest point in a pose. */
export function topOf(piece: Piece, pose: Pose): number {
  return Math.max(...piece.hulls.flatMap((hull) => hull.points.map((p) => moved(pose, p)[1])));
}

/** A piece by its number, or the base. */
export function pieceIn(set: PieceSet, piece: number | null): Piece {
  return (piece === null ? undefined : set.pieces[piece]) ?? set.base;
}

export function pieceOf({ name, parts }: PieceData): Piece {
  const solids = parts.map((part) => ({ hull: hullOf(part), mass: massOf(part) }));
  const volume = solids.reduce((sum, { mass }) => sum + mass.volume, 0);
  const centre = solids.reduce<Vec>((sum, { mass }) => add(sum, scale(mass.centre, mass.volume / volume)), [0, 0, 0]);
  const hulls = solids.map(({ hull }) => shifted(hull, scale(centre, -1)));
  const all = hulls.flatMap((hull) => hull.points);
  const extent = (i: 0 | 1 | 2) => Math.max(...all.map((p) => p[i])) - Math.min(...all.map((p) => p[i]));
  return {
    name: pieceNamed(name),
    hulls,
    volume,
    radius: Math.max(...all.map(length)),
    size: [extent(0), extent(1), extent(2)],
  };
}

function shifted(hull: Hull, by: Vec): Hull {
  const round = hull.round && { faces: hull.round.faces, at: add(hull.round.at, by) };
  return { ...hull, points: hull.points.map((p) => add(p, by)), round };
}

function hullOf(part: Part): Hull {
  if ('block' in part) {
    const [x, y, z] = part.block.size;
    const flat: [number, number][] = [
      [-x / 2, -y / 2],
      [x / 2, -y / 2],
      [x / 2, y / 2],
      [-x / 2, y / 2],
    ];
    return shifted(prism(flat, z), part.block.at);
  }
  if ('prism' in part) return prism(part.prism.outline, part.prism.thick);
  if ('solid' in part) return closed(part.solid.points, part.solid.faces);
  const { radius, height, at } = part.cylinder;
  const circle = Array.from({ length: SIDES }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * i) / SIDES;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  const lying = prism(circle, height);
  const points = lying.points.map(([x, y, z]): Vec => [x + at[0], z + at[1], -y + at[2]]);
  const faces = new Set(lying.faces.map((_, i) => i).filter((i) => i >= 2));
  return { ...lying, points, round: { faces, at } };
}

function prism(outline: [number, number][], thick: number): Hull {
  const n = outline.length;
  const level = (z: number) => outline.map(([x, y]): Vec => [x, y, z]);
  const sides = outline.map((_, i) => [i, i + n, ((i + 1) % n) + n, (i + 1) % n]);
  const top = outline.map((_, i) => i);
  return closed([...level(thick / 2), ...level(-thick / 2)], [top, top.map((i) => 2 * n - 1 - i), ...sides]);
}

function closed(points: Vec[], faces: number[][]): Hull {
  const edges = faces
    .flatMap((face) => face.map((a, i): [number, number] => [a, face[(i + 1) % face.length]!]))
    .filter(([a, b]) => a < b);
  return { points, faces, edges, round: null };
}

function massOf(part: Part): { volume: number; centre: Vec } {
  if ('cylinder' in part) {
    const { radius, height, at } = part.cylinder;
    return { volume: Math.PI * radius * radius * height, centre: at };
  }
  const { points, faces } = hullOf(part);
  let volume = 0;
  let sum: Vec = [0, 0, 0];
  for (const face of faces) {
    for (let i = 2; i < face.length; i++) {
      const [a, b, c] = [points[face[0]!]!, points[face[i - 1]!]!, points[face[i]!]!];
      const six = dot(a, cross(b, c));
      volume += six / 6;
      sum = add(sum, scale(add(add(a, b), c), six / 24));
    }
  }
  return { volume, centre: scale(sum, 1 / volume) };
}

/** The outward normal of a face. */
export function faceNormal({ points }: Hull, face: number[]): Vec {
  const [a, b, c] = [points[face[0]!]!, points[face[1]!]!, points[face[2]!]!];
  return unit(cross(sub(b, a), sub(c, a)));
}

/** How finely the edges of a piece are looked at. */
const CREASE_STEPS = 12;
const CREASE_REACH = 0.006;

/** Where two faces really meet at an angle: edges between parts that only continue each other are left out. */
export function creases(piece: Piece): [Vec, Vec][] {
  const planes = piece.hulls.map((hull) =>
    hull.faces.map((face) => ({ normal: faceNormal(hull, face), on: hull.points[face[0]!]! })),
  );
  const isWood = (p: Vec) => planes.some((faces) => faces.every(({ normal, on }) => dot(sub(p, on), normal) < 1e-9));
  const found: [Vec, Vec][] = [];
  for (const hull of piece.hulls) {
    for (const [i, j] of hull.edges) {
      if (hull.round && isAlong(hull, i, j)) continue;
      const [a, b] = [hull.points[i]!, hull.points[j]!];
      const steps = hull.round ? 1 : CREASE_STEPS;
      for (let s = 0; s < steps; s++) {
        const at = (part: number) => add(a, scale(sub(b, a), part));
        if (isCrease(at((s + 0.5) / steps), unit(sub(b, a)), isWood)) found.push([at(s / steps), at((s + 1) / steps)]);
      }
    }
  }
  return found;
}

/** Whether an edge of a cylinder runs along its axis. */
function isAlong(hull: Hull, i: number, j: number): boolean {
  const d = sub(hull.points[i]!, hull.points[j]!);
  return Math.abs(d[0]) < 1e-9 && Math.abs(d[2]) < 1e-9;
}

/** Around a crease the wood fills anything but nothing, half, or all. */
function isCrease(at: Vec, along: Vec, isWood: (p: Vec) => boolean): boolean {
  const u = unit(cross(along, Math.abs(along[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
  const v = cross(along, u);
  const around = 24;
  let filled = 0;
  for (let k = 0; k < around; k++) {
    const angle = ((k + 0.37) * 2 * Math.PI) / around;
    const p = add(at, add(scale(u, CREASE_REACH * Math.cos(angle)), scale(v, CREASE_REACH * Math.sin(angle))));
    if (isWood(p)) filled++;
  }
  return filled > 0 && filled < around && Math.abs(filled - around / 2) > 1;
}
