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
}

/** The box of every seat on a stage of `w` by `h`, seen from seat `base`: the others clockwise, and one's own. */
export function seatBoxes(
  seats: number,
  base: number,
  w: number,
  h: number,
  { oppH, mineH, mostOpp, mostMine }: Rows,
): { row: (Rect & { seat: number })[]; mine: Rect } {
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
