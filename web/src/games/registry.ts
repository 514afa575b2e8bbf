/** Each game's table, fetched when it is opened. */
import type { Component } from 'svelte';
import type { GameProps } from './props';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each game reads its own views and moves
type AnyTable = Component<GameProps<any, any, any>>;

/** A table, and how it tells a move whose own words are not for people. */
interface Loaded {
  default: unknown;
  moveWords?(move: unknown, view: unknown): string | null;
}

const tables: Record<string, () => Promise<Loaded>> = {
  nabbit: () => import('./nabbit/Table.svelte'),
  push: () => import('./push/Table.svelte'),
  stacks: () => import('./stacks/Table.svelte'),
  nuts: () => import('./nuts/Table.svelte'),
  stacket: () => import('./stacket/Stacket.svelte') as Promise<Loaded>,
};

/** The decisions in which tables show odds: any of theirs, or only those with a move of this kind. */
const counting: Record<string, string | null> = { nabbit: null, push: null, nuts: null, stacks: 'call' };

export function showsOdds(game: string, moves: readonly unknown[]): boolean {
  const kind = counting[game];
  return kind === null ? moves.length > 0 : kind !== undefined && moves.some((move) => typeof move === 'object' && move !== null && kind in move);
}

/** How a game's table tells moves; nothing where the server's words will do. */
export async function tellerOf(game: string): Promise<Loaded['moveWords']> {
  return (await tables[game]?.())?.moveWords;
}

const fetched = new Map<string, Promise<AnyTable>>();

/** Fetches the table of a game; the same promise each time, so that a table that is shown stays. */
export function tableOf(game: string): Promise<AnyTable> {
  const load = tables[game];
  if (!load) return Promise.reject(new Error(`no table for ${game}`));
  const known = fetched.get(game);
  if (known) return known;
  const table = load().then((loaded) => loaded.default as AnyTable);
  fetched.set(game, table);
  table.catch(() => fetched.delete(game));
  return table;
}
