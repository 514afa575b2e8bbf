/** Odds in numbers one can count: so many of the cards that are left. */
import type { Fate, GameId, Move } from '../wire/games';
import type { OddsIn } from './table';

/** So many of so many cards. */
export interface Share {
  n: number;
  of: number;
}

/** A chance as a number of the cards left; null where hidden cards make it no whole number. */
export function shareOf(chance: number, left: number): Share | null {
  const n = Math.round(chance * left);
  return left > 0 && Math.abs(chance * left - n) < 0.01 ? { n, of: left } : null;
}

/** How likely nature answers a move with a fate that `fits`; null where the server told no odds. */
export function chanceOf<G extends GameId>(
  odds: readonly OddsIn<G>[],
  move: Move<G>,
  fits: (fate: Fate<G>) => boolean,
): number | null {
  const found = odds.find((line) => JSON.stringify(line.move) === JSON.stringify(move));
  if (!found) return null;
  return found.outcomes.reduce((sum, outcome) => sum + (fits(outcome.fate) ? outcome.chance : 0), 0);
}

/** How likely a move that says something about hidden cards is right; nothing where that was not told. */
export function rightOf<G extends GameId>(odds: readonly OddsIn<G>[], move: Move<G>): number | null {
  return odds.find((line) => JSON.stringify(line.move) === JSON.stringify(move))?.right ?? null;
}
