/** Where everything lies at a table of Push. */
import { askew, rows, SHAPE, spread, type Placed, type Point, type Rect, type Slot, type Ways } from '../parts/layer';
import { chipAt, FIGURES, gridOf, LEAST_CARD, LEAST_NUMBER, type Grid } from '../parts/chips';
import { frameOf, seatBoxes } from '../parts/seating';
import { COLOURS } from './cards';
import type { Cards, Colour, Phase, Shown, View } from '../../wire/push';

/** Chips on the cards they count, where the cards themselves would be too small to be read. */
export interface Chips {
  /** The height of their numbers. */
  font: number;
  /** Whether the symbol has no room beside the number, and lies behind it. */
  isBehind: boolean;
}

export interface SeatPlan extends Rect {
  seat: number;
  isMine: boolean;
  bank: Rect;
  /** Where the cards of each colour lie. */
  columns: (Rect & { colour: Colour; count: number })[];
  chips: Chips | null;
}

export interface Plan {
  isSmall: boolean;
  slots: Slot[];
  seats: SeatPlan[];
  stacks: Rect[];
  deck: Rect;
  hand: Rect;
  discards: Rect;
  switches: Rect;
  die: Rect;
  /** Where the arrow of the direction is. */
  way: Point;
  /** Where a screen for all shows how likely the next card fits nowhere; none where there is no room. */
  risk: Rect | null;
  ways: Ways;
}

const STACKS = 3;
const SPOTS = [0, 1, 2];
/** The least width of a risk that is shown large. */
const LEAST_RISK = 110;
/** The least height of what a finger taps. */
const FINGER = 44;
/** How far the ring of what may be banked keeps from its cards. */
const RING = 4;
/** How far down its number reaches, in widths of a card. */
const NUMBER = 0.32;

/** The card that waits to be placed. */
export function drawn(phase: Phase): string | null {
  return typeof phase === 'object' && 'place' in phase ? phase.place : null;
}

/** The spot of each stack: when one is taken, the others stay where they are. `past` ends with this view. */
export function spotsOf(view: View, past: readonly { shown: Shown | null }[]): number[] {
  const spots = [...SPOTS];
  if (view.stacks.length === 0) return spots;
  for (const { shown } of past.slice(past.findLastIndex(({ shown }) => shown?.type === 'placed') + 1)) {
    if (shown?.type === 'collected') spots.splice(shown.stack, 1);
  }
  return spots.length < view.stacks.length ? [...SPOTS] : spots;
}

/** The face the die shows after what has happened: nobody has rolled it yet, or the last roll. */
export function faceOf(past: readonly { shown: Shown | null }[]): string {
  const rolled = past.map(({ shown }) => shown).findLast((shown) => shown?.type === 'rolled');
  return rolled?.type === 'rolled' ? rolled.face : 'star';
}

/** All cards of some counts, as faces. */
export function facesOf(counts: Cards): { colour: Colour; faces: string[] }[] {
  return COLOURS.map((colour, c) => ({
    colour,
    faces: (counts[c] ?? []).flatMap((many, n) => Array<string>(many).fill(`${colour}-${n + 1}`)),
  }));
}

/**
 * Lays a table out on a stage of `w` by `h`, seen from seat `base`, its stacks at these of the three spots. On a
 * screen for all, every seat has cards as large.
 */
