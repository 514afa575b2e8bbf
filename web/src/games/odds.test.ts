import { describe, expect, it } from 'vitest';
import type { MoveOdds } from '../wire/wire';
import { chanceOf, rightOf, shareOf } from './odds';

const flip: MoveOdds = {
  right: null,
  move: 'flip',
  text: 'flip',
  is_exact: true,
  outcomes: [
    { fate: 3, text: '3', chance: 4 / 31 },
    { fate: 5, text: '5', chance: 27 / 31 },
  ],
};

describe('odds', () => {
  it('are counted in cards where the chance is exactly so many of them', () => {
    expect(shareOf(4 / 31, 31)).toEqual({ n: 4, of: 31 });
    expect(shareOf(0, 31)).toEqual({ n: 0, of: 31 });
  });

  it('are not counted where the chance is an estimate or nothing is left', () => {
    expect(shareOf(0.4, 31)).toBeNull();
    expect(shareOf(0, 0)).toBeNull();
  });

  it('add up what fits, for the move asked about only', () => {
    expect(chanceOf([flip], 'flip', (fate) => fate === 3)).toBeCloseTo(4 / 31);
    expect(chanceOf([flip], 'stop', () => true)).toBeNull();
  });
});

it('tells how likely a guess is right, and nothing of moves that say nothing', () => {
  const guess: MoveOdds = { move: { guess: 'acorn' }, text: 'guess acorn', outcomes: [], is_exact: false, right: 0.25 };
  expect(rightOf([flip, guess], { guess: 'acorn' })).toBe(0.25);
  expect(rightOf([flip, guess], { guess: 2 })).toBeNull();
  expect(rightOf([flip, guess], 'flip')).toBeNull();
});
