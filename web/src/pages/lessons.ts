/** What each game's first lesson says, and what the guide says in the first game. Words belong to `text`. */
import { text } from '../text';

/** The pages of a game's lesson. */
export function lesson(game: string): string[] {
  return text.lessons[game] ?? [];
}

/** The options of a first game: short where the game allows it. As few as can play sit down, so that one's turn comes soon. */
export function firstGame(game: string): object {
  return game === 'stacks' ? { goal: 15 } : {};
}

const tips: Record<string, { id: string; isDue(view: Record<string, unknown>, isMine: boolean): boolean }[]> = {
  nabbit: [
    { id: 'flip', isDue: (_, isMine) => isMine },
    { id: 'grab', isDue: (view, isMine) => isMine && ((view.stop as { vault: number; left: number; right: number } | null) ? sum(view.stop) > 0 : false) },
    { id: 'bank', isDue: (view, isMine) => isMine && ((view.stop as { banked: number } | null)?.banked ?? 0) > 0 },
    { id: 'last', isDue: (view, isMine) => isMine && (view.flips as unknown[]).length === 4 },
  ],
  push: [
    { id: 'start', isDue: (view, isMine) => isMine && view.phase === 'start' },
    { id: 'place', isDue: (view, isMine) => isMine && has(view.phase, 'place') },
    { id: 'choose', isDue: (view, isMine) => isMine && view.phase === 'choose' },
    { id: 'collect', isDue: (view, isMine) => isMine && has(view.phase, 'collect') },
  ],
  stacks: [
    { id: 'play', isDue: (view, isMine) => isMine && view.phase === 'choose' && (view.bids as unknown[]).length === 0 },
    { id: 'call', isDue: (view, isMine) => isMine && has(view.phase, 'window') },
    { id: 'higher', isDue: (view, isMine) => isMine && view.phase === 'choose' && (view.bids as unknown[]).length > 0 },
  ],
  nuts: [
    { id: 'roles', isDue: (view) => view.raccoon !== null },
    { id: 'redraw', isDue: (view, isMine) => isMine && has(view.phase, 'redraw') },
    { id: 'turn', isDue: (view, isMine) => isMine && view.phase === 'act' },
    { id: 'lay', isDue: (view, isMine) => isMine && has(view.phase, 'lay') },
    { id: 'guess', isDue: (view, isMine) => isMine && has(view.phase, 'guess') },
  ],
  stacket: [{ id: 'pick', isDue: (_, isMine) => isMine }],
};

function has(phase: unknown, key: string): boolean {
  return typeof phase === 'object' && phase !== null && key in phase;
}

function sum(haul: unknown): number {
  const { left, right, vault } = haul as { left: number; right: number; vault: number };
  return left + right + vault;
}

/** The first tip that is due and was not told yet. */
export function tipFor(game: string, view: unknown, isMine: boolean, told: readonly string[]): { id: string; words: string } | null {
  const found = (tips[game] ?? []).find((tip) => !told.includes(tip.id) && tip.isDue(view as Record<string, unknown>, isMine));
  const words = found && text.tips[game]?.[found.id];
  return found && words ? { id: found.id, words } : null;
}
