import { describe, expect, it } from 'vitest';
import { anyWrong, clashes, counted, STAGES, strays, withLabel } from '../clash';
import { FIGURES, LEAST_CARD, LEAST_NUMBER } from '../parts/chips';
import { faceOf, plan, spotsOf, type Plan } from './layout';
import { samples } from '../../wire/samples';
import type { Card, Face, Shown, View } from '../../wire/push';
import { COLOURS } from './cards';

const none = () => Array.from({ length: 5 }, () => [0, 0, 0, 0, 0, 0]);
const full = () => [
  [1, 2, 0, 1, 0, 1],
  [0, 1, 1, 0, 0, 0],
  [0, 0, 0, 0, 0, 3],
  [1, 0, 0, 0, 1, 0],
  [0, 0, 2, 0, 0, 0],
];
const view: View = {
  ...samples.push.view[0]!,
  phase: { place: 'blue-5' },
  seat: 0,
  deck: 80,
  to_draw: 80,
  discards: { cards: none(), rolls: 0, switches: 1 },
  stacks: [['red-1', 'blue-2', 'green-3', 'yellow-4', 'purple-5', 'roll'], ['red-2'], ['roll', 'green-6']],
  switches: 2,
  direction: 'clockwise',
  places: [full(), none(), full(), full(), full(), full()].map((bench, i) => ({
    bench,
    banked: i * 3,
    banked_cards: null,
  })),
  risk: 0.2,
};

/** What of the others cannot be read: cards that no chip counts, and the numbers of chips. */
function unread({ seats, slots }: Plan): string[] {
  return seats
    .filter(({ isMine }) => !isMine)
    .flatMap(({ seat, chips, columns, bank }) => {
      if (chips)
        return [...columns, bank].flatMap(({ w, h }) =>
          chips.font < LEAST_NUMBER || h < chips.font || w < chips.font * FIGURES
            ? [`the chips of seat ${seat}, ${chips.font.toFixed(1)} high`]
            : [],
        );
      return slots
        .filter(({ zone, w }) => zone.startsWith(`seat${seat}:`) && w < LEAST_CARD)
        .map(({ zone, w }) => `a card of ${zone}, ${w.toFixed(1)} wide`);
    });
}

it('counts what six have on a phone, and shows what one other has', () => {
  const table = (seats: number) =>
    plan({ ...view, places: view.places.slice(0, seats) }, 390, 584, 0).seats.filter(({ isMine }) => !isMine);
  expect(table(2).map(({ chips }) => chips)).toEqual([null]);
  expect(table(6).map(({ chips }) => chips?.isBehind)).toEqual([false, false, false, false, false]);
  for (const { x, y, w, h, columns, bank } of table(6)) {
    expect(clashes({ ...counted('chip', columns), bank }, 390, 584)).toEqual([]);
    for (const chip of [...columns, bank])
      expect(
        chip.x >= x && chip.y >= y && chip.x + chip.w <= x + w && chip.y + chip.h <= y + h,
        'within the seat',
      ).toBe(true);
  }
});

describe.each([
  [1280, 626],
  [390, 496],
  [360, 330],
  [360, 410],
  [390, 640],
  [1920, 880],
])('a table of %i by %i', (w, h) => {
  const { slots, stacks, seats } = plan(view, w, h, 2);

  it('keeps every card on the stage', () => {
    for (const slot of slots) {
      expect(slot.x, slot.zone).toBeGreaterThanOrEqual(0);
      expect(slot.x + slot.w, slot.zone).toBeLessThanOrEqual(w + 0.5);
      expect(slot.y, slot.zone).toBeGreaterThanOrEqual(0);
      expect(slot.y + slot.w * 1.4, slot.zone).toBeLessThanOrEqual(h);
    }
  });

  it('keeps the stacks between the seats', () => {
    const mine = seats.find((seat) => seat.isMine)!;
    for (const stack of stacks) {
      expect(stack.y).toBeGreaterThan(seats[0]!.y + seats[0]!.h);
      expect(stack.y + stack.h).toBeLessThanOrEqual(mine.y + 1);
    }
  });

  it('lets no part of the table lie over another', () => {
    const { seats, stacks, deck, die, discards } = plan(view, w, h, 2);
    expect(
      clashes(
        {
          ...counted('seat', seats),
          ...counted('stack', stacks),
          deck: withLabel(deck),
          die,
          discards: withLabel(discards),
        },
        w,
        h,
      ),
    ).toEqual([]);
  });
});

it.each([2, 3, 4, 5, 6])('lets no part of a table of %i lie over another, whatever its size', (seats) => {
  const found = STAGES.flatMap(({ w, h }) => {
    const laid = plan({ ...view, places: view.places.slice(0, seats) }, w, h, 0);
    const { seats: all, stacks, deck, die, discards, way } = laid;
    expect(unread(laid), `${w} by ${h}`).toEqual([]);
    expect(Math.min(deck.w, discards.w), `${w} by ${h}: large enough to be seen`).toBeGreaterThan(10);
    return clashes(
      {
        ...counted('seat', all),
        ...counted('stack', stacks),
        deck: withLabel(deck),
        die,
        discards: withLabel(discards),
        way: { ...way, w: 26, h: 26 },
      },
      w,
      h,
    ).map((what) => `${w} by ${h}: ${what}`);
  });
  expect(found).toEqual([]);
});