export function plan(
  view: View,
  w: number,
  h: number,
  base: number,
  isScreen = false,
  spots: readonly number[] = SPOTS,
): Plan {
  const { isSmall, pad } = frameOf(w);
  const slots: Slot[] = [];
  const seats: SeatPlan[] = [];
  const isEven = isScreen && !isSmall;
  const { oppH, mineH } = isSmall
    ? rows(h, 112, h > 540 ? 176 : 152, 210)
    : isScreen
      ? { oppH: Math.min(h * 0.3, 240), mineH: Math.min(h * 0.3, 240) }
      : { oppH: Math.min(Math.max(h * 0.24, 132), 190), mineH: Math.min(Math.max(h * 0.3, 176), 250) };
  const { row, mine } = seatBoxes(view.places.length, base, w, h, {
    oppH,
    mineH,
    mostOpp: 430,
    mostMine: 860,
    isEven,
  });

  const myHead = isSmall ? 34 : 44;
  const isFlat = isSmall && (mineH - myHead - 40) / SHAPE < LEAST_CARD;

  const lay = (seat: number, box: Rect, isMine: boolean, cw: number, head: number) => {
    const inset = !isSmall ? 14 : isMine ? 9 : 6;
    const place = view.places[seat]!;
    const bank = card(box.x + box.w - cw - inset, box.y + box.h - cw * SHAPE - inset, cw);
    const room = bank.x - box.x - 2 * inset;
    const bench = facesOf(place.bench);
    const isFree = isMine && !isSmall;
    // The more cards a colour has, the more room; elsewhere all have as much.
    const needs = bench.map(({ faces }) =>
      !isFree ? 1 : faces.length > 0 ? cw * (1 + NUMBER * (faces.length - 1)) + 12 : cw * 0.6,
    );
    const needed = needs.reduce((sum, need) => sum + need, 0);
    const widths = needs.map((need) =>
      isFree && needed < room ? need + (room - needed) / COLOURS.length : (need * room) / needed,
    );
    const columns = bench.map(({ colour, faces }, c) => {
      const step = widths[c]!;
      const x = box.x + inset + widths.slice(0, c).reduce((sum, width) => sum + width, 0);
      const { at, width } = spread(faces.length, cw, Math.max(step - 4, cw + 1), cw * -0.66);
      // Where a column is narrow the cards lie one below the other, their numbers showing; unless the row is too low for that.
      const isDown = isMine ? isSmall && !isFlat : true;
      const fan = Math.min(
        isMine ? 18 : 16,
        (box.h - head - cw * SHAPE - inset - (isMine ? RING : 0)) / Math.max(1, faces.length - 1),
      );
      faces.forEach((face, i) => {
        const y = isDown ? bank.y - (faces.length - 1 - i) * fan : bank.y;
        slots.push({
          zone: `seat${seat}:${colour}`,
          face,
          x: x + (isDown ? 0 : at[i]!),
          y,
          w: cw,
          z: 10 + i,
          rot: askew(c * 3 + i, 1),
        });
      });
      const [floor, end] = [box.y + head, box.y + box.h - inset / 2];
      if (isMine && isSmall && faces.length > 0) {
        // What lies there is tapped; on a phone its ring keeps to it, as far as a finger allows.
        const y = Math.max(floor, Math.min(bank.y - (isDown ? (faces.length - 1) * fan : 0) - RING, end - FINGER));
        return {
          colour,
          x: x - RING,
          y,
          w: isDown ? cw + 2 * RING : step - 6 + RING,
          h: bank.y + cw * SHAPE + RING - y,
          count: faces.length,
        };
      }
      return {
        colour,
        x,
        y: floor,
        w: isFree && faces.length > 0 ? Math.max(cw, width) : step - 6,
        h: end - floor,
        count: faces.length,
      };
    });
    for (let i = 0; i < Math.min(place.banked, 20); i++) {
      slots.push({
        zone: `seat${seat}:bank`,
        face: null,
        x: bank.x + Math.min(i, 6) * 0.6,
        y: bank.y - Math.min(i, 6) * 1.6,
        w: cw,
        z: 5 + i,
      });
    }
    seats.push({ seat, isMine, bank, columns, chips: null, ...box });
  };

  /** A place for each colour and one for the bank; the cards lie below their chips. */
  const count = (seat: number, box: Rect, head: number) => {
    const inset = isSmall ? 4 : 12;
    const apart = box.h > 90 ? 4 : 2;
    const { grid, isBehind } = chipsIn(box.w - 2 * inset, box.h - head - inset, apart);
    const chips = { font: grid.font, isBehind };
    const at = (i: number): Rect => chipAt(grid, i, box.x + inset, box.y + head);
    const below = (zone: string, face: string | null, { x, y, w, h }: Rect, z: number) => {
      const cw = Math.min(w, h / SHAPE) - 2;
      slots.push({ zone: `seat${seat}:${zone}`, face, x: x + (w - cw) / 2, y: y + (h - cw * SHAPE) / 2, w: cw, z });
    };
    const place = view.places[seat]!;
    const columns = facesOf(place.bench).map(({ colour, faces }, c) => {
      faces.forEach((face, i) => below(colour, face, at(c), 10 + i));
      return { colour, count: faces.length, ...at(c) };
    });
    const bank = at(COLOURS.length);
    for (let i = 0; i < Math.min(place.banked, 20); i++) below('bank', null, bank, 5 + i);
    seats.push({ seat, isMine: false, bank, columns, chips, ...box });
  };

  for (const { seat, ...box } of row) {
    const head = isSmall ? 30 : 42;
    // Where the row is low the cards of a column lie closer, rather than being too small to read.
    const room = oppH - head - (isSmall ? 28 : isScreen ? 36 : 44);
    const usual = Math.min(
      Math.max(room / SHAPE, Math.min(18, (room + 18) / SHAPE)),
      isSmall ? 34 : isScreen ? 84 : 60,
      box.w / (isScreen ? 6.8 : 6.2),
    );
    // With many cards of a colour they are smaller, so that the number of each shows.
    const most = Math.max(...facesOf(view.places[seat]!.bench).map(({ faces }) => faces.length));
    const cw = Math.min(usual, (oppH - head - 14) / (SHAPE + NUMBER * Math.max(0, most - 1)));
    if (cw < LEAST_CARD) count(seat, box, !isSmall ? head : oppH > 90 ? 33 : box.w > 100 ? 31 : 24);
    else lay(seat, box, false, cw, head);
  }
  if (mine) {
    const myCard = isFlat
      ? Math.min((mineH - myHead - 12) / SHAPE, 36)
      : Math.min((mineH - myHead - (isSmall ? 40 : 22)) / SHAPE, mine.w / (isSmall ? 7.4 : 6.6), 104);
    lay(base, mine, true, myCard, myHead);
  }

  const top = oppH + (isSmall ? 10 : 20);
  const room = h - mineH - (isSmall ? 8 : 18) - top;
  const middle = !isSmall ? wide(w, top, room) : room < LOW ? low(w, pad, top, room) : small(w, pad, top, room);
  // The number of every card shows: where a stack is long the cards are smaller.
  const longest = Math.max(4, ...view.stacks.map((cards) => cards.length));
  const cw = Math.min(middle.cw, (middle.stacks[0]!.h - 12) / (SHAPE + NUMBER * (longest - 1)));
  view.stacks.forEach((cards, n) => {
    const s = spots[n] ?? n;
    const box = middle.stacks[s]!;
    const step = Math.min(cw * 0.36, (box.h - cw * SHAPE - 12) / Math.max(3, cards.length - 1));
    cards.forEach((face, i) =>
      slots.push({
        zone: `stack${s}:cards`,
        face,
        x: box.x + (box.w - cw) / 2,
        y: box.y + 8 + i * step,
        w: cw,
        z: 20 + i,
        rot: askew(s * 5 + i, 1),
      }),
    );
  });
  const inHand = drawn(view.phase);
  if (inHand)
    slots.push({
      zone: 'hand:card',
      face: inHand,
      x: middle.hand.x,
      y: middle.hand.y,
      w: middle.hand.w,
      z: 90,
      lift: false,
    });
  const apart = Math.min(10, (w - 4 - middle.switches.x - middle.switches.w) / Math.max(1, view.switches - 1));
  for (let i = 0; i < view.switches; i++) {
    slots.push({
      zone: 'switches:card',
      face: 'switch',
      x: middle.switches.x + i * apart,
      y: middle.switches.y,
      w: middle.switches.w,
      z: 10 + i,
    });
  }
  const { deck, discards, hand, stacks, switches, die, way } = middle;
  const free = deck.x - pad - 24;
  const risk = isEven && free > LEAST_RISK ? { x: pad, y: top, w: Math.min(free, 200), h: room } : null;
  const ways: Ways = {
    source: () => ({ x: deck.x, y: deck.y, w: deck.w }),
    sink: (gone: Placed) => {
      const owner = seats.find((seat) => gone.zone.startsWith(`seat${seat.seat}:`));
      const isBanked = owner && gone.face !== null && owner.bank && view.places[owner.seat]!.banked > 20;
      return isBanked ? owner.bank : { x: discards.x, y: discards.y, w: discards.w };
    },
  };
  return { isSmall, slots, seats, stacks, deck, hand, discards, switches, die, way, risk, ways };
}

