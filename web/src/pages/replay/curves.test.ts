import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { samples } from '../../wire/samples';
import { spaced, DASHES, CURVE_INKS, SYMBOLS } from './curves';

const parts = (hex: string) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
const light = (hex: string) =>
  parts(hex).reduce(
    (sum, part, i) =>
      sum + [0.2126, 0.7152, 0.0722][i]! * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4),
    0,
  );
const contrast = (a: string, b: string) =>
  (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);

it('every curve stands out from the ground of every room', () => {
  const rooms = [
    ...readFileSync('src/app.css', 'utf8').matchAll(
      /\.room-(\w+) \{\s*color-scheme: (dark|light);[^}]*?--solid: (#\w{6})/g,
    ),
  ];
  expect(new Set(rooms.map((room) => room[1]))).toEqual(new Set(Object.keys(samples)));
  for (const [, room, scheme, solid] of rooms)
    for (const ink of CURVE_INKS[scheme as 'dark' | 'light'])
      expect(contrast(ink, solid!), `${ink} in ${room}`).toBeGreaterThan(3);
});

it('every seat has an ink, a dash and a symbol of its own', () => {
  for (const marks of [CURVE_INKS.dark, CURVE_INKS.light, DASHES, SYMBOLS]) expect(new Set(marks).size).toBe(6);
});

it('symbols at the ends of curves that meet lie beside each other', () => {
  expect(spaced([50, 50, 20], 10, 96)).toEqual([50, 60, 20]);
  expect(spaced([96, 96, 96], 10, 96)).toEqual([76, 86, 96]);
  expect(spaced([0, 40], 10, 96)).toEqual([0, 40]);
});
