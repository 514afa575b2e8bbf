import { expect, it } from 'vitest';
import { worthOf, zeroesOf } from './zeroes';

it('counts numbers and zeroes, face up and banked as far as they are seen', () => {
  const place = { face_up: [1, 2, 0, 1], banked_cards: [2, 0, 3, 0] };
  expect([worthOf(place), zeroesOf(place)]).toEqual([11, 3]);
  expect([worthOf({ ...place, banked_cards: null }), zeroesOf({ ...place, banked_cards: null })]).toEqual([5, 1]);
});

it('counts what is banked beyond the highest number that lies face up', () => {
  const place = { face_up: [0, 4, 10], banked_cards: [0, 0, 0, 0, 0, 4] };
  expect([worthOf(place), zeroesOf(place)]).toEqual([44, 0]);
});
