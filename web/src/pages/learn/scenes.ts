/** The pictures of the lessons, one a page, on a field of 320 by 220: what is drawn, and where its middle lies. */

import { text } from '../../text';
import type { GameId } from '../../wire/games';

/** How a card looks: lit if it matters, dim if it is out, small or large. */
interface Looks {
  turn?: number;
  w?: number;
  look?: 'lit' | 'dim';
}
export type Item =
  | ({ type: 'card'; card: string; x: number; y: number } & Looks)
  | { type: 'slot'; x: number; y: number; w: number }
  | { type: 'arrow'; from: [number, number]; to: [number, number] }
  | { type: 'say'; x: number; y: number; words: string; look?: 'loud' | 'bad' }
  | { type: 'die'; x: number; y: number; face: 'red' | 'star'; turn?: number }
  | { type: 'cross'; x: number; y: number }
  | { type: 'touch'; x: number; y: number }
  | { type: 'wood'; d: string; x: number; y: number; turn?: number; look?: 'lit' | 'dim' };

const card = (id: string | number, x: number, y: number, looks: Looks = {}): Item => ({
  type: 'card',
  card: String(id),
  x,
  y,
  ...looks,
});
const back = (x: number, y: number, looks: Looks = {}): Item => card('back', x, y, looks);
const slot = (x: number, y: number, w = 44): Item => ({ type: 'slot', x, y, w });
const arrow = (x1: number, y1: number, x2: number, y2: number): Item => ({
  type: 'arrow',
  from: [x1, y1],
  to: [x2, y2],
});
const say = (words: string, x: number, y: number, look?: 'loud' | 'bad'): Item => ({ type: 'say', x, y, words, look });
const cross = (x: number, y: number): Item => ({ type: 'cross', x, y });
const touch = (x: number, y: number): Item => ({ type: 'touch', x, y });
const wood = (d: string, x: number, y: number, turn = 0, look?: 'lit' | 'dim'): Item => ({
  type: 'wood',
  d,
  x,
  y,
  turn,
  look,
});
/** Cards that lie on one another, each a little lower. */
const column = (ids: (string | number)[], x: number, y: number, looks: Looks = {}): Item[] =>
  ids.map((id, i) => card(id, x, y + i * 24, looks));

const BLOCK = 'M-34 -15H34V15H-34Z';
const CUBE = 'M-21 -21H21V21H-21Z';
const ARCH = 'M-44 24V-6L-24 -26H24L44 -6V24H20Q0 -14 -20 24Z';
const POST = 'M-12 -34H12V34H-12Z';
const PLANK = 'M-62 -8H62V8H-62Z';
const BASE = 'M-120 -9Q0 -22 120 -9V9Q0 24 -120 9Z';
const base = wood(BASE, 160, 188);

