/** A table as a game's own component is given it; the same for every game. */
import type { Fate, GameId, Move, Shown, View } from '../wire/games';
import type { Clocks, Happened, Look, Moment, MoveOdds, OddsLine, Reaction, TurnInfo } from '../wire/wire';

/** Who sits in a seat, as far as a table shows it. */
export interface Sitter {
  seat: number;
  name: string;
  look: Look;
  isBot: boolean;
  isAway: boolean;
}

/** An event of a game. */
export type HappenedIn<G extends GameId> = Omit<Happened, 'shown'> & { shown: Shown<G> | null };

/** What may come of a move of a game. */
export type OddsIn<G extends GameId> = Omit<MoveOdds, 'move' | 'outcomes'> & {
  move: Move<G>;
  outcomes: (Omit<OddsLine, 'fate'> & { fate: Fate<G> })[];
};

export interface GameTable<G extends GameId = GameId> {
  /** What this viewer sees, in the game's own form. */
  view: View<G>;
  /** How the game has ended, once it has. */
  standings: Moment['standings'];
  /** What led here from the moment shown before. */
  events: HappenedIn<G>[];
  /** All that is known of what happened, the newest last, for whoever comes to a table later. */
  past: readonly HappenedIn<G>[];
  seq: number;
  /** What this viewer may do now; nothing while an earlier moment is still being shown. */
  moves: Move<G>[];
  /** Whether the one move there is is made for the player. */
  isForced: boolean;
  /** One's own seat; none for those who watch. */
  seat: number | null;
  sitters: Sitter[];
  turn: TurnInfo;
  /** A move is on its way. */
  isBusy: boolean;
  /** The table screen: shows what all may see, large. */
  isScreen: boolean;
  /** What just happened, in one line. */
  caption: string;
  clocks: Clocks;
  /** How long a window to answer a play is open, in milliseconds. */
  windowMs: number;
  /** The server's time, ticking. */
  nowMs: number;
  /** The move a hint advised for this moment. */
  advice: Move<G> | null;
  /** Whether the host has switched odds off. */
  isUnaided?: boolean;
  /** What nature may do after each move it answers, for this moment; empty until it is known. */
  odds: OddsIn<G>[];
  /** What the seat that is asked tries just now, where all see that. */
  tried: Move<G> | null;
  send(move: Move<G>): void;
  /** Asks why a move would be refused without making it; nothing if it may be made. */
  check?(move: Move<G>): Promise<string | null>;
  /** Says that what is shown now takes so long; the next moment waits for it. */
  linger?(ms: number): void;
  /** Says that what is shown has been read: the next moment waits no longer. */
  goOn?(): void;
  /** Shows everybody how one feels; not there where nobody may react. */
  react?(reaction: Reaction): void;
  /** Says that what may be done has only now come to the screen: it was kept back until something was seen. */
  appear?(): void;
}

/** What a table shows of a moment, whoever looks on. */
export function seenOf({ view, standings, events, seq, turn, clocks }: Moment) {
  return { view, standings, events, seq, turn, clocks };
}
