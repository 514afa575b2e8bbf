/** Where everything lies at a table of Stacks. */
import { askew, fan, rows, SHAPE, spread, type Placed, type Rect, type Slot, type Ways } from '../parts/layer';
import { frameOf, seatBoxes } from '../parts/seating';
import type { RoundEnd, View } from '../../wire/stacks';

export interface SeatPlan extends Rect {
  seat: number;
  isMine: boolean;
  stack: Rect;
  /** Where the last card of the Stack ends. */
  stackEnd: number;
  hand: (Rect & { rot: number })[];
}

export interface Plan {
  isSmall: boolean;
  slots: Slot[];
  seats: SeatPlan[];
  deck: Rect;
  ladder: Rect;
  call: Rect;
  ways: Ways;
}

/** How long each card of a called Stack takes to turn up. */
export const TURN_MS = 420;

/** How long the Stack of a Call takes to turn up, before the stamp says what it was. */
export function turningMs({ ending, stacks }: RoundEnd): number {
  return ending.type === 'call' ? (stacks[ending.accused]?.length ?? 0) * TURN_MS + 350 : 0;
}

/** The heights of what the ladder of Bids shows, which its styles take from here; a line that is left out has none. */
export interface Ladder {
  /** The line that names the round. */
  round: number;
  /** The last Bid, at the end of the ladder. */
  top: number;
  /** Each Bid before it. */
  rung: number;
  /** Between any two of them. */
  gap: number;
  /** How many Bids are shown, the last ones. */
  rungs: number;
}

const LADDER = {
  small: { round: 18, top: 42, rung: 26, gap: 4 },
  wide: { round: 24, top: 52, rung: 32, gap: 6 },
};
const MOST_RUNGS = 5;

/** What a ladder of height `h` shows: always the last Bid, then the line about the round, then as many more Bids as fit. */
export function climb(h: number, bids: number, isSmall: boolean): Ladder {
  const { round, top, rung, gap } = LADDER[isSmall ? 'small' : 'wide'];
  const room = h - top - gap - round;
  if (room < 0)
    return {
      round: 0,
      top: Math.max(0, Math.min(top, h)),
      rung: Math.max(0, Math.min(rung, h)),
      gap,
      rungs: Math.min(bids, 1),
    };
  return { round, top, rung, gap, rungs: Math.min(bids, MOST_RUNGS, 1 + Math.floor(room / (rung + gap))) };
}

/** How high all of it is. */
export function heightOf({ round, top, rung, gap, rungs }: Ladder): number {
  const lines = [...(round > 0 ? [round] : []), ...Array.from({ length: rungs }, (_, i) => (i === 0 ? top : rung))];
  return lines.reduce((sum, line) => sum + line, 0) + gap * Math.max(0, lines.length - 1);
}

/**
 * Lays a table out on a stage of `w` by `h`, seen from seat `base`; `chosen` cards of the hand are lifted. On a screen
 * for all, every seat has as much room.
 */
