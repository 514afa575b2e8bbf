/** Where everything lies at a table of Stack Nabbit. */
import { askew, rows, SHAPE, spread, type Placed, type Point, type Rect, type Slot, type Ways } from '../parts/layer';
import { chipAt, FIGURES, gridOf, LEAST_CARD, LEAST_NUMBER } from '../parts/chips';
import { frameOf, seatBoxes } from '../parts/seating';
import type { View } from '../../wire/nabbit';

export interface SeatPlan extends Rect {
  seat: number;
  isMine: boolean;
  isReach: boolean;
  bank: Point & { w: number };
  /** Chips on the cards they count, where the cards themselves would be too small to be read. */
  chips: Chips | null;
}

export interface Chips {
  /** The height of their words. */
  font: number;
  numbers: (Rect & { number: number; many: number; isLit: boolean })[];
  bank: Rect;
}

export interface Plan {
  isSmall: boolean;
  /** So low that the vault and the flips are without words. */
  isTight: boolean;
  slots: Slot[];
  seats: SeatPlan[];
  vault: Rect;
  pile: Rect;
  flips: Rect[];
  /**
   * How many cards each stack has. A badge lies at the upper corner, or at the lower one of cards so small that it
   * would hide their number.
   */
  badges: { zone: string; x: number; y: number; count: number; isTiny: boolean }[];
  /** Where a number has its place while no card of it lies there. */
  ghosts: (Rect & { number: number })[];
  /** For each number, how many face-up cards of it are in reach of the seat that flips. */
  inReach: number[];
  ways: Ways;
}

export const NUMBERS = [0, 1, 2, 3, 4, 5, 6];
const MOST_SHOWN = 6;