it.each([false, true])('keeps tables by chance in order (a screen for all: %s)', (isScreen) => {
  const found = anyWrong(1, 2000, (die, w, h) => {
    const some = (most: number) =>
      Array.from({ length: 5 }, () => Array.from({ length: 6 }, () => (die(3) === 0 ? die(most) : 0)));
    const faces: Card[] = [...COLOURS.map((colour) => `${colour}-${1 + die(6)}` as Card), 'roll'];
    const seats = 2 + die(5);
    const now: View = {
      ...view,
      phase: die(2) ? { place: 'switch' } : 'choose',
      stacks: Array.from({ length: die(4) }, () => faces.slice(0, 1 + die(6))),
      switches: die(4),
      places: Array.from({ length: seats }, () => ({ bench: some(4), banked: die(3) * die(14), banked_cards: null })),
    };
    const laid = plan(now, w, h, die(seats), isScreen);
    const { slots, seats: all, stacks, deck, die: cube, discards, way } = laid;
    return [
      ...unread(laid),
      ...strays(slots, w, h),
      ...clashes(
        {
          ...counted('seat', all),
          ...counted('stack', stacks),
          deck: withLabel(deck),
          die: cube,
          discards: withLabel(discards),
          way: { ...way, w: 26, h: 26 },
        },
        w,
        h,
      ),
    ];
  });
  expect(found).toEqual([]);
});

it('shows the cards of all seats larger on a screen', () => {
  const of = (isScreen: boolean) =>
    plan({ ...view, places: view.places.slice(0, 4) }, 1280, 586, 0, isScreen).slots.find(
      ({ zone }) => zone === 'seat2:red',
    )!.w;
  expect(of(true)).toBeGreaterThan(1.4 * of(false));
});

it('leaves the other stacks where they are when one is taken', () => {
  const placed: Shown = { type: 'placed', seat: 0, card: 'red-1', stack: 2, new: true };
  const taken: Shown = { type: 'collected', seat: 0, stack: 1, cards: ['red-2'], left_over: 0 };
  const left = { ...view, stacks: [view.stacks[0]!, view.stacks[2]!] };
  const past = [taken, placed, taken].map((shown) => ({ shown }));
  expect(spotsOf(left, past)).toEqual([0, 2]);
  expect(spotsOf({ ...view, stacks: [] }, past)).toEqual([0, 1, 2]);
  const at = (laid: Plan) =>
    laid.slots
      .filter(({ face, zone }) => face === 'green-6' && zone.startsWith('stack'))
      .map(({ zone, x }) => ({ zone, x: Math.round(x) }));
  expect(at(plan(left, 1280, 626, 0, false, [0, 2]))).toEqual(at(plan(view, 1280, 626, 0)));
});

it('shows the number of every card of a long stack', () => {
  for (const [w, h] of [
    [1280, 626],
    [1280, 586],
    [390, 560],
  ] as const) {
    const [first, second] = plan(view, w, h, 0).slots.filter(({ zone }) => zone === 'stack0:cards');
    expect(second!.y - first!.y).toBeGreaterThanOrEqual(0.31 * first!.w);
  }
});

it('keeps the own cards readable on the lowest phones', () => {
  for (const { w, h } of STAGES.filter(({ w }) => w < 720)) {
    const own = plan(view, w, h, 0).slots.filter(({ zone }) => zone.startsWith('seat0:'));
    expect(Math.min(...own.map((card) => card.w)), `${w} by ${h}`).toBeGreaterThan(27);
  }
});

it('gives a colour of many own cards the room to show their numbers', () => {
  const bench = view.places[0]!.bench.map((counts, colour) =>
    counts.map((_, i) => (colour === 1 ? 1 : colour === 2 && i < 2 ? 1 : 0)),
  );
  const own = plan(
    { ...view, places: view.places.map((place, seat) => (seat === 0 ? { ...place, bench } : place)) },
    1280,
    626,
    0,
  ).slots.filter(({ zone }) => zone === 'seat0:blue');
  expect(own.length).toBeGreaterThan(5);
  own.slice(1).forEach(({ x }, i) => expect(x - own[i]!.x).toBeGreaterThanOrEqual(0.31 * own[i]!.w));
});

it('shows on the die what was rolled last', () => {
  const roll = (face: Face) => ({
    shown: { type: 'rolled', seat: 0, face, lost: [], left_over: 0 } satisfies Shown,
  });
  expect(faceOf([])).toBe('star');
  expect(faceOf([roll('red'), roll('blue'), { shown: null }])).toBe('blue');
});

it('shows the number of every card of a full Bench, or what its colours are worth', () => {
  const of = (red: number[]) => {
    const { slots, seats } = plan(
      {
        ...view,
        places: view.places
          .slice(0, 3)
          .map((place, seat) => (seat === 1 ? { ...place, bench: [red, [], [], [], []] } : place)),
      },
      1280,
      626,
      0,
    );
    return {
      cards: slots.filter(({ zone }) => zone === 'seat1:red'),
      isCounted: seats.find(({ seat }) => seat === 1)!.chips !== null,
    };
  };
  const five = of([1, 1, 1, 0, 1, 1]);
  expect(five.isCounted).toBe(false);
  expect(five.cards.length).toBe(5);
  five.cards.slice(1).forEach(({ y, w }, i) => expect(y - five.cards[i]!.y).toBeGreaterThan(0.3 * w));
  expect(of([3, 3, 3, 0, 2, 1]).isCounted).toBe(true);
});

it('shows the risk large on a screen for all, and nowhere over the cards', () => {
  const { risk, deck } = plan(view, 1280, 572, 0, true);
  expect(risk!.x + risk!.w).toBeLessThan(deck.x);
  expect(plan(view, 1280, 572, 0).risk).toBeNull();
  expect(plan(view, 390, 496, 0, true).risk).toBeNull();
});
