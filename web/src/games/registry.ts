/** Each game's table, fetched when it is opened. */
import type { Component } from 'svelte';
import type { GameProps } from './props';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each game reads its own views and moves
type AnyTable = Component<GameProps<any, any, any>>;

const tables: Record<string, () => Promise<{ default: unknown }>> = {
  nabbit: () => import('./nabbit/Table.svelte'),
  push: () => import('./push/Table.svelte'),
  stacks: () => import('./stacks/Table.svelte'),
  nuts: () => import('./nuts/Table.svelte'),
  stacket: () => import('./stacket/Stacket.svelte'),
};

/** The games whose tables show what nature may do next. */
const counting = ['nabbit', 'push', 'nuts'];

export function showsOdds(game: string): boolean {
  return counting.includes(game);
}

/** Fetches the table of a game. */
export async function tableOf(game: string): Promise<AnyTable> {
  const load = tables[game];
  if (!load) throw new Error(`no table for ${game}`);
  return (await load()).default as AnyTable;
}
