import { expect, test } from 'vitest';
import { below, setDown, siteOf } from './drop';
import { at, isGone, motionEnd, showing } from './film';
import { angleBetween, farFrom, gripAt, onLevel, onUpright, twoFingers } from './grip';
import { Hold } from './hold.svelte';
import { creases, pieceOf, pieceSet } from './pieces';
import { about, apart, between, facing, rotate, rounded, sub, turned, unit, type Vec } from './pose';
import type { Film, Pose } from '../../wire/stacket';
import { listen } from './pointers';
import { fallenWords, placeWords, spotOf, stanceOf, structureWords, whereIs } from './describe';

const set = pieceSet(null);
const id = (name: string) => set.pieces.findIndex((piece) => piece.name === name);
const piece = (name: string) => set.pieces[id(name)]!;
const level = (x: number, y: number, z: number): Pose => ({ at: [x, y, z], turn: [0, 0, 0, 1] });
const BASE_TOP = 0.3;

test('a piece has its origin at its centre of mass, as the server says', () => {
  expect(piece('the wedge').volume).toBeCloseTo(0.1125, 9);
  expect(piece('the wedge').hulls[0]!.points[0]).toEqual([expect.closeTo(-2 / 3, 9), expect.closeTo(-0.15, 9), 0.25]);
  expect(piece('the arch').hulls[0]!.points[0]![1]).toBeCloseTo(-0.33493203425, 9);
  expect(piece('the arch').radius).toBeCloseTo(0.790698721112, 9);
  expect(set.baseHeight).toBeCloseTo(0.15, 9);
});

test('creases are where faces meet at an angle, not where parts continue each other', () => {
  const long = (lines: [Vec, Vec][]) =>
    lines.reduce((sum, [a, b]) => sum + Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), 0);
  const cube = pieceOf({ name: 'cube', parts: [{ block: { size: [1, 1, 1], at: [0, 0, 0] } }] });
  const halves = pieceOf({
    name: 'halves',
    parts: [{ block: { size: [0.5, 1, 1], at: [-0.25, 0, 0] } }, { block: { size: [0.5, 1, 1], at: [0.25, 0, 0] } }],
  });
  expect(long(creases(cube))).toBeCloseTo(12, 6);
  expect(long(creases(halves))).toBeCloseTo(12, 1);
});

test('a quarter turn four times is no turn', () => {
  let pose = level(0, 0, 0);
  for (let i = 0; i < 4; i++) pose = turned(pose, [1, 0, 0], Math.PI / 2);
  expect(apart(pose, level(0, 0, 0)).turn).toBeCloseTo(0, 9);
  expect(Math.hypot(...rounded(turned(pose, [0, 1, 0], 0.3)).turn)).toBeCloseTo(1, 5);
});

test('a turn goes by the right hand', () => {
  const [x, y, z] = rotate(about([0, 1, 0], Math.PI / 2), [1, 0, 0]);
  expect([x, y, z]).toEqual([expect.closeTo(0), expect.closeTo(0), expect.closeTo(-1)]);
});

test('halfway between two turns the shorter arc is taken', () => {
  const a = level(0, 0, 0);
  const b: Pose = { at: [2, 0, 0], turn: [0, -Math.sin(0.2), 0, -Math.cos(0.2)] };
  const middle = between(a, b, 0.5);
  expect(middle.at[0]).toBe(1);
  expect(apart(middle, a).turn).toBeCloseTo(0.2, 6);
});

test('right and away are the axes nearest to how one looks', () => {
  expect(facing(0)).toEqual({ right: [1, 0, 0], away: [0, 0, -1] });
  expect(facing(Math.PI / 2 + 0.2)).toEqual({ right: [0, 0, -1], away: [-1, 0, 0] });
});

test('a piece set down stops a hair above the base', () => {
  const cube = piece('the cube');
  const down = setDown(siteOf(set, []), cube, level(0.2, 5, 0.1), true);
  expect(down.at[1]).toBeCloseTo(BASE_TOP + 0.275, 3);
  expect(down.at[1]).toBeGreaterThan(BASE_TOP + 0.275);
});

test('edges that cross stop each other though no corner is over a face', () => {
  const site = siteOf(set, [
    { piece: id('the long plank'), pose: { at: [0, 1, 0], turn: about([1, 0, 0], Math.PI / 4) } },
  ]);
  const across: Pose = { at: [0, 3, 0], turn: about([0, 1, 0], Math.PI / 2) };
  const { far, on } = below(site, piece('the short plank'), across);
  const high = 1 + (0.1 + 0.225) * Math.SQRT1_2;
  expect(far).toBeCloseTo(3 - 0.1 - high, 6);
  expect(on).toEqual([id('the long plank')]);
});

test('a piece under a bridge comes down on the base, not on the bridge', () => {
  const site = siteOf(set, [{ piece: id('the bridge'), pose: level(0, 2, 0) }]);
  const { far, on } = below(site, piece('the cube'), level(0, 1, 0));
  expect(far).toBeCloseTo(1 - 0.275 - BASE_TOP, 6);
  expect(on).toEqual([null]);
});

