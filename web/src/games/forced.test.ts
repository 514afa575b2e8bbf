import { expect, it } from 'vitest';
import { forced } from './forced';

const only = { list: [{ collect: 1 }], is_complete: true };

it('makes the one move there is for a player of Push', () => {
  expect(forced('push', only, [{ shown: { type: 'stopped' } }])).toEqual({ collect: 1 });
  expect(forced('push', { list: [{ place: 0 }, { place: 2 }], is_complete: true }, [])).toBeNull();
  expect(forced('push', { list: ['draw'], is_complete: true }, []), 'to draw is always a decision').toBeNull();
});

it('leaves alone who has just taken something back, what is not all, and other games', () => {
  expect(forced('push', only, [{ shown: null }])).toBeNull();
  expect(forced('push', { ...only, is_complete: false }, [])).toBeNull();
  expect(forced('nuts', only, [])).toBeNull();
});
