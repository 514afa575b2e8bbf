/** Each game's table, fetched when it is opened. */
import type { Component } from 'svelte';
import type { GameId, Move, View } from '../wire/games';
import type { GameTable } from './table';

/** A table, and how it tells a move whose own words are not for people. */
interface Loaded<G extends GameId> {
  default: Component<{ table: GameTable<G> }>;
  moveWords?(move: Move<G>, view: View<G>): string | null;
}

/** Fetches something once: the same promise each time, so that a table that is shown stays; anew where it failed. */
function once<T>(fetch: () => Promise<T>): () => Promise<T> {
  let fetched: Promise<T> | null = null;
  return () => {
    if (!fetched) {
      fetched = fetch();
      fetched.catch(() => (fetched = null));
    }
    return fetched;
  };
}

const tables: { [G in GameId]: () => Promise<Loaded<G>> } = {
  nabbit: once(() => import('./nabbit/Table.svelte')),
  push: once(() => import('./push/Table.svelte')),
  stacks: once(() => import('./stacks/Table.svelte')),
  nuts: once(() => import('./nuts/Table.svelte')),
  stacket: once(() => import('./stacket/Table.svelte')),
};

/** The decisions in which tables show odds: any of theirs, or only those with a move of this kind; none where they show none. */
const counting: { [G in GameId]?: string | null } = { nabbit: null, push: null, nuts: null, stacks: 'call' };

export function showsOdds(game: GameId, moves: readonly Move[]): boolean {
  const kind = counting[game];
  return kind === null
    ? moves.length > 0
    : kind !== undefined && moves.some((move) => typeof move === 'object' && kind in move);
}

/** Fetches the table of a game. */
export function tableOf<G extends GameId>(game: G): Promise<Loaded<G>> {
  return tables[game]();
}