/** Lays a table out on a stage of `w` by `h`, seen from seat `base`. On a screen for all, every seat has as much room. */
export function plan(view: View, w: number, h: number, base: number, isScreen = false): Plan {
  const { isSmall, pad } = frameOf(w);
  const count = view.places.length;
  const slots: Slot[] = [];
  const badges: Plan['badges'] = [];
  const ghosts: Plan['ghosts'] = [];
  const left = (view.seat + 1) % count;
  const right = (view.seat + count - 1) % count;
  const lastFlip = view.phase === 'choose' ? view.flips.at(-1) : undefined;
  const inReach = (seat: number) => seat === view.seat || seat === left || seat === right;

  const lay = (
    zone: string,
    number: number,
    many: number,
    x: number,
    y: number,
    cw: number,
    top: number,
    more: Partial<Slot>,
  ) => {
    const step = Math.max(1, Math.min(cw * 0.13, isSmall ? 4 : 8, (y - top) / (MOST_SHOWN - 1)));
    for (let i = 0; i < many; i++) {
      const up = Math.min(i, MOST_SHOWN - 1) * step;
      slots.push({
        zone: `${zone}:${number}`,
        face: `${number}`,
        x,
        y: y - up,
        w: cw,
        z: 10 + i,
        rot: askew(number * 7 + i),
        ...more,
      });
    }
    if (many < 2) return;
    const isTiny = cw < 30;
    badges.push({
      zone: `${zone}:${number}`,
      x: x + cw + (isTiny ? 4 : -3),
      y: isTiny ? y + cw * SHAPE - 4 : y - Math.min(many - 1, MOST_SHOWN - 1) * step + 4,
      count: many,
      isTiny,
    });
  };

  const even = Math.min((h - 48) / 3, 250);
  const { oppH, mineH } = isSmall
    ? rows(h, count > 4 ? 140 : 118, 136, 250)
    : isScreen
      ? { oppH: even, mineH: even }
      : { oppH: Math.min(Math.max(h * 0.26, 140), 200), mineH: Math.min(Math.max(h * 0.29, 160), 232) };
  const { row, mine } = seatBoxes(count, base, w, h, {
    oppH,
    mineH,
    mostOpp: isSmall ? w : 430,
    mostMine: 860,
    isEven: isScreen && !isSmall,
  });
  const seats: SeatPlan[] = [];

  /** A place for each number and one for the bank; the cards lie below their chips. */
  const counted = (seat: number, box: Rect): Chips & { bank: Rect } => {
    const inset = isSmall ? 4 : 12;
    const head = !isSmall ? 44 : box.w > 100 ? 33 : 28;
    const place = view.places[seat]!;
    const chips = (many: number) =>
      gridOf([4, 3, 2], many, box.w - 2 * inset, box.h - head - inset, box.h > 90 ? 4 : 2, FIGURES + 0.8, 3);
    const present = NUMBERS.filter((n) => place.face_up[n]);
    const all = chips(NUMBERS.length + 1);
    // A number keeps its place among the others, as long as all of them can be read.
    const shown = all.font < LEAST_NUMBER ? present : NUMBERS;
    const grid = shown === NUMBERS ? all : chips(present.length + 1);
    const at = (i: number) => chipAt(grid, i, box.x + inset, box.y + head);
    const below = ({ x, y, w, h }: Rect) => {
      const cw = Math.max(Math.min(w, h / SHAPE) - 2, 6);
      return { x: x + (w - cw) / 2, y: y + (h - cw * SHAPE) / 2, w: cw };
    };
    const numbers = shown.map((number, i) => {
      const { glow = false, ...more } = shade(view, seat, number, lastFlip, inReach);
      const many = place.face_up[number] ?? 0;
      for (let n = 0; n < many; n++)
        slots.push({ zone: `seat${seat}:${number}`, face: `${number}`, ...below(at(i)), z: 10 + n, ...more });
      return { number, many, isLit: glow, ...at(i) };
    });
    const bank = at(shown.length);
    const under = below(bank);
    for (let i = 0; i < Math.min(place.banked, 24); i++)
      slots.push({ zone: `seat${seat}:bank`, face: null, ...under, z: 5 + i });
    return { font: grid.font, numbers, bank };
  };

  for (const { seat, ...box } of row) {
    const place = view.places[seat]!;
    const head = isSmall ? 30 : 42;
    const inset = isSmall ? 6 : 14;
    const numbers = NUMBERS.filter((n) => place.face_up[n]);
    // A phone has chips wherever seven stacks would not fit; elsewhere the cards are smaller before they are counted.
    const most = isSmall ? NUMBERS.length : numbers.length;
    const cw = Math.min(
      (oppH - head - (isSmall ? 12 : isScreen ? 34 : 40)) / SHAPE,
      isSmall ? 32 : isScreen ? 96 : 64,
      box.w / 4,
      (box.w - 2 * inset - (most + 1) * 5) / (most + 1),
    );
    if (cw < LEAST_CARD) {
      const { bank, ...chips } = counted(seat, box);
      seats.push({ seat, isMine: false, isReach: inReach(seat), bank, chips: { ...chips, bank }, ...box });
      continue;
    }
    const bank = { x: box.x + box.w - cw - inset, y: box.y + box.h - cw * SHAPE - (isSmall ? 6 : 12), w: cw };
    const { at } = spread(numbers.length, cw, bank.x - box.x - inset, isSmall ? 18 : 8);
    numbers.forEach((n, j) =>
      lay(
        `seat${seat}`,
        n,
        place.face_up[n]!,
        box.x + inset + at[j]!,
        bank.y,
        cw,
        box.y + head + (isSmall ? 2 : 6),
        shade(view, seat, n, lastFlip, inReach),
      ),
    );
    hide(slots, `seat${seat}:bank`, place.banked, bank);
    seats.push({ seat, isMine: false, isReach: inReach(seat), bank, chips: null, ...box });
  }

  /** One's own place: every number has its column, also while no card of it is there. */
  const layMine = (mine: Rect) => {
    const head = isSmall ? 32 : 44;
    const step = (mine.w - (isSmall ? 12 : 32)) / 8;
    const cw = Math.min(step - (isSmall ? 5 : 14), (mineH - head - (isSmall ? 14 : 34)) / SHAPE, 96);
    const y = mine.y + mine.h - cw * SHAPE - (isSmall ? 6 : 14);
    const at = (n: number) => mine.x + (isSmall ? 6 : 16) + step * n + (step - cw) / 2;
    const { face_up, banked } = view.places[base]!;
    for (const n of NUMBERS) {
      if (!face_up[n]) ghosts.push({ x: at(n), y, w: cw, h: cw * SHAPE, number: n });
      const more = shade(view, base, n, lastFlip, inReach);
      lay(`seat${base}`, n, face_up[n] ?? 0, at(n), y, cw, mine.y + head + 4, more);
    }
    const bank = { x: at(7), y, w: cw };
    hide(slots, `seat${base}:bank`, banked, bank);
    seats.push({ seat: base, isMine: true, isReach: inReach(base), bank, chips: null, ...mine });
  };
  if (mine) layMine(mine);

  const top = oppH + (isSmall ? 8 : 22);
  const room = h - mineH - top - (isSmall ? 8 : 26);
  const { pile, flips, vault, fw, vw } = isSmall
    ? middleSmall(w, pad, top, room)
    : middleWide(w, pad, top, room, isScreen);
  view.flips.forEach((n, i) => {
    const at = flips[i]!;
    slots.push({
      zone: 'flips',
      face: `${n}`,
      x: at.x,
      y: at.y,
      w: fw,
      z: 30 + i,
      dim: i < view.flips.length - 1,
      lift: i === view.flips.length - 1 && view.phase === 'choose',
    });
  });
  const vs = (vault.w - (isSmall ? 10 : 28)) / 7;
  NUMBERS.forEach((n) => {
    const x = vault.x + (isSmall ? 5 : 14) + vs * n + (vs - vw) / 2;
    const glow = n === lastFlip && (view.stop?.vault ?? 0) > 0;
    const y = vault.y + vault.h - vw * SHAPE - (isSmall ? 6 : 14);
    if (!view.vault[n]) ghosts.push({ x, y, w: vw, h: vw * SHAPE, number: n });
    lay('vault', n, view.vault[n] ?? 0, x, y, vw, vault.y + 26, { glow });
  });

  const from = { x: pile.x, y: pile.y, w: fw };
  const ways: Ways = {
    source: () => from,
    sink: (card: Placed) => {
      const owner = seats.find((seat) => card.zone.startsWith(`seat${seat.seat}:`));
      return owner?.bank ?? from;
    },
  };
  const around = [
    view.vault,
    ...[...new Set([left, right])].filter((seat) => seat !== view.seat).map((seat) => view.places[seat]!.face_up),
  ];
  const reach = NUMBERS.map((n) => around.reduce((sum, counts) => sum + (counts[n] ?? 0), 0));
  return {
    isSmall,
    isTight: isSmall && room < TIGHT,
    slots,
    seats,
    vault,
    pile,
    flips,
    badges,
    ghosts,
    inReach: reach,
    ways,
  };
}

