import { describe, expect, it } from 'vitest';
import type { MoveOdds } from '../wire/wire';
import { text } from '../text';
import { chanceOf, rightOf, shareOf } from './odds';
import { percentOf } from '../text/grammar';

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

describe('a chance in percent', () => {
  it('is the same figure wherever it is told, and adds up to a hundred with its opposite', () => {
    for (let of = 1; of <= 40; of++) {
      for (let n = 0; n <= of; n++) {
        const [hit, miss] = [n / of, 1 - n / of];
        expect(text.table.share(hit)).toBe(`${percentOf(hit)}%`);
        // One of the two is counted, the other is what is left of a hundred.
        expect(Math.abs(percentOf(hit) + percentOf(miss) - 100), `${n} of ${of}`).toBeLessThanOrEqual(1);
      }
    }
    expect(percentOf(2 / 14)).toBe(14);
    expect(100 - percentOf(12 / 14)).toBe(14);
  });

  it('is never nothing or all while the other may be', () => {
    expect([0, 0.001, 0.004, 0.996, 0.999, 1].map(percentOf)).toEqual([0, 1, 1, 99, 99, 100]);
    // Sums of fractions come close to what they mean.
    expect(percentOf(0.1 + 0.2 + 0.7 - 1e-12)).toBe(100);
  });
});