test('beside the base there is only the table', () => {
  const { isTable, on } = below(siteOf(set, []), piece('the cube'), level(3, 1, 0));
  expect(isTable).toBe(true);
  expect(on).toEqual([]);
});

const film: Film = {
  length_ms: 12000,
  tracks: [
    {
      piece: 0,
      ms: [0, 1000, 1500, 12000],
      keys: [
        [0, 2, 0, 0, 0, 0, 1],
        [0, 1.9, 0, 0, 0, 0, 1],
        [0, 0.5, 0, 0, 0, 0, 1],
        [0, 0.5, 0, 0, 0, 0, 1],
      ],
    },
    {
      piece: 1,
      taken: true,
      ms: [0, 2000],
      keys: [
        [1, 1, 0, 0, 0, 0, 1],
        [1, 0.2, 0, 0, 0, 0, 1],
      ],
    },
  ],
};

test('a film is interpolated between its keys and stays at its ends', () => {
  const [track] = film.tracks;
  expect(at(track!, 1250).at[1]).toBeCloseTo(1.2, 9);
  expect(at(track!, -5).at[1]).toBe(2);
  expect(at(track!, 99_999).at[1]).toBe(0.5);
});

test('a piece that is taken away is gone after its last key', () => {
  expect(isGone(film.tracks[1]!, 2000)).toBe(false);
  expect(isGone(film.tracks[1]!, 2001)).toBe(true);
  expect(isGone(film.tracks[0]!, 99_999)).toBe(false);
});

test('the ten seconds of rest are not shown, and the fall is slow', () => {
  expect(motionEnd(film)).toBe(2000);
  const run = showing(film, true);
  expect(run.simulated(400)).toBeCloseTo(1000, 6);
  expect(run.simulated(500)).toBeCloseTo(1090, 6);
  expect(run.simulated(run.lengthMs)).toBe(2000);
  expect(showing(film, false).lengthMs).toBeLessThan(run.lengthMs);
  expect(showing(film, true, 2).lengthMs).toBeGreaterThan(1.7 * run.lengthMs);
});

test('rounded keyframes are not taken for movement', () => {
  const key = [0, 1, 0, 0.7071, 0, 0.0001, 0.707];
  expect(motionEnd({ length_ms: 10_000, tracks: [{ piece: 0, ms: [0, 10_000], keys: [key, key] }] })).toBe(0);
});

test('what creeps for a minute is over in seconds', () => {
  const creep: Film = {
    length_ms: 60_000,
    tracks: [
      {
        piece: 0,
        ms: [0, 50_000],
        keys: [
          [0, 1, 0, 0, 0, 0, 1],
          [0.2, 1, 0, 0, 0, 0, 1],
        ],
      },
    ],
  };
  expect(showing(creep, false).lengthMs).toBeLessThan(4000);
});

test('a film in which nothing moves is over at once', () => {
  const run = showing({ length_ms: 10_033, tracks: [] }, false);
  expect(run.lengthMs).toBeLessThan(500);
  expect(run.simulated(100)).toBe(0);
});

test('a pointer meets the level and the upright it points at', () => {
  const along: Vec = [0, -Math.SQRT1_2, -Math.SQRT1_2];
  expect(onLevel({ from: [1, 5, 5], along }, 1)).toEqual([1, expect.closeTo(1), expect.closeTo(1)]);
  expect(onLevel({ from: [1, 5, 5], along: [1, 0, 0] }, 1)).toBeNull();
  expect(onUpright({ from: [0, 3, 5], along: [0, 0, -1] }, [0, 1, 0])).toBeCloseTo(3, 9);
});

test('the arrow is taken before the wood and the wood before the ring', () => {
  const arrow: [number, number][] = [
    [50, 0],
    [50, 20],
  ];
  const ring: [number, number][] = [
    [0, 50],
    [100, 50],
  ];
  expect(gripAt([52, 10], 8, true, arrow, ring, [])).toBe('lift');
  expect(gripAt([50, 45], 8, true, arrow, ring, [])).toBe('move');
  expect(gripAt([50, 45], 8, true, arrow, ring, [[50, 50]]), 'a knob before the wood it is on').toBe('turn');
  expect(gripAt([90, 53], 8, false, arrow, ring, [])).toBe('turn');
  expect(gripAt([90, 90], 8, false, arrow, ring, [])).toBeNull();
  expect(
    farFrom(
      [0, 3],
      [
        [-5, 0],
        [5, 0],
      ],
    ),
  ).toBe(3);
});

