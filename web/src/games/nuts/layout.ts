/** Where everything lies at a table of Nuts for Nuts. */
import { askew, fan, rows, SHAPE, spread, type Placed, type Rect, type Slot, type Ways } from '../parts/layer';
import { frameOf, seatBoxes } from '../parts/seating';
import type { View } from '../../wire/nuts';

export interface SeatPlan extends Rect {
  seat: number;
  isMine: boolean;
  hand: (Rect & { rot: number })[];
}

export interface Plan {
  isSmall: boolean;
  slots: Slot[];
  seats: SeatPlan[];
  pile: Rect;
  events: Rect;
  /** Where the name of the last event is told. */
  told: { x: number; y: number; w: number };
  squirrels: Rect;
  raccoon: Rect;
  laid: Rect;
  ways: Ways;
}

/** The cards of a hand lie above all others, one above the other from here. */
export const HAND_Z = 40;

/** Who has just laid a card face down. */
export function robbed(phase: View['phase']): number | null {
  return typeof phase === 'object' && 'guess' in phase ? phase.guess : null;
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
    ? rows(h, 122, 176, 150)
    : isScreen
      ? { oppH: even, mineH: even }
      : { oppH: Math.min(Math.max(h * 0.25, 140), 196), mineH: Math.min(Math.max(h * 0.32, 190), 264) };
  const { row, mine } = seatBoxes(view.places.length, base, w, h, {
    oppH,
    mineH,
    mostOpp: 420,
    mostMine: 880,
    isEven: isScreen && !isSmall,
  });
  const from = robbed(view.phase);

  const top = oppH + (isSmall ? 10 : 20);
  const room = h - mineH - (isSmall ? 10 : 20) - top;
  const { pile, events, told, squirrels, raccoon, laid } = middle(w, pad, top, room, isSmall);

  /** The faces of a hand as far as this viewer knows them: the own ones, or those seen come into it. */
  const faces = (seat: number): (string | null)[] => {
    const place = view.places[seat]!;
    const away = seat === from ? 1 : 0;
    if (place.hand) {
      const cards = [...place.hand];
      if (away && view.laid) cards.splice(cards.indexOf(view.laid), 1);
      else if (away) cards.pop();
      return cards;
    }
    const count = Math.max(0, place.cards - away);
    const known = [...place.open, ...place.shown].slice(0, count);
    return [...known, ...Array<null>(count - known.length).fill(null)];
  };

  const lay = (seat: number, box: Rect, isMine: boolean, cw: number, head: number) => {
    const inset = isSmall ? 7 : 16;
    const cards = faces(seat);
    const room = box.w - 2 * inset;
    const { at, width } = spread(cards.length, cw, room, isMine ? 10 : -0.45 * cw);
    const x = box.x + (isMine ? (box.w - width) / 2 : inset);
    const y = box.y + head + (box.h - head - cw * SHAPE) / 2 - (isMine ? 0 : 2);
    const hand = cards.map((face, i) => {
      const { rot, drop } = fan(i, cards.length, isMine ? 2.2 : 3);
      slots.push({
        zone: `seat${seat}:hand`,
        face,
        x: x + at[i]!,
        y: y + drop,
        w: cw,
        z: HAND_Z + i,
        rot,
        lift: isMine && chosen.includes(i),
      });
      const w = i < cards.length - 1 ? Math.min(cw, at[i + 1]! - at[i]!) : cw;
      return { x: x + at[i]!, y: y + drop, w, h: cw * SHAPE, rot: w < cw ? 0 : rot };
    });
    seats.push({ seat, isMine, hand, ...box });
  };
  for (const { seat, ...box } of row) {
    const head = isSmall ? 34 : 44;
    const cw = Math.min(
      (oppH - head - (isSmall ? 10 : isScreen ? 14 : 20)) / SHAPE,
      isSmall ? 42 : isScreen ? 116 : 72,
    );
    lay(seat, box, false, cw, head);
  }
  if (mine) {
    const head = isSmall ? 36 : 46;
    const cw = Math.min((mineH - head - (isSmall ? 24 : 30)) / SHAPE, isSmall ? 82 : 116);
    lay(base, mine, true, cw, head);
  }

  for (const [zone, cards, box] of [
    ['squirrels:stash', view.squirrel_stash, squirrels],
    ['raccoon:stash', view.raccoon_stash, raccoon],
  ] as const) {
    const isLow = isSmall && box.h < 80;
    const [head, foot] = !isSmall ? [44, 16] : isLow ? [24, 4] : [38, 8];
    const one = Math.min(isSmall ? 44 : isScreen ? 104 : 72, (box.h - head - foot) / SHAPE);
    // Beside the number where there is no room below it.
    const room = box.w - (!isSmall ? 32 : isLow ? 56 : 14);
    // Where the cards would cover one another's names they lie in two rows.
    const isFull = !isSmall && !isScreen && cards.length > 1 && (room - one) / (cards.length - 1) < one * 0.7;
    const size = isFull ? Math.min(one, (box.h - head - foot - 6) / 2 / SHAPE) : one;
    const across = isFull ? Math.ceil(cards.length / 2) : cards.length;
    const { at } = spread(across, size, room, 4);
    cards.forEach((face, i) => {
      const up = isFull && i < across ? size * SHAPE + 6 : 0;
      slots.push({
        zone,
        face,
        x: box.x + (isSmall ? 7 : 16) + at[i % across]!,
        y: box.y + box.h - size * SHAPE - foot - up,
        w: size,
        z: 10 + i,
        rot: askew(i),
      });
    });
  }
  view.events_out.forEach((face, i) =>
    slots.push({
      zone: 'events:out',
      face,
      x: events.x + i * (isSmall ? 4 : 5),
      y: events.y + i * 2,
      w: events.w,
      z: 10 + i,
    }),
  );
  if (from !== null) slots.push({ zone: `seat${from}:hand`, face: view.laid, x: laid.x, y: laid.y, w: laid.w, z: 80 });

  const ways: Ways = { source: () => pile, sink: (_: Placed) => pile };
  return { isSmall, slots, seats, pile, events, told, squirrels, raccoon, laid, ways };
}

