import { describe, expect, it } from 'vitest';
import { anyWrong, clashes, counted, STAGES, strays, withLabel } from '../clash';
import { climb, heightOf, plan } from './layout';
import { samples } from '../../wire/samples';
import type { View } from '../../wire/stacks';

const place = (hand: number, stack: number) => ({ hand, stack, hand_cards: null, stack_cards: null, stack_sum: null });
const view: View = {
  ...samples.stacks.view[0]!,
  phase: 'choose',
  round: 2,
  order: [0, 1, 2, 3],
  seat: 0,
  still_in: [0, 1, 3],
  deck: 4,
  scores: [3, 8, -10, 21],
  places: [
    { hand: 2, stack: 3, hand_cards: [1, 4], stack_cards: [-10, 1, 3], stack_sum: -6 },
    place(1, 5),
    place(1, 2),
    place(2, 1),
  ],
  bids: [],
  plays: 9,
  last_round: null,
};

describe.each([
  [1280, 600],
  [1280, 480],
  [390, 496],
  [360, 330],
  [360, 410],
  [390, 600],
  [1920, 860],
])('a table of %i by %i', (w, h) => {
  const { slots, seats, call, deck, ladder } = plan(view, w, h, 0, [1]);

  it('keeps every card on the stage', () => {
    for (const slot of slots) {
      expect(slot.x).toBeGreaterThanOrEqual(0);
      expect(slot.x + slot.w, slot.zone).toBeLessThanOrEqual(w);
      expect(slot.y + slot.w * 1.4).toBeLessThanOrEqual(h);
    }
  });

  it('shows the own faces, lifts the chosen card and dims who has folded', () => {
    expect(slots.filter((slot) => slot.zone === 'seat0:hand').map(({ face, lift }) => [face, lift])).toEqual([
      ['1', false],
      ['4', true],
    ]);
    expect(slots.filter((slot) => slot.zone.startsWith('seat2')).every((slot) => slot.dim && slot.face === null)).toBe(
      true,
    );
  });

  it('has room for the ladder between deck and call', () => {
    expect(ladder.w).toBeGreaterThan(120);
    expect(call.x).toBeGreaterThan(ladder.x + ladder.w - 1);
    expect(deck.y).toBeGreaterThan(seats[0]!.y + seats[0]!.h);
  });

  it('lets no part of the table lie over another', () => {
    const { seats, deck, ladder, call } = plan(view, w, h, 0, [1]);
    expect(clashes({ ...counted('seat', seats), deck: withLabel(deck), ladder, call }, w, h)).toEqual([]);
  });
});

describe.each([true, false])('a ladder of Bids (small: %s)', (isSmall) => {
  const heights = Array.from({ length: 600 }, (_, i) => i / 2);
  const counts = [0, 1, 2, 3, 4, 5, 6, 12];

  it('shows no more than fits, whatever its height', () => {
    for (const h of heights)
      for (const bids of counts)
        expect(heightOf(climb(h, bids, isSmall)), `${bids} bids in ${h}`).toBeLessThanOrEqual(h);
  });

  it('always shows the last Bid, and in full where its height allows', () => {
    const { top } = climb(1000, 1, isSmall);
    for (const h of heights) {
      for (const bids of counts.slice(1))
        expect(climb(h, bids, isSmall).rungs, `${bids} bids in ${h}`).toBeGreaterThanOrEqual(1);
      expect(climb(h, 1, isSmall).top).toBe(Math.min(h, top));
    }
  });

  it('shows one more as soon as there is room for it', () => {
    for (const h of heights) {
      const now = climb(h, 12, isSmall);
      if (now.rungs < 5) expect(heightOf({ ...now, rungs: now.rungs + 1 })).toBeGreaterThan(h);
    }
  });

  it('never shows fewer Bids, or the round no more, in a higher ladder', () => {
    heights.slice(1).forEach((h, i) => {
      const [less, more] = [climb(heights[i]!, 12, isSmall), climb(h, 12, isSmall)];
      expect(more.rungs).toBeGreaterThanOrEqual(less.rungs);
      expect(more.round).toBeGreaterThanOrEqual(less.round);
    });
  });
});

it.each([2, 3, 4, 5])('lets no part of a table of %i lie over another, whatever its size', (seats) => {
  const places = [view.places[0]!, ...Array.from({ length: seats - 1 }, () => place(2, 6))];
  const found = STAGES.flatMap(({ w, h }) => {
    const { seats, deck, ladder, call } = plan({ ...view, places }, w, h, 0, []);
    expect(Math.min(deck.w, call.w / 2), `${w} by ${h}: large enough to be seen`).toBeGreaterThan(18);
    return clashes({ ...counted('seat', seats), deck: withLabel(deck), ladder, call }, w, h).map(
      (what) => `${w} by ${h}: ${what}`,
    );
  });
  expect(found).toEqual([]);
});

it('keeps tables by chance in order', () => {
  const found = anyWrong(3, 2000, (die, w, h) => {
    const seats = 2 + die(4);
    const base = die(seats);
    const places = Array.from({ length: seats }, (_, seat) => {
      const [hand, stack] = [die(3), die(9)];
      return seat === base
        ? {
            hand,
            stack,
            hand_cards: Array<number>(hand).fill(4),
            stack_cards: Array<number>(stack).fill(-10),
            stack_sum: -10 * stack,
          }
        : place(hand, stack);
    });
    const { slots, seats: all, deck, ladder, call } = plan({ ...view, places }, w, h, base, die(2) ? [0] : []);
    return [...strays(slots, w, h), ...clashes({ ...counted('seat', all), deck: withLabel(deck), ladder, call }, w, h)];
  });
  expect(found).toEqual([]);
});

it('shows cards larger on a screen for all, and nothing over another', () => {
  for (const [w, h] of [
    [1280, 586],
    [1366, 640],
  ] as const) {
    const [own, screen] = [plan(view, w, h, 0, []), plan(view, w, h, 0, [], true)];
    const size = ({ slots }: typeof own) => slots.find((slot) => slot.zone === 'seat1:hand')!.w;
    expect(size(screen)).toBeGreaterThan(size(own) * 1.1);
    expect([
      ...strays(screen.slots, w, h),
      ...clashes(
        { ...counted('seat', screen.seats), deck: withLabel(screen.deck), ladder: screen.ladder, call: screen.call },
        w,
        h,
      ),
    ]).toEqual([]);
  }
});
