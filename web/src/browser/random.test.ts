import { expect, it } from 'vitest';
import { randomHex, randomWord } from './random';

it('makes words of letters, digits, dashes and underscores, each time others', () => {
  const words = Array.from({ length: 200 }, () => randomWord(32));
  for (const word of words) expect(word).toMatch(/^[\w-]{43}$/);
  expect(new Set(words).size).toBe(200);
  expect(randomHex(32)).toMatch(/^[0-9a-f]{64}$/);
});
