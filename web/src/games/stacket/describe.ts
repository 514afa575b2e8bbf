/** The structure and the places on it in words, for those who do not see it. */
import { text } from '../../text';
import { pieceNamed } from '../../text/server';
import { below, siteOf, type Site } from './drop';
import { pieceIn, pieceSet, topOf, type Piece, type PieceSet } from './pieces';
import { rotate, type Vec } from './pose';
import type { Move, Pose, View } from '../../wire/stacket';

const t = text.stacket;
/** Centimetres in a unit. */
const CM = 3;
/** Nearer to the middle than this counts as the middle. */
const MIDDLE = 0.15;

export type StanceName = keyof typeof t.stance;

export const cm = (units: number) => (units * CM).toFixed(1).replace(/\.0$/, '');

export const nameIn = (set: PieceSet, piece: number | null) => pieceIn(set, piece).name;

/** Whether a piece that is turned over, about x or about z, looks as before. */
function hasNoTop({ hulls }: Piece): boolean {
  const points = hulls.flatMap((hull) => hull.points);
  const middle = [0, 1, 2].map(
    (i) => (Math.max(...points.map((p) => p[i]!)) + Math.min(...points.map((p) => p[i]!))) / 2,
  );
  const spot = (p: Vec, signs: Vec) => p.map((at, i) => Math.round((at - middle[i]!) * signs[i]! * 1e4)).join();
  const spots = new Set(points.map((p) => spot(p, [1, 1, 1])));
  const over: Vec[] = [
    [1, -1, -1],
    [-1, -1, 1],
  ];
  return over.some((signs) => points.every((p) => spots.has(spot(p, signs))));
}

/**
 * How a piece stands. A piece with a top stands the right way up or upside down; any other is flat, upright or on its
 * side, by which of its three lengths is up.
 */
export function stanceOf(piece: Piece, { turn }: Pose): StanceName {
  const axes: Vec[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const up = axes.map((axis) => Math.abs(rotate(turn, axis)[1]));
  const most = up.indexOf(Math.max(...up));
  if (up[most]! < 0.985) return 'tilted';
  if (most === 1 && !hasNoTop(piece)) return rotate(turn, [0, 1, 0])[1] > 0 ? 'rightWay' : 'upsideDown';
  const size = piece.size[most]!;
  const others = piece.size.filter((_, i) => i !== most);
  if (others.every((other) => size <= other + 1e-6)) return 'flat';
  return others.every((other) => size > other + 1e-6) ? 'upright' : 'side';
}

/** Where a place is, seen from the front. */
export function whereIs([x, , z]: Vec): string {
  const { where } = t;
  const side = Math.abs(x) < MIDDLE ? '' : x < 0 ? where.left : where.right;
  const deep = Math.abs(z) < MIDDLE ? '' : z > 0 ? where.front : where.back;
  if (side && deep) return where.join(side, deep);
  return side || deep || where.middle;
}

/** Where a place is from the middle, to the millimetre. */
export function spotOf([x, , z]: Vec): string {
  const { where } = t;
  const part = (by: number, name: string) => (Math.abs(by * CM) < 0.05 ? '' : where.by(cm(Math.abs(by)), name));
  const parts = [part(x, x < 0 ? where.left : where.right), part(z, z > 0 ? where.front : where.back)].filter(Boolean);
  return parts.length > 0 ? t.and(parts) : where.middle;
}

/** What a piece would come down on. */
export function restsOn(
  set: PieceSet,
  site: Site,
  piece: Piece,
  pose: Pose,
): { on: (number | null)[]; names: string; isTable: boolean } {
  const { on, isTable } = below(site, piece, pose);
  return { on, names: t.and(on.map((id) => nameIn(set, id))), isTable: isTable && on.length === 0 };
}

/** A suggested place. */
export function placeWords(set: PieceSet, site: Site, piece: number, pose: Pose): string {
  const own = pieceIn(set, piece);
  const { names } = restsOn(set, site, own, pose);
  return t.place(t.stance[stanceOf(own, pose)], names || t.base, cm(topOf(own, pose)), spotOf(pose.at));
}

/** A move in words, where the server's would be a row of numbers. */
export function moveWords(move: Move, view: View): string | null {
  const set = pieceSet(view.options.pieces);
  if (move === 'put-back') return t.putBack;
  if (move === 'give-up') return t.giveUp;
  if (typeof move === 'object' && 'pick' in move) return t.pick(nameIn(set, move.pick.piece));
  if (typeof move !== 'object' || !('place' in move) || !view.held) return null;
  return t.putAt(placeWords(set, siteOf(set, view.structure), view.held.piece, move.place));
}

/** The structure, first a line for all of it, then one for each piece in the order they were placed. */
export function structureWords(set: PieceSet, view: Pick<View, 'structure' | 'touches' | 'placed'>): string[] {
  if (view.structure.length === 0) return [t.empty];
  const top = Math.max(...view.structure.map(({ piece, pose }) => topOf(pieceIn(set, piece), pose)));
  const order = (piece: number) => (view.placed.includes(piece) ? view.placed.indexOf(piece) : Infinity);
  const lines = [...view.structure]
    .sort((a, b) => order(a.piece) - order(b.piece))
    .map(({ piece, pose }) => {
      const own = pieceIn(set, piece);
      const found = { on: [] as string[], carries: [] as string[], leans: [] as string[], hidden: [] as string[] };
      for (const touch of view.touches) {
        if (touch.a !== piece && touch.b !== piece) continue;
        const other = nameIn(set, touch.a === piece ? touch.b : touch.a);
        const up = Math.max(...touch.spots.map((spot) => Math.abs(spot.normal[1])));
        const sign = (touch.spots[0]?.normal[1] ?? 0) * (touch.b === piece ? 1 : -1);
        if (!touch.seen) found.hidden.push(other);
        (up < 0.5 ? found.leans : sign > 0 ? found.on : found.carries).push(other);
      }
      const parts = [
        t.line(own.name, t.stance[stanceOf(own, pose)], t.and(found.on) || t.base, whereIs(pose.at)),
        found.leans.length > 0 ? t.leans(t.and(found.leans)) : '',
        found.carries.length > 0 ? t.carries(t.and(found.carries)) : '',
        found.hidden.length > 0 ? t.hidden(t.and(found.hidden)) : '',
        piece === view.placed.at(-1) ? t.isPrevious : '',
      ];
      return `${parts.filter(Boolean).join('; ')}.`;
    });
  return [t.standing(view.structure.length, cm(top)), ...lines];
}

/** What is left of a structure that has fallen: what lies on the ground, and what does not. */
export function fallenWords(set: PieceSet, view: Pick<View, 'structure'>, fallen: readonly string[]): string[] {
  const ground = fallen.map(pieceNamed);
  const rest = view.structure.map(({ piece }) => nameIn(set, piece)).filter((name) => !ground.includes(name));
  return [rest.length > 0 ? `${t.fell(t.and(ground))} ${t.notFallen(t.and(rest))}` : t.fell(t.and(ground))];
}
