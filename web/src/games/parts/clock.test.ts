import { describe, expect, it } from 'vitest';
import { leftOf } from './clock.svelte';

const clocks = { now_ms: 1000, turn_ends_at_ms: 31_000, window_ends_at_ms: null, seats: [] };
const turn = { type: 'seats' as const, seats: [0, 1], asked: 1 };

describe('the time a seat has left', () => {
  it('is that of the decision it is asked for', () => {
    expect(leftOf({ clocks, turn }, 1, 20_500)).toEqual({ seconds: 11, runs: true });
    expect(leftOf({ clocks, turn }, 0, 20_500)).toBeNull();
  });

  it('never falls below nothing', () => {
    expect(leftOf({ clocks, turn }, 1, 99_000)).toEqual({ seconds: 0, runs: true });
  });

  it('is that of the whole game where only that is limited, and runs for who is asked', () => {
    const seats = [
      { left_ms: 60_000, is_running: false },
      { left_ms: 45_000, is_running: true },
    ];
    const both = { clocks: { ...clocks, turn_ends_at_ms: null, seats }, turn };
    expect(leftOf(both, 0, 11_000)).toEqual({ seconds: 60, runs: false });
    expect(leftOf(both, 1, 11_000)).toEqual({ seconds: 35, runs: true });
  });
});
