/** Odds in numbers one can count: so many of the cards that are left. */
import type { MoveOdds } from '../wire/wire';

/** So many of so many cards. */
export interface Share {
  n: number;
  of: number;
}

/** A chance as a number of the cards left; nothing where it is none, because what is hidden makes it uncertain. */
export function shareOf(chance: number, left: number): Share | null {
  const n = Math.round(chance * left);
  return left > 0 && Math.abs(chance * left - n) < 0.01 ? { n, of: left } : null;
}

/** How likely a move is answered by a fate that fits, from the odds of all moves; nothing where none were told. */
export function chanceOf(odds: readonly MoveOdds[], move: unknown, fits: (fate: unknown) => boolean): number | null {
  const found = odds.find((line) => JSON.stringify(line.move) === JSON.stringify(move));
  if (!found) return null;
  return found.outcomes.reduce((sum, outcome) => sum + (fits(outcome.fate) ? outcome.chance : 0), 0);
}

/** How likely a move that says something about hidden cards is right; nothing where that was not told. */
export function rightOf(odds: readonly MoveOdds[], move: unknown): number | null {
  return odds.find((line) => JSON.stringify(line.move) === JSON.stringify(move))?.right ?? null;
}