function middle(w: number, pad: number, top: number, room: number, isSmall: boolean) {
  if (isSmall && room < 200) {
    // Everything in one row: the cards at the left, one stash above the other at the right.
    const pw = Math.min(52, (room - 46) / SHAPE, w * 0.13);
    const x = pad + 3 * pw + 26;
    const stashH = (room - 6) / 2;
    const side = { x, w: w - pad - x, h: stashH };
    return {
      pile: { x: pad + 4, y: top + 2, w: pw, h: pw * SHAPE },
      laid: { x: pad + pw + 13, y: top + 2, w: pw, h: pw * SHAPE },
      events: { x: pad + 2 * pw + 22, y: top + 4, w: pw * 0.72, h: pw * 0.72 * SHAPE },
      told: { x: pad, y: top + pw * SHAPE + 26, w: x - pad - 6 },
      squirrels: { ...side, y: top },
      raccoon: { ...side, y: top + stashH + 6 },
    };
  }
  if (isSmall) {
    const pw = Math.min(56, (room * 0.5 - 30) / SHAPE);
    const half = (w - 2 * pad - 8) / 2;
    const stashH = Math.min(124, room - pw * SHAPE - 34);
    const y = top + room - stashH;
    return {
      pile: { x: w / 2 - pw - 40, y: top + 4, w: pw, h: pw * SHAPE },
      laid: { x: w / 2 - pw / 2 + 14, y: top + 4, w: pw, h: pw * SHAPE },
      events: { x: w / 2 + 46 + (w / 2 - 46 - pad - pw * 0.7) / 2, y: top + 14, w: pw * 0.7, h: pw * 0.7 * SHAPE },
      told: { x: w / 2 + 46, y: top + 14 + pw * 0.7 * SHAPE + 8, w: w / 2 - 46 - pad },
      squirrels: { x: pad, y, w: half, h: stashH },
      raccoon: { x: pad + half + 8, y, w: half, h: stashH },
    };
  }
  const pw = Math.min(96, (room - 34) / SHAPE);
  const core = pw * 3 + 70;
  const side = Math.min((w - 2 * pad - core - 40) / 2, 380);
  const stashH = Math.min(room, 210);
  const y = top + (room - stashH) / 2;
  const x = w / 2 - core / 2;
  const midY = top + (room - pw * SHAPE) / 2 - 8;
  return {
    pile: { x: x + 10, y: midY, w: pw, h: pw * SHAPE },
    laid: { x: x + pw + 34, y: midY, w: pw, h: pw * SHAPE },
    events: { x: x + 2 * pw + 66, y: midY + 10, w: pw * 0.78, h: pw * 0.78 * SHAPE },
    told: { x: x + 2 * pw + 38, y: midY + 10 + pw * 0.78 * SHAPE + 8, w: pw + 48 },
    squirrels: { x: x - side - 20, y, w: side, h: stashH },
    raccoon: { x: x + core + 20, y, w: side, h: stashH },
  };
}
