import { describe, expect, it } from 'vitest';
import { anyWrong, clashes, counted, STAGES, strays, withLabel } from '../clash';
import { plan } from './layout';
import { samples } from '../../wire/samples';
import type { Card, Drawn, View } from '../../wire/nuts';
import { NUTS } from './cards';

const view: View = {
  ...samples.nuts.view[0]!,
  phase: { guess: 1 },
  raccoon: 0,
  lots: [null, null, null, null],
  begun: true,
  seat: 0,
  left: { free_draw: false, actions: 2, show: false, share: false },
  pile: 9,
  to_draw: 9,
  events_out: ['event-1', 'event-4'],
  places: [
    {
      cards: 6,
      hand: ['almond-1', 'almond-2', 'peanut-1', 'walnut-1', 'acorn-3', 'acorn-1'],
      nuts: 9,
      limit: null,
      open: [],
      shown: [],
    },
    { cards: 3, hand: null, nuts: null, limit: 6, open: ['peanut-2'], shown: [] },
    { cards: 2, hand: null, nuts: null, limit: 6, open: [], shown: [] },
    { cards: 4, hand: null, nuts: null, limit: 6, open: [], shown: [] },
  ],
  raccoon_stash: ['acorn-1', 'acorn-2', 'walnut-2', 'walnut-3', 'peanut-3', 'almond-3'],
  squirrel_stash: ['hazelnut-1'],
  laid: null,
  watched: [],
};

describe.each([
  [1280, 600],
  [390, 496],
  [360, 330],
  [360, 410],
  [390, 600],
  [1920, 860],
])('a table of %i by %i', (w, h) => {
  const { slots } = plan(view, w, h, 0, []);

  it('keeps every card on the stage', () => {
    for (const slot of slots) {
      expect(slot.x, slot.zone).toBeGreaterThanOrEqual(0);
      expect(slot.x + slot.w, slot.zone).toBeLessThanOrEqual(w);
      expect(slot.y + slot.w * 1.4, slot.zone).toBeLessThanOrEqual(h);
    }
  });

  it('shows what is known of a hand and hides the laid card', () => {
    const robbed = slots.filter((slot) => slot.zone === 'seat1:hand');
    expect(robbed.map((slot) => slot.face)).toEqual(['peanut-2', null, null]);
  });

  it('lets no part of the table lie over another', () => {
    const { seats, pile, laid, events, told, squirrels, raccoon } = plan(view, w, h, 0, []);
    expect(
      clashes(
        {
          ...counted('seat', seats),
          pile: withLabel(pile),
          laid,
          events,
          told: { ...told, h: 18 },
          squirrels,
          raccoon,
        },
        w,
        h,
      ),
    ).toEqual([]);
  });

  it('leaves room for the number of a stash', () => {
    const raccoon_stash = Array.from({ length: 14 }, (): Card => 'acorn-1');
    const { slots, raccoon: box, isSmall } = plan({ ...view, raccoon_stash }, w, h, 0, []);
    const number = { x: box.x + box.w - 44, y: box.y + 3, w: 30, h: isSmall ? 24 : 40 };
    slots
      .filter((slot) => slot.zone === 'raccoon:stash')
      .forEach((slot) => expect(clashes({ number, card: { ...slot, h: slot.w * 1.4 } }, w, h)).toEqual([]));
  });
});

it.each([3, 4])('lets no part of a table of %i lie over another, whatever its size', (seats) => {
  const places = Array.from({ length: seats }, (_, i) => view.places[i % 4]!);
  const found = STAGES.flatMap(({ w, h }) => {
    const { seats, pile, laid, events, told, squirrels, raccoon } = plan({ ...view, places }, w, h, 0, []);
    expect(Math.min(pile.w, laid.w), `${w} by ${h}: large enough to be seen`).toBeGreaterThan(18);
    return clashes(
      { ...counted('seat', seats), pile: withLabel(pile), laid, events, told: { ...told, h: 18 }, squirrels, raccoon },
      w,
      h,
    ).map((what) => `${w} by ${h}: ${what}`);
  });
  expect(found).toEqual([]);
});

it('keeps tables by chance in order', () => {
  const found = anyWrong(4, 2000, (die, w, h) => {
    const card = () => `${NUTS[die(5)]}-${1 + die(3)}` as Card;
    const some = (most: number) => Array.from({ length: die(most) }, card);
    const seats = 3 + die(2);
    const base = die(seats);
    const places = Array.from({ length: seats }, (_, seat) => {
      const hand = some(9);
      return {
        cards: hand.length,
        hand: seat === base ? hand : null,
        nuts: null,
        limit: 6,
        open: hand.slice(0, die(hand.length + 1)),
        shown: [],
      };
    });
    const robbed = die(seats);
    const now: View = {
      ...view,
      phase: die(2) && places[robbed]!.cards > 0 ? { guess: robbed } : 'act',
      places,
      events_out: Array.from({ length: die(9) }, (_, i): Drawn => `event-${i}`),
      raccoon_stash: some(25),
      squirrel_stash: some(40),
    };
    const { slots, seats: all, pile, laid, events, told, squirrels, raccoon } = plan(now, w, h, base, []);
    return [
      ...strays(slots, w, h),
      ...clashes(
        { ...counted('seat', all), pile: withLabel(pile), laid, events, told: { ...told, h: 18 }, squirrels, raccoon },
        w,
        h,
      ),
    ];
  });
  expect(found).toEqual([]);
});

it('shows cards larger on a screen for all, and nothing over another', () => {
  for (const [w, h] of [
    [1280, 586],
    [1280, 520],
    [1366, 640],
  ] as const) {
    const [own, screen] = [plan(view, w, h, 0, []), plan(view, w, h, 0, [], true)];
    const size = ({ slots }: typeof own, zone: string) => slots.find((slot) => slot.zone === zone)!.w;
    for (const zone of ['seat1:hand', 'raccoon:stash'])
      expect(size(screen, zone), zone).toBeGreaterThan(size(own, zone) * 1.1);
    const { seats, pile, laid, events, told, squirrels, raccoon, slots } = screen;
    expect(strays(slots, w, h)).toEqual([]);
    expect(
      clashes(
        {
          ...counted('seat', seats),
          pile: withLabel(pile),
          laid,
          events,
          told: { ...told, h: 18 },
          squirrels,
          raccoon,
        },
        w,
        h,
      ),
    ).toEqual([]);
  }
});
