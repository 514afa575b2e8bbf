import { expect, it } from 'vitest';
import { readCode, spoken } from './code';

it('reads a code however it was typed, and nothing else as one', () => {
  expect(['k7wq2m', ' K7W-Q2M', 'k7w q2m'].map(readCode)).toEqual(['K7WQ2M', 'K7WQ2M', 'K7WQ2M']);
  expect(readCode('OIL0q2'), 'letters that are taken for digits').toBe('0110Q2');
  expect(['', 'K7WQ2', 'K7WQ2MX', 'K7WQ2!', 'tv'].map(readCode)).toEqual([null, null, null, null, null]);
});

it('says an address without what nobody says', () => {
  expect(spoken('http://192.168.1.5:8080')).toBe('192.168.1.5:8080');
  expect(spoken('https://games.example/')).toBe('games.example');
});
