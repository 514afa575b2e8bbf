import { expect, it } from 'vitest';
import type { Happened, Moment } from '../wire/wire';
import { dwellMs, readMs } from './pace';

const moment = (seats: (number | null)[]) => ({ events: seats.map((seat) => ({ seat }) as Happened) }) as Moment;

it('shows more for longer', () => {
  const one = dwellMs(moment([1]), 0, 'calm', 1);
  expect(dwellMs(moment([1, null, null]), 0, 'calm', 1)).toBeGreaterThan(one);
  expect(dwellMs(moment([0]), 0, 'calm', 1)).toBeLessThan(one);
});

it('hurries through the steps of one turn', () => {
  const whole = dwellMs(moment([1, null]), 0, 'calm', 1, moment([2]));
  expect(dwellMs(moment([1, null]), 0, 'calm', 1, moment([1]))).toBeLessThan(whole);
  expect(dwellMs(moment([null]), 0, 'calm', 1, moment([null])), 'nature is nobody').toBe(
    dwellMs(moment([null]), 0, 'calm', 1),
  );
});

it('catches up when much waits', () => {
  expect(dwellMs(moment([1]), 0, 'calm', 5)).toBeLessThan(dwellMs(moment([1]), 0, 'calm', 1));
  expect(dwellMs(moment([1]), 0, 'calm', 9)).toBe(0);
  expect(dwellMs(moment([1, 2]), 0, 'instant', 1)).toBe(0);
});

it('gives what must not be missed time to be seen', () => {
  expect(dwellMs(moment([1]), 0, 'calm', 1, undefined, () => true)).toBeGreaterThan(
    1.5 * dwellMs(moment([1]), 0, 'calm', 1),
  );
});

it('gives more words more time', () => {
  const story = 'A storm shakes the tree. Everybody in it holds on to what they have.';
  expect(readMs(story)).toBeGreaterThan(readMs('Windfall') + 2000);
  expect(readMs('Windfall'), 'one has to look first').toBeGreaterThan(1000);
});
