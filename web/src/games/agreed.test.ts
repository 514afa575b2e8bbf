import { expect, it } from 'vitest';
import type { GameInfo } from '../wire/wire';
import { agreed } from './agreed';

const options = [
  { key: 'riskier_star', about: '', kind: { type: 'flag' } },
  { key: 'goal', about: '', kind: { type: 'number', min: 1, max: 9 } },
  { key: 'first', about: '', kind: { type: 'seat' } },
  { key: 'deck', about: '', kind: { type: 'choice', words: ['full', 'small'] } },
  { key: 'pieces', about: '', kind: { type: 'data', form: '' } },
];
const defaults = { riskier_star: false, goal: 5, first: null, deck: 'full', pieces: [] };
const game = { options, defaults, has_window: false } as unknown as GameInfo;
const clocks = { turn_s: null, game_s: null, window_s: 6, grace_s: 60 };

it('says nothing of a table as usual', () => {
  expect(agreed(game, defaults, clocks)).toEqual([]);
});

it('tells every house rule that differs, in words', () => {
  expect(agreed(game, { riskier_star: true, goal: 7, first: 1, deck: 'small', pieces: [1] }, clocks)).toEqual([
    'The riskier star: it costs the whole Bench',
    'Points to win: 7',
    'Who begins? Seat 2',
    'The deck: small',
  ]);
});

it('tells what is usual and left out here', () => {
  const all = { ...game, defaults: { ...defaults, riskier_star: true } } as unknown as GameInfo;
  expect(agreed(all, { riskier_star: false }, clocks)).toEqual(['The riskier star: it costs the whole Bench: no']);
});

it('tells the clocks, and the window where there is one', () => {
  expect(agreed({ ...game, has_window: true }, defaults, { ...clocks, turn_s: 30, game_s: 600 })).toEqual([
    'Time for a decision: 30 seconds',
    'Time for the whole game: 10 minutes',
    'Time to call a play: 6 seconds',
  ]);
});
