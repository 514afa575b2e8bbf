/** Moves that leave no choice. */
import type { Happened, Moves } from '../wire/wire';

/**
 * The one move there is, where a game has it made for the player: a card that fits one place only, the only stack left.
 * Who has just taken something back is left alone; that shows nothing.
 */
export function forced(game: string, moves: Moves, events: Pick<Happened, 'shown'>[]): unknown {
  const [only, ...more] = moves.list;
  const isOnly = moves.is_complete && more.length === 0 && typeof only === 'object' && only !== null;
  return game === 'push' && isOnly && events.every(({ shown }) => shown) ? only : null;
}
