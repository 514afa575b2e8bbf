/** How tables are usually set up: four ways that need no more than a tap, and a short game of each kind. */
import type { GameId, SomeOptions } from '../../wire/games';
import type { Manners } from '../../wire/wire';

export type Preset = 'quick' | 'normal' | 'friends' | 'strict';

export const PRESETS: readonly Preset[] = ['quick', 'normal', 'friends', 'strict'];

/** What a preset chooses; everything can be chosen otherwise after it. */
export interface Setup {
  /** Seconds for a decision; 0 is as long as one likes. */
  turn: number;
  /** Seconds to call a play. */
  window: number;
  isShort: boolean;
  manners: Manners;
}

const EASY: Manners = { odds: true, hints: true, reactions: true };

const SETUPS: Record<Preset, Setup> = {
  quick: { turn: 30, window: 5, isShort: true, manners: EASY },
  normal: { turn: 0, window: 5, isShort: false, manners: EASY },
  // Who talks meanwhile needs longer to call.
  friends: { turn: 0, window: 10, isShort: false, manners: EASY },
  strict: { turn: 60, window: 5, isShort: false, manners: { odds: false, hints: false, reactions: true } },
};

export const setupOf = (preset: Preset): Setup => SETUPS[preset];

/** The options of a game of about half the usual time. */
const SHORT: { [G in GameId]: SomeOptions<G> } = {
  nabbit: { unplayed: 60 },
  push: { unplayed: 60 },
  stacks: { goal: 20 },
  nuts: { unplayed: 10 },
  stacket: { few: 16 },
};

export const shortGame = (game: GameId): SomeOptions => SHORT[game];

/** The preset that chooses all this; none where somebody chose otherwise. */
export function presetOf(setup: Setup): Preset | null {
  return PRESETS.find((preset) => JSON.stringify(SETUPS[preset]) === JSON.stringify(setup)) ?? null;
}
