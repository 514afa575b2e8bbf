import { expect, it } from 'vitest';
import { sidesOf } from './sides';

it('puts those who play together into one side, in the order of the standings', () => {
  expect(sidesOf([3, 0, 1, 2], (seat) => (seat === 0 ? 1 : 0))).toEqual([[3, 1, 2], [0]]);
  expect(sidesOf([2, 0], (seat) => seat)).toEqual([[2], [0]]);
});
