/** The colours of Push, in the order of every list by colour, and their inks. */
import type { Colour } from '../../wire/push';

export const COLOURS = ['red', 'blue', 'green', 'yellow', 'purple'] as const satisfies readonly Colour[];

/** `on` is read on the card, `dot` on white. */
export const COLOUR_INKS: Record<Colour, { light: string; deep: string; on: string; ghost: string; dot: string }> = {
  red: { light: '#dd4b32', deep: '#b02a1f', on: '#fff8ee', ghost: '255 255 255 / .09', dot: '#c8372d' },
  blue: { light: '#2278cc', deep: '#0f5199', on: '#fff8ee', ghost: '255 255 255 / .1', dot: '#1769b5' },
  green: { light: '#15875c', deep: '#0a5f40', on: '#fff8ee', ghost: '255 255 255 / .1', dot: '#0f7d54' },
  yellow: { light: '#fbd34f', deep: '#e6ab17', on: '#33260a', ghost: '120 80 0 / .13', dot: '#d79a00' },
  purple: { light: '#d8b3f2', deep: '#b583dd', on: '#2d0f47', ghost: '60 0 90 / .1', dot: '#8a4fc0' },
};
