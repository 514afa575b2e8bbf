import { expect, it } from 'vitest';
import { parse } from './route.svelte';

it('finds a page for every address, garbled ones too', () => {
  expect(parse('/t/k7q2zd/')).toEqual({ page: 'table', which: 'k7q2zd' });
  expect(parse('/t/a%20b')).toEqual({ page: 'table', which: 'a b' });
  expect(parse('/t/%E0%A4%A')).toEqual({ page: 'table', which: '%E0%A4%A' });
  for (const path of ['/%', '/t', '/learn', '/nowhere', '/learn/push/more', '/t/K7Q2ZD/x'])
    expect(parse(path), path).toEqual({ page: 'lost' });
});

it('knows every page by its path', () => {
  expect(parse('/')).toEqual({ page: 'lobby' });
  expect(parse('/t/ABC123')).toEqual({ page: 'table', which: 'ABC123' });
  expect(parse('/screen/ABC123')).toEqual({ page: 'screen', which: 'ABC123' });
  expect(parse('/abc-123')).toEqual({ page: 'table', which: 'ABC123' });
  expect(parse('/tv')).toEqual({ page: 'tv' });
  expect(parse('/tv/ABC123')).toEqual({ page: 'screen', which: 'ABC123' });
  expect(parse('/learn/push')).toEqual({ page: 'learn', game: 'push' });
  expect(parse('/nowhere/else')).toEqual({ page: 'lost' });
});
