/** Where everybody sits at a card table: the others in a row at the top, oneself at the bottom. */
import { others, type Rect } from './layer';

/** A stage narrower than this is a phone's. */
const SMALL = 720;

/** What depends on whether a stage is a phone's. */
export interface Frame {
  isSmall: boolean;
  /** What stays free at the sides of the stage. */
  pad: number;
  /** Between two seats. */
  gap: number;
  /** Above the others' row, and below one's own. */
  above: number;
  below: number;
}

const PHONE: Frame = { isSmall: true, pad: 8, gap: 6, above: 2, below: 2 };
const WIDE: Frame = { isSmall: false, pad: 24, gap: 14, above: 6, below: 8 };

/** The frame of a stage of width `w`. */
export function frameOf(w: number): Frame {
  return w < SMALL ? PHONE : WIDE;
}

/** How high both rows are, and how wide a seat is at most. */
export interface Rows {
  oppH: number;
  mineH: number;
  mostOpp: number;
  mostMine: number;
  /** On a screen for all nobody sits at the bottom: everybody has as much room, round what lies in the middle. */
  isEven: boolean;
}

/** The boxes of the seats: those that all look at alike, and one's own where there is one. */
export interface Boxes {
  row: (Rect & { seat: number })[];
  mine: Rect | null;
}

/** How wide a seat is at most on a screen for all: one of two is not the whole table. */
const MOST_EVEN = 520;

/** The box of every seat on a stage of `w` by `h`, seen from seat `base`: the others clockwise, and one's own. */
export function seatBoxes(
  seats: number,
  base: number,
  w: number,
  h: number,
  { oppH, mineH, mostOpp, mostMine, isEven }: Rows,
): Boxes {
  if (isEven) return { row: evenBoxes(seats, w, h, oppH, mineH), mine: null };
  const { pad, gap, above, below } = frameOf(w);
  const around = others(seats, base);
  const gaps = gap * (around.length - 1);
  const oppW = Math.min((w - 2 * pad - gaps) / around.length, mostOpp);
  const left = (w - oppW * around.length - gaps) / 2;
  const mineW = Math.min(w - 2 * pad, mostMine);
  return {
    row: around.map((seat, i) => ({ seat, x: left + i * (oppW + gap), y: above, w: oppW, h: oppH })),
    mine: { x: (w - mineW) / 2, y: h - mineH - below, w: mineW, h: mineH },
  };
}

/** All seats clockwise: half of them above from left to right, the others below from right to left, all as wide. */
function evenBoxes(seats: number, w: number, h: number, aboveH: number, belowH: number): Boxes['row'] {
  const { pad, gap, above, below } = frameOf(w);
  const up = Math.ceil(seats / 2);
  const wide = Math.min((w - 2 * pad - gap * (up - 1)) / up, MOST_EVEN);
  return Array.from({ length: seats }, (_, seat) => {
    const isUp = seat < up;
    const [many, place] = isUp ? [up, seat] : [seats - up, seats - 1 - seat];
    const left = (w - many * wide - gap * (many - 1)) / 2;
    const box = { seat, x: left + place * (wide + gap), w: wide };
    return isUp ? { ...box, y: above, h: aboveH } : { ...box, y: h - belowH - below, h: belowH };
  });
}
