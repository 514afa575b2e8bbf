/**
 * Cards on one layer: which card of before is which card of now.
 *
 * A game lays out slots from its view; the cards that lie there keep their keys from moment to moment, so that a card
 * which changes its place is the same element and moves. Cards have no identity on the wire: they are matched by
 * zone and face. Coordinates are pixels of the stage, x to the right and y down, of a card's top left corner.
 */

/** A card is this many times as high as wide. */
export const SHAPE = 1.4;
/** How far a lifted card is above its place, in widths of a card. */
export const LIFT = 0.14;

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Where a card is to lie. */
export interface Slot {
  /** The place on the table, as in `vault:3` or `seat1:bank`; cards prefer to stay in theirs. */
  zone: string;
  /** What is on the card; none when it is hidden. */
  face: string | null;
  x: number;
  y: number;
  /** The width of the card; its height is 1.4 times that. */
  w: number;
  rot?: number;
  z?: number;
  dim?: boolean;
  glow?: boolean;
  lift?: boolean;
}

/** A card as it lies. */
export interface Placed extends Slot {
  key: number;
  /** Where a card that just came starts from. */
  from?: Point;
  /** Whether it turned over by coming here. */
  turned?: boolean;
  /** What it showed before it turned. */
  before?: string | null;
  /** On its way off the table. */
  gone?: boolean;
  /** How many milliseconds it waits before it moves. */
  delay: number;
  /** How often it has gone from one place to another. */
  hop: number;
}

export interface Point {
  x: number;
  y: number;
  w?: number;
}

export interface Ways {
  /** Where a new card comes from. */
  source(slot: Slot): Point;
  /** Where a card that is seen no more goes. */
  sink(card: Placed): Point;
}

let nextKey = 1;

/** Matches the cards that lay there with where cards lie now. */
export function relay(before: readonly Placed[], slots: readonly Slot[], ways: Ways): Placed[] {
  const left = new Set(before.filter((card) => !card.gone));
  const found = new Array<Placed | undefined>(slots.length);
  const match = (fits: (card: Placed, slot: Slot) => boolean) => {
    slots.forEach((slot, i) => {
      if (found[i]) return;
      for (const card of left) {
        if (!fits(card, slot)) continue;
        found[i] = card;
        left.delete(card);
        return;
      }
    });
  };
  const owner = (zone: string) => zone.split(':')[0];
  match((card, slot) => card.zone === slot.zone && card.face === slot.face);
  match((card, slot) => slot.face !== null && card.face === slot.face);
  match((card, slot) => card.face === null && owner(card.zone) === owner(slot.zone));
  match((card, slot) => slot.face === null && owner(card.zone) === owner(slot.zone));
  // What turns up elsewhere came out of a hand that has one card less.
  match((card, slot) => card.face === null && slot.face !== null);
  let moving = 0;
  const placed = slots.map((slot, i): Placed => {
    const card = found[i];
    if (!card) {
      return {
        ...slot,
        key: nextKey++,
        from: ways.source(slot),
        turned: slot.face !== null,
        before: null,
        delay: stagger(moving++),
        hop: 1,
      };
    }
    const moves = card.zone !== slot.zone;
    const turned = card.face !== slot.face;
    return {
      ...slot,
      key: card.key,
      turned,
      before: card.face,
      delay: moves ? stagger(moving++) : 0,
      hop: card.hop + (moves ? 1 : 0),
    };
  });
  for (const card of left) {
    const { x, y, w } = ways.sink(card);
    placed.push({
      ...card,
      x,
      y,
      w: w ?? card.w,
      gone: true,
      turned: false,
      from: undefined,
      delay: stagger(moving++),
    });
  }
  // The order of elements never changes, so that the browser moves none of them.
  return placed.sort((a, b) => a.key - b.key);
}

function stagger(n: number): number {
  return Math.min(n, 8) * 45;
}

/** Evenly spread places: `n` of width `w` within `room`, at most `gap` apart, overlapping when they must. */
export function spread(n: number, w: number, room: number, gap: number): { at: number[]; width: number } {
  if (n <= 0) return { at: [], width: 0 };
  const step = n === 1 ? 0 : Math.min(w + gap, (room - w) / (n - 1));
  return { at: Array.from({ length: n }, (_, i) => i * step), width: w + step * (n - 1) };
}

/**
 * How high the others' row and one's own are on a phone's stage of height `h`: as they like to be while the middle has
 * its room; else they give way, one's own row less. Where that leaves the middle far too little, they give more.
 */
export function rows(h: number, others: number, mine: number, middle: number): { oppH: number; mineH: number } {
  const squeeze = (opp: number, own: number, room: number, part: number, ownPart: number) => {
    const [give, giveMine] = [opp * part, own * ownPart];
    const share = Math.min(1, Math.max(0, (opp + own + room - h) / (give + giveMine)));
    return { oppH: opp - give * share, mineH: own - giveMine * share };
  };
  const { oppH, mineH } = squeeze(others, mine, middle, 0.4, 0.26);
  return squeeze(oppH, mineH, middle * 0.63, 0.16, 0.14);
}

/** The small disorder of cards laid by hand: a turn in degrees that is always the same for the same place. */
export function askew(i: number, most = 1.4): number {
  return (((i * 53 + 17) % 11) / 5 - 1) * most;
}

/** How a hand of `n` cards is held: how far card `i` is turned, and how much lower it is than the middle one. */
export function fan(i: number, n: number, degrees: number): { rot: number; drop: number } {
  const off = i - (n - 1) / 2;
  return { rot: off * degrees, drop: off * off * degrees * 0.32 };
}

/** The other seats as one sees them from one's own: clockwise, beginning at the left. */
export function others(seats: number, mine: number): number[] {
  return Array.from({ length: seats - 1 }, (_, i) => (mine + 1 + i) % seats);
}