test('a piece that drops from an edge while it is dragged goes on where it is dragged to', () => {
  const canvas = Object.assign(new EventTarget(), {
    getBoundingClientRect: () => ({ left: 0, top: 0 }),
    focus: () => undefined,
    setPointerCapture: () => undefined,
    style: {},
  });
  const eye: Vec = [0, 4, 8];
  const room = { ray: ([x, y]: [number, number]) => ({ from: eye, along: unit(sub([x / 100, y / 100, 0], eye)) }) };
  const handles = { arrowSpots: () => [], ringSpots: () => [], knobSpots: () => [] };
  let pose = level(0.9, 2, 0);
  // What it lies on ends at 1; beyond there is only the table.
  const slide = ({ at: [x, , z] }: { at: Vec }) => (pose = level(x, x > 1 ? 0 : 2, z));
  listen(
    canvas as never,
    { room, handles, isOnHeld: () => true, touch: () => undefined } as never,
    { pose: () => pose, slide } as never,
  );
  const point = (type: string, x: number) =>
    canvas.dispatchEvent(
      Object.assign(new Event(type), { pointerId: 1, pointerType: 'touch', button: 0, clientX: x, clientY: 200 }),
    );
  point('pointerdown', 90);
  for (let x = 92; x <= 130; x += 2) point('pointermove', x);
  expect(pose.at[0]).toBeCloseTo(1.3, 6);
  expect(pose.at[2]).toBeCloseTo(0, 6);
});

test('two fingers twist, spread and move', () => {
  const { twist, spread, dx, dy } = twoFingers(
    [
      [0, 0],
      [10, 0],
    ],
    [
      [0, 0],
      [0, 20],
    ],
  );
  expect(twist).toBeCloseTo(Math.PI / 2, 9);
  expect(spread).toBe(2);
  expect([dx, dy]).toEqual([-5, 10]);
  expect(angleBetween(3, -3)).toBeCloseTo(2 * Math.PI - 6, 9);
});

test('places and structures are told in words', () => {
  expect(stanceOf(piece('the long plank'), level(0, 0, 0))).toBe('flat');
  expect(stanceOf(piece('the long plank'), { at: [0, 0, 0], turn: about([0, 0, 1], Math.PI / 2) })).toBe('upright');
  expect(stanceOf(piece('the long plank'), { at: [0, 0, 0], turn: about([0, 0, 1], 0.5) })).toBe('tilted');
  expect(stanceOf(piece('the arch'), level(0, 0, 0))).toBe('rightWay');
  expect(stanceOf(piece('the arch'), { at: [0, 0, 0], turn: about([0, 0, 1], Math.PI) })).toBe('upsideDown');
  expect(stanceOf(piece('the arch'), { at: [0, 0, 0], turn: about([1, 0, 0], Math.PI / 2) }), 'on its back').toBe(
    'flat',
  );
  const plain = ['the cube', 'the disc', 'the drum', 'the round post', 'the ring', 'the Z', 'the cross'];
  for (const name of plain) expect(stanceOf(piece(name), level(0, 0, 0)), `${name} has no top`).not.toBe('rightWay');
  expect(whereIs([0.05, 1, 0])).toBe('in the middle');
  expect(whereIs([-1, 1, 1])).toBe('left and towards you');
  expect(spotOf([-1, 2, 0.5])).toBe('3 cm left and 1.5 cm towards you');
  const cube = { piece: id('the cube'), pose: level(0, BASE_TOP + 0.275, 0) };
  const touches = [
    {
      a: null,
      b: cube.piece,
      seen: true,
      spots: [{ at: [0, BASE_TOP, 0] as Vec, normal: [0, 1, 0] as Vec, patch: 0 }],
    },
  ];
  expect(structureWords(set, { structure: [cube], touches, placed: [cube.piece] })).toEqual([
    '1 piece on the base, 2.5 cm high.',
    'the cube: flat on the base, in the middle; the piece placed last.',
  ]);
  expect(placeWords(set, siteOf(set, [cube]), id('the tile'), level(0, 0.941, 0))).toBe(
    'flat on the cube, 3.1 cm high, in the middle',
  );
});

test('a piece lowered by hand stops on what is below it, and by key goes into it', () => {
  const hold = new Hold(() => Promise.resolve(''));
  const site = siteOf(set, []);
  hold.take(piece('the cube'), site, [0, 3, 0], [0, 0, 0, 1], null);
  const cube = hold.pose!;
  const low = { at: [0, 0.1, 0] as Vec, turn: cube.turn };
  hold.lift(low, true);
  expect(hold.pose!.at[1]).toBeGreaterThan(BASE_TOP);
  expect(hold.pose!.at[1]).toBeLessThan(cube.at[1]);
  hold.lift(low);
  expect(hold.pose!.at[1]).toBeCloseTo(0.1, 6);
});

test('a fallen structure is told as it lies', () => {
  const structure = ['the cube', 'the ring', 'the arch'].map((name) => ({ piece: id(name), pose: level(0, 1, 0) }));
  expect(fallenWords(set, { structure }, ['the ring', 'the tile'])).toEqual([
    'The structure has fallen. On the ground: the ring and the tile. Not on the ground: the cube and the arch.',
  ]);
  expect(fallenWords(set, { structure: structure.slice(0, 1) }, ['the cube'])).toEqual([
    'The structure has fallen. On the ground: the cube.',
  ]);
});
