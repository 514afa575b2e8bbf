import { afterEach, expect, it, vi } from 'vitest';
import { Ready } from './ready.svelte';
import { change } from './settings.svelte';

afterEach(() => vi.useRealTimers());

it.each([
  ['calm', 400],
  ['brisk', 400],
  ['instant', 200],
] as const)('takes nothing for a moment at a pace of %s', (pace, ms) => {
  vi.useFakeTimers();
  change({ pace });
  const ready = new Ready();
  ready.appear();
  vi.advanceTimersByTime(ms - 1);
  expect(ready.isReady).toBe(false);
  vi.advanceTimersByTime(1);
  expect(ready.isReady).toBe(true);
});