/**
 * The chips of a seat within `w` by `h`, `apart` from one another. The symbol is beside a number that stays large enough,
 * else behind it.
 */
function chipsIn(w: number, h: number, apart: number): { grid: Grid; isBehind: boolean } {
  const chips = (wide: number, spare: number) => gridOf([6, 3, 2], COLOURS.length + 1, w, h, apart, wide, spare);
  // Two figures, and beside them a symbol of more than half their height.
  const beside = chips(FIGURES + 0.7, 3);
  return beside.font >= LEAST_NUMBER ? { grid: beside, isBehind: false } : { grid: chips(FIGURES, 1), isBehind: true };
}

interface Middle {
  cw: number;
  stacks: Rect[];
  deck: Rect;
  hand: Rect;
  discards: Rect;
  switches: Rect;
  die: Rect;
  way: Point;
}

/** Below this height everything in the middle of a phone's table lies in one row. */
const LOW = 290;

const card = (x: number, y: number, w: number): Rect => ({ x, y, w, h: w * SHAPE });

function wide(w: number, top: number, room: number): Middle {
  const cw = Math.min(96, (room - 24) / 2.1, w * 0.075);
  const boxW = cw + 30;
  const boxH = Math.min(room, cw * SHAPE + cw * 0.36 * 4 + 20);
  const y = top + (room - boxH) / 2;
  const x = w / 2 - (STACKS * boxW + 2 * 18) / 2;
  const side = cw * 0.92;
  const mid = top + (room - side * SHAPE) / 2;
  const right = x + STACKS * (boxW + 18);
  // In a narrower window the die, the discards and the Switch cards move together.
  const isTight = right + 210 + side * 1.62 > w;
  const cube = isTight ? 56 : 76;
  const out = right + (isTight ? 84 : 150);
  return {
    cw,
    stacks: Array.from({ length: STACKS }, (_, i) => ({ x: x + i * (boxW + 18), y, w: boxW, h: boxH })),
    hand: card(x - 40 - cw, top + (room - cw * SHAPE) / 2, cw),
    deck: card(x - 70 - cw - side, mid, side),
    discards: card(out, mid, side * 0.8),
    switches: card(out + (isTight ? side * 0.8 + 8 : side + 30), mid, side * 0.62),
    die: { x: right + 16, y: Math.min(mid + 24, top + room - cube - 2), w: cube, h: cube },
    way: { x: right + 6, y: mid - 40 },
  };
}

