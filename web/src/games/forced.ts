/** Moves that leave no choice. */
import type { Move } from '../wire/games';
import type { Happened, Moves } from '../wire/wire';

/**
 * The move to make for the player, if the server says that there is no choice. After a takeback, whose event shows
 * nothing, nobody is hurried.
 */
export function forced(moves: Moves, events: Pick<Happened, 'shown'>[]): Move | null {
  return moves.is_forced && events.every(({ shown }) => shown) ? (moves.list[0] ?? null) : null;
}