function shade(
  view: View,
  seat: number,
  n: number,
  lastFlip: number | undefined,
  inReach: (seat: number) => boolean,
): Partial<Slot> {
  if (view.phase === 'over') return {};
  if (!inReach(seat)) return { dim: true };
  if (n !== lastFlip || !view.stop) return {};
  const count = view.places.length;
  const { left, right, banked } = view.stop;
  const isTaken =
    seat === view.seat
      ? banked > 0
      : (seat === (view.seat + 1) % count && left > 0) || (seat === (view.seat + count - 1) % count && right > 0);
  return { glow: isTaken };
}

function hide(slots: Slot[], zone: string, many: number, at: Point & { w: number }): void {
  for (let i = 0; i < Math.min(many, 24); i++) {
    const up = Math.min(i, 7) * 1.5;
    slots.push({ zone, face: null, x: at.x + up * 0.4, y: at.y - up, w: at.w, z: 5 + i });
  }
}

/** In a middle lower than this, the vault and the flips do without their words. */
const TIGHT = 160;

interface Middle {
  pile: Rect;
  flips: Rect[];
  vault: Rect;
  fw: number;
  vw: number;
}

function middleWide(w: number, pad: number, top: number, room: number, isScreen: boolean): Middle {
  const gap = 12;
  const vw = Math.min(isScreen ? 96 : 72, (room - 60) / SHAPE, w * (isScreen ? 0.06 : 0.045));
  const vaultW = 7 * (vw + 12) + 28;
  const fw = Math.min(100, (room - 34) / SHAPE, w * 0.068, (w - 2 * pad - 16 - vaultW - 5 * gap - 20) / 6);
  const flipsW = 6 * fw + 5 * gap + 20;
  const between = Math.min(46, Math.max(16, (w - 2 * pad - vaultW - flipsW) / 2));
  const x = (w - flipsW - between - vaultW) / 2;
  const y = top + (room - fw * SHAPE) / 2;
  const vaultH = Math.min(room, vw * SHAPE + 92);
  return {
    fw,
    vw,
    pile: { x, y, w: fw, h: fw * SHAPE },
    flips: Array.from({ length: 5 }, (_, i) => ({ x: x + fw + 20 + i * (fw + gap) + gap, y, w: fw, h: fw * SHAPE })),
    vault: { x: x + flipsW + between, y: top + (room - vaultH) / 2, w: vaultW, h: vaultH },
  };
}

function middleSmall(w: number, pad: number, top: number, room: number): Middle {
  const isTight = room < TIGHT;
  const vw = Math.min(44, (w - 2 * pad - 10) / 7 - 6, (room * 0.45 - (isTight ? 16 : 40)) / SHAPE);
  const vaultH = vw * SHAPE + Math.min(56, Math.max(isTight ? 14 : 34, room * 0.45 - vw * SHAPE));
  const fw = Math.min((w - 2 * pad - 5 * 7 - 6) / 6, (room - vaultH - 32) / SHAPE, 76);
  const total = 6 * fw + 5 * 7 + 6;
  const x = (w - total) / 2;
  const spare = Math.max(0, room - vaultH - fw * SHAPE - 32);
  const y = top + 8 + spare / 2;
  return {
    fw,
    vw,
    pile: { x, y, w: fw, h: fw * SHAPE },
    flips: Array.from({ length: 5 }, (_, i) => ({ x: x + (i + 1) * (fw + 7) + 6, y, w: fw, h: fw * SHAPE })),
    vault: { x: pad, y: top + room - vaultH - spare / 4, w: w - 2 * pad, h: vaultH },
  };
}
