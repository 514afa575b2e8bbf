import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settings } from '../browser/settings.svelte';
import { Voices } from './voices.svelte';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  settings.isQuiet = false;
});

it('shows the last few for a moment', () => {
  const voices = new Voices();
  for (let n = 0; n < 9; n++) voices.react(`Guest ${n}`, n, 'wow');
  expect(voices.list.map(({ name }) => name)).toEqual(['Guest 5', 'Guest 6', 'Guest 7', 'Guest 8']);
  vi.advanceTimersByTime(10_000);
  expect(voices.list).toEqual([]);
});

it('leaves whoever wants none of it in peace, and still tells what is said', () => {
  const voices = new Voices();
  settings.isQuiet = true;
  voices.react('Bea', 1, 'hurry');
  expect(voices.list).toEqual([]);
  voices.say('Bea', 1, 'Who is next?');
  expect(voices.list.map(({ words }) => words)).toEqual(['Who is next?']);
});
