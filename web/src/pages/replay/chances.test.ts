import { expect, it } from 'vitest';
import { joined, turnings } from './chances';

it('finds where the game turned', () => {
  const seats = [
    [0.5, 0.5],
    [0.55, 0.45],
    [0.2, 0.8],
    [0.25, 0.75],
    [1, 0],
  ];
  const found = turnings(seats.map((s, seq) => ({ seq, seats: s })));
  expect(found.map(({ index }) => index)).toEqual([2, 4]);
  expect(found[1]!.change).toBeCloseTo(0.75);
});

it('keeps each moment once when it is told again', () => {
  const at = (seq: number) => ({ seq, seats: [0.5, 0.5] });
  expect(joined([at(1), at(4)], [at(1), at(4), at(2)])).toEqual([at(1), at(2), at(4)]);
});