function small(w: number, pad: number, top: number, room: number): Middle {
  const rowH = 96;
  const cw = Math.min((w - 2 * pad - 60) / 3, (room - rowH - 24) / 2.4, 92);
  const boxW = (w - 2 * pad - 16) / 3;
  const boxH = Math.min(room - rowH - 6, cw * SHAPE + cw * 0.36 * 4 + 16);
  const y = top + rowH + (room - rowH - boxH) / 2;
  const sw = 44;
  return {
    cw,
    stacks: Array.from({ length: STACKS }, (_, i) => ({ x: pad + i * (boxW + 8), y, w: boxW, h: boxH })),
    deck: card(pad + 6, top + 2, sw),
    hand: card(pad + sw + 28, top + 2, 58),
    discards: card(w - pad - 44, top + 6, 44),
    switches: card(w - pad - 44 - 58, top + 12, 36),
    die: { x: pad + 2 * (boxW + 8) - 54, y: top + 38, w: 40, h: 40 },
    way: { x: pad + 2 * (boxW + 8) - 47, y: top + 2 },
  };
}

/** The deck at the left, what was drawn lying on it; the die and the discards at the right. */
function low(w: number, pad: number, top: number, room: number): Middle {
  const [left, right, gap] = [60, 44, 6];
  const boxW = (w - 2 * pad - left - right - 4 * gap) / STACKS;
  const cw = Math.min(boxW - 12, (room - 20) / 2.1);
  const boxH = Math.min(room, cw * SHAPE + cw * 0.36 * 4 + 16);
  const deck = card(pad + 7, top + 6, Math.min(46, (room - 62) / SHAPE));
  const low = deck.y + deck.h + 36;
  const edge = w - pad - right / 2;
  return {
    cw,
    stacks: Array.from({ length: STACKS }, (_, i) => ({
      x: pad + left + gap + i * (boxW + gap),
      y: top + (room - boxH) / 2,
      w: boxW,
      h: boxH,
    })),
    deck,
    hand: card(deck.x - 2, top + 2, deck.w + 4),
    switches: card(deck.x, low, Math.max(14, Math.min(30, (top + room - low - 2) / SHAPE))),
    die: { x: edge - 19, y: top + 2, w: 38, h: 38 },
    way: { x: edge - 13, y: top + 44 },
    discards: card(edge - 16, top + 74, Math.min(32, (room - 94) / SHAPE)),
  };
}