export function plan(
  view: View,
  w: number,
  h: number,
  base: number,
  chosen: readonly number[],
  isScreen = false,
): Plan {
  const { isSmall, pad } = frameOf(w);
  const slots: Slot[] = [];
  const seats: SeatPlan[] = [];
  const even = Math.min(Math.max(h * 0.3, 150), 240);
  const { oppH, mineH } = isSmall
    ? rows(h, 122, 168, 150)
    : isScreen
      ? rows(h, even, even, 200)
      : rows(h, Math.min(Math.max(h * 0.25, 140), 200), Math.min(Math.max(h * 0.32, 190), 270), 200);
  const { row, mine } = seatBoxes(view.places.length, base, w, h, {
    oppH,
    mineH,
    mostOpp: 420,
    mostMine: 880,
    isEven: isScreen && !isSmall,
  });

  const lay = (seat: number, box: Rect, isMine: boolean, cw: number, head: number) => {
    const place = view.places[seat]!;
    const isOut = !view.still_in.includes(seat);
    const inset = isSmall ? 7 : 16;
    const y = box.y + head + (box.h - head - cw * SHAPE) / 2 - 2;
    // What lies open is to be read, where there is room.
    const isRead = (cards: number[] | null) => isMine || (!isSmall && cards !== null);
    const handW = isMine ? 2 * cw + 14 : cw * (isRead(place.hand_cards) ? 2.05 : 1.45);
    const handAt = box.x + inset;
    const hand = Array.from({ length: place.hand }, (_, i) => {
      const { rot, drop } = fan(i, place.hand, isMine ? 3 : 5);
      return { x: handAt + i * (isMine ? cw + 14 : handW - cw), y: y + drop, w: cw, h: cw * SHAPE, rot };
    });
    hand.forEach((at, i) => {
      const face = place.hand_cards ? `${place.hand_cards[i]}` : null;
      slots.push({
        zone: `seat${seat}:hand`,
        face,
        x: at.x,
        y: at.y,
        w: cw,
        z: 40 + i,
        rot: at.rot,
        lift: isMine && chosen.includes(i),
        dim: isOut,
      });
    });
    const stackX = handAt + handW + (isSmall ? 10 : isMine ? 46 : 20);
    const stack = { x: stackX, y, w: box.x + box.w - stackX - inset, h: cw * SHAPE };
    const { at } = spread(place.stack, cw, Math.max(stack.w, cw), (isRead(place.stack_cards) ? -0.45 : -0.72) * cw);
    for (let i = 0; i < place.stack; i++) {
      const face = place.stack_cards ? `${place.stack_cards[i]}` : null;
      slots.push({
        zone: `seat${seat}:stack`,
        face,
        x: stackX + at[i]!,
        y,
        w: cw,
        z: 10 + i,
        rot: askew(seat * 3 + i, 2),
        dim: isOut,
      });
    }
    seats.push({ seat, isMine, stack, stackEnd: stackX + (at.at(-1) ?? 0) + cw, hand, ...box });
  };

  for (const { seat, ...box } of row) {
    const head = isSmall ? 32 : 44;
    const cw = Math.min(
      (oppH - head - (isSmall ? 8 : isScreen ? 14 : 20)) / SHAPE,
      isSmall ? 36 : isScreen ? 112 : 70,
      box.w / (isSmall ? 3.2 : isScreen ? 3.7 : 4.4),
    );
    lay(seat, box, false, cw, head);
  }
  if (mine) {
    const head = isSmall ? 36 : 48;
    const cw = Math.min((mineH - head - (isSmall ? 18 : 26)) / SHAPE, isSmall ? 74 : 112);
    lay(base, mine, true, cw, head);
  }

  const top = oppH + (isSmall ? 10 : 22);
  const room = h - mineH - (isSmall ? 10 : 22) - top;
  const deckW = Math.min(isSmall ? 58 : 92, (room - 40) / SHAPE);
  const midY = top + (room - deckW * SHAPE) / 2 - 8;
  // The ring of its time and its shadow are around it.
  const callW = Math.min(isSmall ? 108 : 190, room - (isSmall ? 20 : 24));
  const width = isSmall ? w - 2 * pad : Math.min(w - 2 * pad, 920);
  const x = (w - width) / 2;
  const deck = { x: x + (isSmall ? 4 : 30), y: midY, w: deckW, h: deckW * SHAPE };
  const call = { x: x + width - callW - (isSmall ? 8 : 20), y: top + (room - callW) / 2 - 2, w: callW, h: callW };
  const ladderX = deck.x + deckW + (isSmall ? 14 : 50);
  const ladder = { x: ladderX, y: top, w: call.x - ladderX - (isSmall ? 16 : 40), h: room };
  const ways: Ways = { source: () => deck, sink: (_: Placed) => deck };
  return { isSmall, slots, seats, deck, ladder, call, ways };
}
