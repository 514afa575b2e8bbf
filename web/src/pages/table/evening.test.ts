import { expect, it } from 'vitest';
import type { PastGame } from '../../wire/wire';
import { momentsOf, tallyOf } from './evening';

type Row = [member: number | null, name: string, score: number, has_won?: boolean];
const game = (id: PastGame['game'], ...rows: Row[]): PastGame => ({
  game: id,
  seats: rows.map(([member, name, score, has_won = false]) => ({ member, name, score, has_won })),
});

const evening = [
  game('push', [0, 'Ada', 40, true], [1, 'Bea', 38], [null, 'Juniper', 90]),
  game('nabbit', [1, 'Bee', 120], [0, 'Ada', 150, true]),
  game('stacket', [0, 'Ada', 0], [1, 'Bee', 1, true]),
];

it('adds up the games of everybody, whatever their name was, and of no bot', () => {
  expect(tallyOf(evening)).toEqual([
    { member: 0, name: 'Ada', games: 3, wins: 2, points: 190 },
    { member: 1, name: 'Bee', games: 3, wins: 1, points: 159 },
  ]);
  expect(tallyOf([])).toEqual([]);
});

it('tells of a run of wins, the most points and the closest game', () => {
  expect(momentsOf(evening, (id) => id)).toEqual([
    'Ada won 2 in a row.',
    'Ada made 150 points in nabbit, the most tonight.',
    'The closest was nabbit: Ada won by 30 points.',
  ]);
  expect(
    momentsOf(evening.slice(0, 1), (id) => id),
    'one game is no evening',
  ).toEqual([]);
});
