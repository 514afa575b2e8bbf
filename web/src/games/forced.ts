/** Moves that leave no choice. */
import type { Happened, Moves } from '../wire/wire';

/** The move to make for the player, if the server says that it leaves nothing to decide. Who has just taken something back is left alone; that shows nothing. */
export function forced(moves: Moves, events: Pick<Happened, 'shown'>[]): unknown {
  return moves.is_forced && events.every(({ shown }) => shown) ? moves.list[0] : null;
}
