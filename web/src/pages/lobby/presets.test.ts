import { expect, it } from 'vitest';
import { samples } from '../../wire/samples';
import type { GameId } from '../../wire/games';
import { PRESETS, presetOf, setupOf, shortGame } from './presets';

it('knows every preset again by what it chooses', () => {
  for (const preset of PRESETS) expect(presetOf(structuredClone(setupOf(preset)))).toBe(preset);
  expect(presetOf({ ...setupOf('normal'), turn: 15 })).toBeNull();
});

it('switches help off for everybody only where it is strict', () => {
  expect(PRESETS.filter((preset) => !setupOf(preset).manners.hints)).toEqual(['strict']);
});

it('has a short game of every kind', () => {
  for (const game of Object.keys(samples) as GameId[]) expect(Object.keys(shortGame(game)).length).toBeGreaterThan(0);
});
