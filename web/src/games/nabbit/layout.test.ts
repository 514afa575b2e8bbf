import { describe, expect, it } from 'vitest';
import { anyWrong, clashes, counted, STAGES, strays, withLabel } from '../clash';
import { FIGURES, LEAST_CARD, LEAST_NUMBER } from '../parts/chips';
import { plan, type Plan } from './layout';
import { samples } from '../../wire/samples';
import type { Number, View } from '../../wire/nabbit';

const place = (face_up: number[], banked = 0) => ({ face_up, banked, banked_cards: null });
const view: View = {
  ...samples.nabbit.view[0]!,
  phase: 'choose',
  seat: 0,
  pile: 60,
  to_draw: 60,
  vault: [1, 0, 2, 0, 3],
  flips: [2, 4],
  places: [place([0, 1, 0, 0, 2]), place([0, 0, 0, 0, 1], 3), place([1, 1, 1, 1, 1, 1, 1]), place([0, 0, 0, 0, 2])],
  stop: { left: 1, right: 2, vault: 3, banked: 9 },
};

describe.each([
  [1280, 626],
  [390, 496],
  [360, 330],
  [360, 410],
  [390, 640],
  [1920, 880],
])('a table of %i by %i', (w, h) => {
  const { slots, seats, vault, pile } = plan(view, w, h, 0);

  it('keeps every card on the stage', () => {
    for (const slot of slots) {
      expect(slot.x).toBeGreaterThanOrEqual(0);
      expect(slot.x + slot.w).toBeLessThanOrEqual(w);
      expect(slot.y).toBeGreaterThanOrEqual(0);
      expect(slot.y + slot.w * 1.4).toBeLessThanOrEqual(h);
    }
  });

  it('lights what a stop would take and dims who is out of reach', () => {
    const chips = seats.flatMap(({ seat, chips }) =>
      (chips?.numbers ?? []).flatMap(({ number, isLit }) => (isLit ? [`seat${seat}:${number}`] : [])),
    );
    const lit = [...slots.filter((slot) => slot.glow).map((slot) => slot.zone), ...chips];
    expect(new Set(lit)).toEqual(new Set(['seat0:4', 'seat1:4', 'seat3:4', 'vault:4']));
    expect(slots.filter((slot) => slot.zone.startsWith('seat2')).every((slot) => slot.dim)).toBe(true);
  });

  it('lets nothing overlap in the middle', () => {
    const mine = seats.find((seat) => seat.isMine)!;
    expect(vault.y + vault.h).toBeLessThanOrEqual(mine.y + 1);
    expect(pile.y).toBeGreaterThan(seats[0]!.y + seats[0]!.h);
  });

  it('leaves the number of a stack to be seen beside its count', () => {
    const crowded = { ...view, places: view.places.map(() => place([2, 0, 3, 0, 7])) };
    const { badges, slots, seats } = plan(crowded, w, h, 0);
    expect(badges.length + seats.filter(({ chips }) => chips).length * 3).toBeGreaterThan(12);
    for (const { zone, x, y, isTiny } of badges) {
      const card = slots.findLast((slot) => slot.zone === zone)!;
      const [halfW, halfH] = isTiny ? [11, 8] : [15, 12];
      const wide = Math.min(x + halfW, card.x + card.w * 0.72) - Math.max(x - halfW, card.x + card.w * 0.28);
      const high = Math.min(y + halfH, card.y + card.w * 0.95) - Math.max(y - halfH, card.y + card.w * 0.42);
      expect(Math.max(0, wide) * Math.max(0, high)).toBeLessThan(0.15 * card.w * 0.44 * card.w * 0.53);
    }
  });

  it('lets no part of the table lie over another', () => {
    const { seats, vault, pile, flips } = plan(view, w, h, 0);
    expect(
      clashes(
        { ...counted('seat', seats), ...counted('flip', flips.map(withLabel)), pile: withLabel(pile), vault },
        w,
        h,
      ),
    ).toEqual([]);
  });
});

it.each([2, 3, 4, 5, 6])('lets no part of a table of %i lie over another, whatever its size', (seats) => {
  const places = Array.from({ length: seats }, (_, i) => place([1, 2, 0, 3, 1, 0, i], 4));
  const found = STAGES.flatMap(({ w, h }) => {
    const { seats, vault, pile, flips } = plan({ ...view, places }, w, h, 0);
    expect(Math.min(flips[0]!.w, pile.w), `${w} by ${h}: large enough to be seen`).toBeGreaterThan(18);
    return clashes({ ...counted('seat', seats), ...counted('flip', flips), pile: withLabel(pile), vault }, w, h).map(
      (what) => `${w} by ${h}: ${what}`,
    );
  });
  expect(found).toEqual([]);
});

it.each([false, true])('keeps tables by chance in order (a screen for all: %s)', (isScreen) => {
  const found = anyWrong(2, 2000, (die, w, h) => {
    const some = (most: number) => Array.from({ length: 7 }, () => (die(2) ? die(most) : 0));
    const seats = 2 + die(5);
    const now: View = {
      ...view,
      vault: some(14),
      flips: Array.from({ length: die(6) }, () => die(7) as Number),
      places: Array.from({ length: seats }, () => place(some(11), die(2) * die(40))),
    };
    const { slots, seats: all, vault, pile, flips } = plan(now, w, h, die(seats), isScreen);
    return [
      ...strays(slots, w, h),
      ...clashes({ ...counted('seat', all), ...counted('flip', flips), pile: withLabel(pile), vault }, w, h),
    ];
  });
  expect(found).toEqual([]);
});

/** What others have that cannot be read: cards that no chip counts, and the words of chips. */
const unread = ({ seats, slots }: Plan) =>
  seats
    .filter(({ isMine }) => !isMine)
    .flatMap(({ seat, chips }) =>
      chips
        ? chips.numbers.some(({ w, h }) => chips.font < LEAST_NUMBER || h < chips.font || w < chips.font * FIGURES)
          ? [`the chips of seat ${seat}, ${chips.font.toFixed(1)} high`]
          : []
        : slots.filter(({ zone, w }) => zone.startsWith(`seat${seat}:`) && w < LEAST_CARD).map(({ zone }) => zone),
    );

it.each([2, 3, 4, 5, 6])('can be read on every phone where %i play', (seats) => {
  const places = Array.from({ length: seats }, () => place([2, 0, 11, 3, 1, 0, 4], 12));
  const found = STAGES.filter(({ w, h }) => w >= 360 && h >= 340).flatMap(({ w, h }) =>
    unread(plan({ ...view, places }, w, h, 0)).map((what) => `${w} by ${h}: ${what}`),
  );
  expect(found).toEqual([]);
});

it('keeps a number in its place among the chips while others come', () => {
  const at = (face_up: number[]) =>
    plan(
      { ...view, places: Array.from({ length: 6 }, () => place(face_up)) },
      390,
      586,
      0,
    ).seats[0]!.chips!.numbers.find(({ number }) => number === 4);
  expect(at([0, 0, 0, 0, 1])!.x).toBe(at([1, 2, 3, 0, 1, 6, 1])!.x);
});

it('shows the cards of all seats larger on a screen', () => {
  const widths = (isScreen: boolean) =>
    plan(view, 1280, 572, 0, isScreen)
      .slots.filter(({ zone }) => zone.startsWith('seat1') || zone.startsWith('vault'))
      .map(({ w }) => w);
  expect(Math.min(...widths(true))).toBeGreaterThan(1.3 * Math.min(...widths(false)));
});
