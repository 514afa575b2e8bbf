/** How the curves of a game are told apart: inks for dark and for light rooms, dashes, and a symbol for each seat. */

/** By seat, in the hues of the seats; at least 3 to 1 against the ground of their rooms. */
export const CURVE_INKS = {
  dark: ['#f3c969', '#8fb7ff', '#7fdca0', '#ff9fb0', '#d3b4ff', '#f4f1ea'],
  light: ['#7d5a00', '#0b57b0', '#0b6b45', '#b3123f', '#6a2fa8', '#2b2b2b'],
};

export const DASHES = ['', '7 4', '2 4', '10 3 2 3', '4 2', '1 3'];

/** Drawn on a grid from -6 to 6. */
export const SYMBOLS = [
  'M0-5A5 5 0 1 1 0 5 5 5 0 1 1 0-5Z',
  'M-4.500-4.500H4.500V4.500H-4.500Z',
  'M0-6 6 0 0 6-6 0Z',
  'M0-5.500 5.500 4.500H-5.500Z',
  'M0 5.500-5.500-4.500H5.500Z',
  'M-2-5.500H2V-2H5.500V2H2V5.500H-2V2H-5.500V-2H-2Z',
];

/** Heights moved apart so that any two of them are `least` away from each other, all between 0 and `most`, in their order. */
export function spaced(heights: readonly number[], least: number, most: number): number[] {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a]! - heights[b]! || a - b);
  const found = [...heights];
  order.forEach((i, n) => (found[i] = Math.max(heights[i]!, n > 0 ? found[order[n - 1]!]! + least : 0)));
  let below = most;
  for (const i of order.reverse()) {
    found[i] = Math.min(found[i]!, below);
    below = found[i]! - least;
  }
  return found;
}
