import { expect, it } from 'vitest';
import type { Holder, TableInfo } from '../wire/wire';
import { linesOf, newsOf } from './news';

const person = (name: string, more: Partial<Extract<Holder, { type: 'person' }>> = {}): Holder => ({
  type: 'person',
  name,
  look: { colour: 0, sign: 0 },
  member: name.charCodeAt(0),
  is_host: false,
  is_ready: true,
  is_connected: true,
  moves: 0,
  stand_in: null,
  ...more,
});
const bot: Holder = { type: 'bot', level: 'medium', name: 'Juniper', colour: 7 };
const table = (holders: Holder[], more: Partial<TableInfo> = {}): TableInfo =>
  ({
    phase: 'playing',
    host: 'Ada',
    spectators: 0,
    screens: 0,
    manners: { odds: true, hints: true, reactions: true },
    seats: holders.map((holder, seat) => ({ seat, holder })),
    ...more,
  }) as TableInfo;

const both = [person('Ada'), person('Bea')];

it('tells when a bot takes over, steps back, or keeps the seat of somebody who left', () => {
  const stood = table([person('Ada'), person('Bea', { stand_in: 'medium' })]);
  expect(newsOf(table(both), stood, 0)).toEqual(['A bot plays for Bea.']);
  expect(newsOf(stood, table(both), 0)).toEqual(['Bea plays again.']);
  expect(newsOf(table(both), stood, 1), 'one is told of oneself elsewhere').toEqual([]);
  expect(newsOf(table(both), table([person('Ada'), bot]), 0)).toEqual(['Bea has left. Juniper, a bot, plays on.']);
});

it('tells who is away and who is back', () => {
  const gone = table([person('Ada'), person('Bea', { is_connected: false })]);
  expect(linesOf(table(both), gone, 0)).toEqual([{ seat: 1, isAway: true, words: 'Bea is away.' }]);
  expect(linesOf(gone, table(both), 0)).toEqual([{ seat: 1, isAway: false, words: 'Bea is back.' }]);
  expect(linesOf(table(both), gone, 1)).toEqual([]);
});

it('tells who hosts and who watches', () => {
  expect(newsOf(table(both), table(both, { host: 'Bea' }), 0)).toEqual(['Bea is the host now.']);
  expect(newsOf(table(both), table(both, { host: 'Bea' }), 1)).toEqual(['You are the host now.']);
  expect(newsOf(table(both), table(both, { spectators: 1 }), 0)).toEqual(['Somebody is watching.']);
  expect(newsOf(table(both, { spectators: 1 }), table(both, { spectators: 2, screens: 1 }), 0)).toEqual([
    '2 people are watching.',
    'A screen shows the table.',
  ]);
  expect(newsOf(table(both, { spectators: 2 }), table(both, { spectators: 1 }), 0), 'who goes is no news').toEqual([]);
});

it('tells when a seat has moved to another device, and what the host allows', () => {
  expect(newsOf(table(both), table([person('Ada'), person('Bea', { moves: 1 })]), 0)).toEqual([
    'Bea plays on another device now.',
  ]);
  const manners = { odds: true, hints: false, reactions: true };
  expect(newsOf(table(both), table(both, { manners }), 0)).toEqual(['The host has switched hints off.']);
});
