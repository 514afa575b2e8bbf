/** What each game's first lesson says, and what the guide says in the first game. Words belong to `text`. */
import type { ByKey } from '../../games/agreed';
import { text } from '../../text';
import type { GameId, Options, SomeOptions, View } from '../../wire/games';

/** The pages of a game's lesson. */
export function lesson(game: GameId): string[] {
  return text.lessons[game] ?? [];
}

/** The options of a first game: a few minutes long. As few as can play sit down, so that one's turn comes soon. */
const firstGames: { [G in GameId]: SomeOptions<G> } = {
  nabbit: { unplayed: 75, zero_bonus: 10 },
  push: { unplayed: 90, first: 0 },
  stacks: { goal: 15 },
  nuts: { unplayed: 15, raccoon: 2 },
  stacket: { few: 7, first: 0 },
};

export function firstGame(game: GameId): SomeOptions {
  return firstGames[game];
}

/** Whether a table has the options of a first game. */
export function isFirstGame(game: GameId, options: Options): boolean {
  const chosen: ByKey = options;
  return Object.entries(firstGame(game)).every(([key, value]) => chosen[key] === value);
}

type Tip<G extends GameId> = {
  id: string;
  isDue(view: View<G>, seat: number): boolean;
  /** Whether it is said while others play, too. */ isForAll?: boolean;
};

/** The tips of each game; of those that are due, the first that was not told yet is said. */
const tips: { [G in GameId]: Tip<G>[] } = {
  nabbit: [
    { id: 'flip', isDue: () => true },
    { id: 'last', isDue: (view) => view.flips.length === 4 },
    { id: 'bank', isDue: (view) => (view.stop?.banked ?? 0) > 0 },
    { id: 'grab', isDue: (view) => view.stop !== null && view.stop.left + view.stop.right + view.stop.vault > 0 },
    { id: 'zero', isDue: (view) => view.flips.at(-1) === 0 },
    { id: 'end', isDue: (view) => view.to_draw <= 6 },
    { id: 'open', isDue: (view, seat) => view.places[seat]!.face_up.some((count) => count > 1) },
  ],
  push: [
    { id: 'place', isDue: (view) => has(view.phase, 'place') },
    { id: 'roll', isDue: (view) => has(view.phase, 'collect') && view.stacks.flat().includes('roll') },
    { id: 'first', isDue: (view, seat) => has(view.phase, 'collect') && view.seat === seat },
    { id: 'collect', isDue: (view, seat) => has(view.phase, 'collect') && view.seat !== seat },
    { id: 'choose', isDue: (view) => view.phase === 'choose' && view.stacks.length > 1 },
    { id: 'start', isDue: (view) => view.phase === 'start' },
    {
      id: 'bank',
      isDue: (view, seat) => view.phase === 'start' && view.places[seat]!.bench.flat().some((count) => count > 0),
    },
    { id: 'end', isDue: (view) => view.to_draw <= 8 },
  ],
  stacks: [
    { id: 'call', isDue: (view) => has(view.phase, 'window') },
    { id: 'play', isDue: (view) => view.phase === 'choose' },
    { id: 'round', isDue: (view) => view.phase === 'choose' && view.round > 1 },
    { id: 'higher', isDue: (view) => view.phase === 'choose' && view.bids.length > 0 },
    { id: 'end', isDue: (view) => view.phase === 'choose' && Math.max(...view.scores) >= 8 },
  ],
  nuts: [
    { id: 'roles', isDue: (view) => view.raccoon !== null && view.begun, isForAll: true },
    { id: 'redraw', isDue: (view) => has(view.phase, 'redraw') },
    { id: 'lay', isDue: (view) => has(view.phase, 'lay') },
    { id: 'guess', isDue: (view) => has(view.phase, 'guess') },
    { id: 'stash', isDue: (view) => has(view.phase, 'stash-one') },
    { id: 'free', isDue: (view) => view.phase === 'act' && view.left.free_draw },
    { id: 'turn', isDue: (view) => view.phase === 'act' && view.left.actions > 0 && !view.left.free_draw },
    { id: 'done', isDue: (view) => view.phase === 'act' && view.left.actions === 0 },
    { id: 'end', isDue: (view) => view.phase === 'act' && view.to_draw <= 3 },
  ],
  stacket: [
    { id: 'place', isDue: (view) => view.held !== null },
    { id: 'pick', isDue: (view) => view.held === null },
    { id: 'touch', isDue: (view) => view.held === null && view.placed.length > 0 },
    { id: 'end', isDue: (view) => view.held === null && view.left.length <= 3 },
  ],
};

function has(phase: View['phase'], key: string): boolean {
  return typeof phase === 'object' && key in phase;
}

/** The first tip that is due and was not told yet. */
export function tipFor<G extends GameId>(
  game: G,
  view: View<G>,
  seat: number,
  isMine: boolean,
  told: readonly string[],
): { id: string; words: string } | null {
  const found = tips[game].find((tip) => !told.includes(tip.id) && (isMine || tip.isForAll) && tip.isDue(view, seat));
  const words = found && text.tips[game]?.[found.id];
  return found && words ? { id: found.id, words } : null;
}
