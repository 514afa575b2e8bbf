import { describe, expect, it } from 'vitest';
import { clashes, named, withLabel } from '../clash';
import { plan, type View } from './layout';

const place = (hand: number, stack: number) => ({ hand, stack, hand_cards: null, stack_cards: null, stack_sum: null });
const view: View = {
  options: { goal: 40 },
  phase: 'choose',
  round: 2,
  order: [0, 1, 2, 3],
  seat: 0,
  still_in: [0, 1, 3],
  deck: 4,
  scores: [3, 8, -10, 21],
  places: [{ hand: 2, stack: 3, hand_cards: [1, 4], stack_cards: [-10, 1, 3], stack_sum: -6 }, place(1, 5), place(1, 2), place(2, 1)],
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
    expect(slots.filter((slot) => slot.zone === 'seat0:hand').map(({ face, lift }) => [face, lift])).toEqual([['1', false], ['4', true]]);
    expect(slots.filter((slot) => slot.zone.startsWith('seat2')).every((slot) => slot.dim && slot.face === null)).toBe(true);
  });

  it('has room for the ladder between deck and call', () => {
    expect(ladder.w).toBeGreaterThan(120);
    expect(call.x).toBeGreaterThan(ladder.x + ladder.w - 1);
    expect(deck.y).toBeGreaterThan(seats[0]!.y + seats[0]!.h);
  });

  it('lets no part of the table lie over another', () => {
    const { seats, deck, ladder, call } = plan(view, w, h, 0, [1]);
    expect(clashes({ ...named('seat', seats), deck: withLabel(deck), ladder, call }, w, h)).toEqual([]);
  });
});
