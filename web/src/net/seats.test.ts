import { beforeEach, expect, it, vi } from 'vitest';
import { keepPlace, lookAfter, places } from './seats';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
});

beforeEach(() => {
  kept.clear();
  for (const table of ['over', 'gone', 'open'])
    keepPlace({ table, code: 'K7Q2ZD', game: 'push', token: 't', name: 'Ada', at: 1 });
});

it('keeps nothing as waiting that has ended or was closed while nobody looked', async () => {
  await lookAfter((table) => Promise.resolve(table as 'over'));
  expect(places().map(({ table, isOver }) => [table, isOver ?? false])).toEqual([
    ['open', false],
    ['over', true],
  ]);
});