export const scenes: { [G in GameId]: Item[][] } = {
  nabbit: [
    [0, 1, 2, 3, 4, 5, 6].map((n) => card(n, 46 + n * 38, 112 + (n - 3) ** 2 * 3, { turn: (n - 3) * 6, w: 58 })),
    [
      back(34, 110, { w: 46 }),
      card(3, 92, 110, { look: 'dim', w: 46 }),
      card(5, 142, 110, { look: 'dim', w: 46 }),
      card(2, 192, 110, { look: 'dim', w: 46 }),
      card(4, 246, 110, { look: 'lit', w: 52 }),
      slot(296, 110, 40),
    ],
    [
      card(4, 40, 70, { w: 40 }),
      card(4, 272, 70, { w: 40 }),
      card(4, 284, 76, { w: 40 }),
      card(4, 160, 44, { w: 40 }),
      arrow(64, 84, 116, 132),
      arrow(256, 88, 204, 132),
      arrow(160, 78, 160, 104),
      card(4, 160, 154, { look: 'lit', w: 62 }),
    ],
    [
      card(4, 62, 104),
      card(4, 74, 112),
      card(4, 86, 120, { look: 'lit' }),
      arrow(126, 112, 188, 112),
      back(236, 104),
      back(244, 110),
      back(252, 116),
    ],
    [
      card(0, 88, 112, { turn: -12 }),
      card(0, 130, 106),
      card(0, 172, 112, { turn: 12, look: 'lit' }),
      say('+30', 254, 108, 'loud'),
    ],
  ],
  push: [
    [
      ...column(['red-5', 'blue-2'], 70, 84),
      ...column(['green-1', 'red-4', 'yellow-6'], 160, 72),
      ...column(['purple-3'], 250, 96),
    ],
    [
      ...column(['red-5', 'blue-2', 'green-6'], 66, 64, { look: 'lit' }),
      ...column(['green-1', 'red-4'], 160, 76),
      ...column(['purple-3'], 254, 88),
      say('1', 66, 196, 'loud'),
      say('2', 160, 196),
      say('3', 254, 196),
    ],
    [
      ...column(['red-5', 'blue-2'], 140, 74, { w: 44 }),
      ...column(['green-5', 'red-1'], 196, 74, { w: 44 }),
      ...column(['blue-5', 'yellow-4'], 252, 74, { w: 44 }),
      card('blue-1', 58, 104, { turn: -8 }),
      cross(58, 104),
      { type: 'die', x: 196, y: 186, face: 'red', turn: 12 },
    ],
    [
      card('green-2', 50, 102),
      card('green-4', 78, 102),
      card('green-6', 106, 102, { look: 'lit' }),
      arrow(146, 104, 206, 104),
      back(250, 98),
      back(257, 104),
      back(264, 110),
    ],
    [
      card('roll', 80, 104),
      arrow(118, 104, 148, 104),
      { type: 'die', x: 176, y: 104, face: 'star', turn: -10 },
      card('switch', 260, 104, { turn: 6 }),
    ],
  ],
  stacks: [
    [
      card(3, 58, 112, { turn: -8 }),
      card(4, 96, 112, { turn: 6 }),
      arrow(138, 112, 186, 112),
      back(232, 112),
      back(240, 106),
      say('7', 236, 36, 'loud'),
    ],
    [
      back(60, 128, { w: 46 }),
      say('3', 60, 66),
      back(152, 128, { w: 46 }),
      back(160, 122, { w: 46 }),
      say('5', 156, 60),
      back(248, 128, { w: 46 }),
      back(256, 122, { w: 46 }),
      back(264, 116, { w: 46 }),
      say('8', 256, 54, 'loud'),
      arrow(84, 66, 128, 62),
      arrow(182, 60, 228, 56),
    ],
    [
      say('7', 74, 40),
      card(1, 48, 118, { turn: -6 }),
      card(2, 96, 118, { turn: 6 }),
      say('= 3', 168, 118, 'bad'),
      say(text.stacks.call, 258, 118, 'loud'),
    ],
    [card(-10, 130, 112, { look: 'lit', w: 74, turn: -5 }), back(214, 118, { turn: 9 })],
    [
      back(60, 112, { turn: -10, look: 'dim' }),
      back(96, 112, { turn: 8, look: 'dim' }),
      arrow(136, 112, 190, 112),
      say('40', 244, 112, 'loud'),
    ],
  ],
  nuts: [
    [
      card('acorn-2', 56, 110, { w: 46 }),
      card('walnut-3', 82, 110, { w: 46 }),
      card('almond-3', 108, 110, { w: 46 }),
      say('8', 82, 184, 'loud'),
      card('peanut-3', 226, 110, { w: 46 }),
      card('hazelnut-2', 252, 110, { w: 46 }),
      say('5', 239, 184),
    ],
    [
      back(40, 112, { w: 46 }),
      arrow(68, 112, 100, 112),
      card('acorn-1', 132, 112, { look: 'lit' }),
      card('acorn-2', 170, 112, { look: 'lit' }),
      arrow(210, 112, 248, 112),
      card('walnut-1', 284, 112, { w: 46 }),
    ],
    [
      card('peanut-3', 86, 92, { turn: -24 }),
      card('almond-3', 160, 124, { turn: 8 }),
      card('acorn-1', 234, 96, { turn: 30 }),
      say('7 > 6', 160, 34, 'bad'),
    ],
    [
      back(70, 112, { look: 'lit' }),
      say('?', 70, 112, 'loud'),
      arrow(112, 112, 150, 112),
      card('acorn-3', 186, 112, { w: 40, turn: -8 }),
      card('walnut-2', 228, 112, { w: 40 }),
      card('hazelnut-1', 270, 112, { w: 40, turn: 8 }),
    ],
    [
      slot(76, 112, 58),
      say('0', 76, 112),
      card('acorn-1', 204, 112, { turn: -8, look: 'dim' }),
      card('peanut-2', 244, 112, { turn: 8, look: 'dim' }),
    ],
  ],
  stacket: [
    [
      base,
      wood(ARCH, 140, 150),
      wood(BLOCK, 158, 62, -4, 'lit'),
      arrow(158, 84, 150, 112),
      touch(126, 124),
      touch(156, 124),
    ],
    [
      wood(BASE, 132, 176),
      wood(ARCH, 112, 138),
      wood(POST, 114, 76, 14),
      wood(CUBE, 282, 184, 24),
      arrow(174, 88, 258, 146),
      cross(282, 184),
    ],
    [
      base,
      wood(ARCH, 140, 150),
      wood(PLANK, 168, 84, -18, 'lit'),
      { type: 'arrow', from: [236, 96], to: [222, 42] },
      wood('M-58 0Q0 -9 58 0Q0 9 -58 0Z', 176, 182, 0, 'dim'),
    ],
    [
      wood('M-70 -40H70V40H-70Z', 90, 118, 0, 'dim'),
      say('0', 90, 118, 'loud'),
      arrow(172, 118, 208, 118),
      wood(CUBE, 256, 150),
      wood(POST, 250, 94, 4),
    ],
  ],
};
