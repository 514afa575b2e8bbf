import { expect, it } from 'vitest';
import type { Replay } from '../../wire/wire';
import { patched, unfolded } from './unfold';

it('carries changes out and shares what stays', () => {
  const before = { deck: 9, places: [{ hand: [1, 2] }, { hand: [] }], 'a/b~': 1, gone: true };
  const after = patched(before, [
    { op: 'replace', path: '/deck', value: 8 },
    { op: 'add', path: '/places/1/hand/0', value: 7 },
    { op: 'remove', path: '/places/1/hand/0' },
    { op: 'add', path: '/places/1/hand/0', value: 5 },
    { op: 'replace', path: '/a~1b~0', value: null },
    { op: 'remove', path: '/gone' },
    { op: 'add', path: '/new', value: [] },
  ]) as typeof before;
  expect(after).toEqual({ deck: 8, places: [{ hand: [1, 2] }, { hand: [5] }], 'a/b~': null, new: [] });
  expect(after.places[0]).toBe(before.places[0]);
  expect(before.places[1]).toEqual({ hand: [] });
});

it('replaces the whole value where the path is empty', () => {
  expect(patched([1], [{ op: 'replace', path: '', value: 2 }])).toBe(2);
});

it('makes every moment whole', () => {
  const event = { seq: 4, at_ms: 70, seat: 0, by_bot: false, is_takeback: false, shown: null, text: '' };
  const told = {
    info: { table: 'T', opened_at_ms: 50 },
    seat: 1,
    steps: [
      { seq: 0, events: [], view: { n: 1, same: {} }, turn: { type: 'seats', seats: [0], asked: 0 } },
      { seq: 4, events: [event], changes: [{ op: 'replace', path: '/n', value: 2 }] },
      { seq: 5, events: [], turn: { type: 'over' }, standings: { scores: [1], teams: [0], winners: [0] } },
    ],
  } as unknown as Replay;
  const { steps } = unfolded(told);
  expect(steps.map(({ view }) => view)).toEqual([
    { n: 1, same: {} },
    { n: 2, same: {} },
    { n: 2, same: {} },
  ]);
  expect(steps.map(({ turn }) => turn.type)).toEqual(['seats', 'seats', 'over']);
  expect(steps.map(({ clocks }) => clocks.now_ms)).toEqual([50, 70, 50]);
  expect(steps.map(({ standings }) => standings?.winners)).toEqual([undefined, undefined, [0]]);
  expect(steps[1]).toMatchObject({ table: 'T', seq: 4, events: [event], is_gapless: true, may_take_back: false });
});
