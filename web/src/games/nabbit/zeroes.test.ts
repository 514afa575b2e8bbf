import { expect, it } from 'vitest';
import { bonusOf } from './zeroes';

it('most zeroes bring the bonus when all cards are seen, to everybody tied for most', () => {
  const view = { phase: 'over', options: { zero_bonus: 30 }, places: [{ face_up: [1], banked_cards: [1] }, { face_up: [2], banked_cards: [0] }, { face_up: [1], banked_cards: null }] };
  expect([0, 1, 2].map((seat) => bonusOf(view, seat))).toEqual([30, 30, 0]);
  expect(bonusOf({ ...view, phase: 'flip' }, 0)).toBe(0);
  expect(bonusOf({ ...view, places: [{ face_up: [0], banked_cards: [0] }] }, 0), 'nobody has one').toBe(0);
});
