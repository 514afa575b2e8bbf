/** How a game is told in words: what each game's `tell.ts` gives. */
import type { GameId, Move, Shown, View } from '../wire/games';

/** Words; '' for what the eye sees anyway, and nothing for what a teller does not know: the server's own words then do. */
export type Told = string | undefined;
type Names = (seat: number) => string;
/** A verb as it follows the name of a seat: `draws`, but `draw` after `you`. */
type Verbs = (seat: number, verb: string) => string;

export interface Teller<G extends GameId> {
  /** An event, from what the server shows of it. */
  event(shown: Shown<G>, name: Names, verb: Verbs, seats: number): Told;
  /** A move, after "The sharp bot would"; nothing where the server's words will do. */
  move?(move: Move<G>, view: View<G>, name: Names): string | null;
  /** How the round went that an event ended; '' where it ended none. */
  round?(shown: Shown<G>, names: readonly string[]): string;
}
