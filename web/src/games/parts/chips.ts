/** Chips: what somebody has, counted, where the cards themselves would be too small to be read. */

/** The number of a smaller card is not read on a phone. */
export const LEAST_CARD = 30;
/** Nor is a smaller number on a chip. */
export const LEAST_NUMBER = 10;
/** How wide two figures are, by their height. */
export const FIGURES = 1.28;

/** How chips lie in rows. */
export interface Grid {
  across: number;
  chip: { w: number; h: number };
  /** The height of their numbers. */
  font: number;
  apart: number;
}

/**
 * So many chips within `w` by `h`, `apart` from one another, in as many columns of those tried as makes their words largest.
 * The words are `wide` by their height, and `spare` pixels beside them stay free.
 */
export function gridOf(
  tried: readonly number[],
  many: number,
  w: number,
  h: number,
  apart: number,
  wide: number,
  spare: number,
): Grid {
  return tried
    .map((across): Grid => {
      const down = Math.ceil(many / across);
      const [each, high] = [(w - apart * (across - 1)) / across, (h - apart * (down - 1)) / down];
      const font = Math.min(high * 0.86, (each - spare) / wide, 20);
      return { across, font, apart, chip: { w: each, h: Math.min(high, font * 1.7) } };
    })
    .reduce((best, other) => (other.font > best.font ? other : best));
}

/** Where chip `i` lies, the first one at `x` and `y`. */
export function chipAt({ across, chip, apart }: Grid, i: number, x: number, y: number) {
  return { x: x + (i % across) * (chip.w + apart), y: y + Math.floor(i / across) * (chip.h + apart), ...chip };
}
