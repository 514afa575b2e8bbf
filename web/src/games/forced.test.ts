import { expect, it } from 'vitest';
import { forced } from './forced';

const only = { list: [{ collect: 1 }], is_complete: true, is_forced: true };

it('makes the move of which the server says that it leaves nothing to decide', () => {
  expect(forced(only, [{ shown: { type: 'stopped', seat: 0 } }])).toEqual({ collect: 1 });
  expect(forced(only, [])).toEqual({ collect: 1 });
  expect(forced({ ...only, is_forced: false }, []), 'one move alone can still be a decision').toBeNull();
});

it('leaves alone who has just taken something back', () => {
  expect(forced(only, [{ shown: null }])).toBeNull();
});
