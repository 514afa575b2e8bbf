import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settings } from '../../browser/settings.svelte';
import { Reading } from './reading.svelte';

const table = { seq: 4, isScreen: false, standings: null, linger: vi.fn(), goOn: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers();
  settings.pace = 'calm';
  Object.assign(table, { seq: 4, isScreen: false, linger: vi.fn(), goOn: vi.fn() });
});
afterEach(() => vi.useRealTimers());

it('stays as long as it takes to read, and the next moment waits', () => {
  const reading = new Reading<string>(() => table);
  reading.show('Windfall', 3000);
  expect(table.linger).toHaveBeenCalledWith(3000);
  vi.advanceTimersByTime(2900);
  expect(reading.shown).toBe('Windfall');
  vi.advanceTimersByTime(200);
  expect(reading.shown).toBeNull();
});

it('stays on a screen for all until the next decision is made', () => {
  const reading = new Reading<string>(() => table);
  table.isScreen = true;
  reading.show('Windfall', 3000);
  vi.advanceTimersByTime(60_000);
  reading.pass(4);
  expect(reading.shown).toBe('Windfall');
  reading.pass(5);
  expect(reading.shown).toBeNull();
});

it('goes on at a tap', () => {
  const reading = new Reading<string>(() => table);
  reading.show('Windfall', 3000);
  reading.goOn();
  expect(reading.shown).toBeNull();
  expect(table.goOn).toHaveBeenCalledOnce();
});

it('holds nothing up where everything is to happen at once', () => {
  settings.pace = 'instant';
  new Reading<string>(() => table).show('Windfall', 3000);
  expect(table.linger).not.toHaveBeenCalled();
});
