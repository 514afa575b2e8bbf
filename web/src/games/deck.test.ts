import { expect, it } from 'vitest';
import { samples } from '../wire/samples';
import { isInDeck } from './deck';

it('knows the faces of a deck from those that could be drawn', () => {
  const [[push], [nuts], [nabbit]] = [samples.push.view, samples.nuts.view, samples.nabbit.view];
  const stacks = {
    ...samples.stacks.view[0]!,
    options: { goal: 40, deck: { '-10': 1, '1': 5, '2': 4, '3': 3, '4': 2 } },
  };
  expect(['-10', '-3', '0', '1', '4', '5'].filter((face) => isInDeck('stacks', stacks, face))).toEqual([
    '-10',
    '1',
    '4',
  ]);
  expect(['switch', 'blue-4'].filter((face) => isInDeck('push', push!, face))).toEqual(['blue-4']);
  expect(nuts!.options.events).toHaveLength(6);
  expect(['event-5', 'event-6'].map((face) => isInDeck('nuts', nuts!, face))).toEqual([true, false]);
  expect(isInDeck('nabbit', nabbit!, '0')).toBe(true);
});
