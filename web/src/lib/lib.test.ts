import { describe, expect, it } from 'vitest';
import { qr } from './qr';
import { parse } from './route.svelte';
import { sidesOf } from './sides';

describe('qr', () => {
  it('grows with the text and keeps its three corners', () => {
    const code = qr('http://192.168.178.20:8080/t/K7Q2ZD');
    expect(code).toHaveLength(29);
    for (const [r, c] of [[0, 0], [0, 22], [22, 0]] as const) {
      expect(code.slice(r, r + 7).map((row) => row.slice(c, c + 7).map(Number).join(''))).toEqual(
        ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'],
      );
    }
  });

  it('is the code that readers read', () => {
    // The rows of a code that a reader was seen to read.
    const dark = qr('HI').map((row) => parseInt(row.map(Number).join(''), 2).toString(36));
    expect(dark.join(' ')).toMatchSnapshot();
  });

  it('refuses what does not fit', () => {
    expect(() => qr('x'.repeat(200))).toThrow('too long');
  });
});

describe('parse', () => {
  it('knows every page by its path', () => {
    expect(parse('/')).toEqual({ page: 'lobby' });
    expect(parse('/t/ABC123')).toEqual({ page: 'table', which: 'ABC123' });
    expect(parse('/screen/ABC123')).toEqual({ page: 'screen', which: 'ABC123' });
    expect(parse('/learn/push')).toEqual({ page: 'learn', game: 'push' });
    expect(parse('/nowhere/else')).toEqual({ page: 'lost' });
  });
});

it('puts those who play together into one side, in the order of the standings', () => {
  expect(sidesOf([3, 0, 1, 2], (seat) => (seat === 0 ? 1 : 0))).toEqual([[3, 1, 2], [0]]);
  expect(sidesOf([2, 0], (seat) => seat)).toEqual([[2], [0]]);
});
