/** Whom a moment waits for, and how moves are told apart. */
import type { Moment, TurnInfo } from '../wire/wire';

/** Whether two moves are the same. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The moves that carry something of that name: all that place, all that steal. */
export function carrying<M, K extends string>(moves: readonly M[], key: K): Extract<M, Record<K, unknown>>[] {
  return moves.filter(
    (move): move is Extract<M, Record<K, unknown>> => typeof move === 'object' && move !== null && key in move,
  );
}

/** The seats a table waits for. */
export function asked(turn: TurnInfo): number[] {
  if (turn.type !== 'seats') return [];
  return turn.asked === null ? turn.seats : [turn.asked];
}

/** Whether a seat is the one waited for. */
export function isAsked(turn: TurnInfo, seat: number): boolean {
  return asked(turn).includes(seat);
}

/**
 * Whether a table waits for a seat: it is asked, or it may still answer a play. Nobody waits for a seat that may only do
 * something unasked, such as shake the table.
 */
export function isDue(
  { turn, moves, clocks }: Pick<Moment, 'turn' | 'moves' | 'clocks'>,
  seat: number | null,
): boolean {
  return seat !== null && moves.list.length > 0 && (isAsked(turn, seat) || clocks.window_ends_at_ms !== null);
}
