import { expect, it } from 'vitest';
import type { Clocks, Moves, TurnInfo } from '../wire/wire';
import { isDue } from './turn';

const at = (turn: TurnInfo, list: unknown[], window: number | null = null) => ({
  turn,
  moves: { list, is_complete: true, is_forced: false } as Moves,
  clocks: { window_ends_at_ms: window } as Clocks,
});
const all: TurnInfo = { type: 'seats', seats: [0, 1, 2], asked: 1 };

it('waits for the seat that is asked', () => {
  expect(isDue(at(all, ['give-up']), 1)).toBe(true);
  expect(isDue(at(all, []), 1)).toBe(false);
  expect(isDue(at(all, ['give-up']), null)).toBe(false);
});

it('does not wait for who may only shake the table', () => {
  expect(isDue(at(all, [{ shake: 0.1 }]), 0)).toBe(false);
});

it('waits for whoever may answer a play while its window is open', () => {
  expect(isDue(at(all, [{ call: { play: 3 } }], 5000), 0)).toBe(true);
  expect(isDue(at(all, [], 5000), 0), 'who has played answers nothing').toBe(false);
});
