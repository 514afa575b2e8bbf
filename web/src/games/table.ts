/** What a game's table is given; the same for every game. */
import type { Clocks, Happened, Moment, MoveOdds, TurnInfo } from '../wire/wire';

/** Who sits in a seat, as far as a table shows it. */
export interface Sitter {
  seat: number;
  name: string;
  isBot: boolean;
  isAway: boolean;
}

export interface GameProps<View = unknown, Move = unknown, Shown = unknown> {
  /** What this viewer sees, in the game's own form. */
  view: View;
  /** How the game has ended, once it has. */
  standings: Moment['standings'];
  /** What led here from the moment shown before. */
  events: (Omit<Happened, 'shown'> & { shown: Shown })[];
  /** All that is known of what happened, the newest last, for whoever comes to a table later. */
  past?: readonly (Omit<Happened, 'shown'> & { shown: Shown })[];
  seq: number;
  /** What this viewer may do now; nothing while an earlier moment is still being shown. */
  moves: Move[];
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
  advice: Move | null;
  /** What nature may do after each move it answers, for this moment; empty until it is known. */
  odds: MoveOdds[];
  /** What the seat that is asked tries just now, where all see that. */
  tried?: Move | null;
  send(move: Move): void;
  /** Asks why a move would be refused without making it; nothing if it may be made. */
  check?(move: Move): Promise<string | null>;
  /** Says that what is shown now takes so long; the next moment waits for it. */
  linger?(ms: number): void;
}

/** Whether two moves are the same. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
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

/** Whether a table waits for what a seat decides: it is asked, or a window to answer a play is open for it. Who may only do something unasked, such as shake the table, is not waited for. */
export function isDue({ turn, moves, clocks }: Pick<Moment, 'turn' | 'moves' | 'clocks'>, seat: number | null): boolean {
  return seat !== null && moves.list.length > 0 && (isAsked(turn, seat) || clocks.window_ends_at_ms !== null);
}
