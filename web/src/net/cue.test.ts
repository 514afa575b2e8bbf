import { describe, expect, it } from 'vitest';
import type { Moment } from '../wire/wire';
import { cueOf } from './cue';

const moment = (moves: unknown[], winners?: number[]) =>
  ({
    moves: { list: moves },
    turn: { type: 'seats', seats: [0], asked: 0 },
    clocks: { window_ends_at_ms: null },
    standings: winners ? { scores: [], teams: [], winners } : null,
  }) as unknown as Moment;
const [mine, theirs] = [moment(['flip']), moment([])];

describe('the end of a game', () => {
  it('is a fanfare for who has won, also by a move of their own, and for who watches', () => {
    expect(cueOf(mine, moment([], [0]), 0)).toBe('win');
    expect(cueOf(theirs, moment([], [0]), 0)).toBe('win');
    expect(cueOf(theirs, moment([], [0]), null)).toBe('win');
  });

  it('is none for who has lost', () => {
    expect(cueOf(theirs, moment([], [1]), 0)).toBe('bust');
  });

  it('is silent for who comes later', () => {
    expect(cueOf(null, moment([], [0]), 0)).toBeNull();
    expect(cueOf(moment([], [0]), moment([], [0]), 0)).toBeNull();
  });
});

it('a turn rings when it comes, not while it lasts', () => {
  expect(cueOf(theirs, mine, 0)).toBe('turn');
  expect(cueOf(null, mine, 0)).toBe('turn');
  expect(cueOf(mine, mine, 0)).toBeNull();
  expect(cueOf(mine, theirs, 0)).toBeNull();
});
