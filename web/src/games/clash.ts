/** Which parts of a table lie over one another: what the tests of the layouts ask. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The pairs of parts that overlap by more than a pixel, and the parts that leave a stage of `w` by `h`. */
export function clashes(parts: Record<string, Box>, w: number, h: number): string[] {
  const all = Object.entries(parts);
  const over = (a: Box, b: Box) =>
    Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) > 1 && Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > 1;
  const pairs = all.flatMap(([name, box], i) =>
    all.slice(i + 1).flatMap(([other, at]) => (over(box, at) ? [`${name} and ${other}`] : [])),
  );
  const out = all.filter(
    ([, box]) =>
      !(box.w > 0 && box.h > 0) || box.x < -1 || box.y < -1 || box.x + box.w > w + 1 || box.y + box.h > h + 1,
  );
  return [...pairs, ...out.map(([name]) => `${name} leaves the stage`)];
}

/** Boxes under names that are counted. */
export function counted(name: string, boxes: readonly Box[]): Record<string, Box> {
  return Object.fromEntries(boxes.map((box, i) => [`${name}${i}`, box]));
}

/** The cards that leave a stage of `w` by `h`. */
export function strays(
  slots: readonly { zone: string; x: number; y: number; w: number }[],
  w: number,
  h: number,
): string[] {
  return slots
    .filter(({ x, y, w: wide }) => !(wide > 4) || x < -1 || y < -1 || x + wide > w + 1 || y + wide * 1.4 > h + 1)
    .map(({ zone }) => `a card of ${zone} leaves the stage`);
}

/** Numbers by chance, the same ones for the same seed: `die(n)` is one of 0 to n - 1. */
export function dice(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** Asks what is wrong with many tables by chance, each on a stage of its own. */
export function anyWrong(
  seed: number,
  many: number,
  wrong: (die: (n: number) => number, w: number, h: number) => string[],
): string[] {
  const die = dice(seed);
  return Array.from({ length: many }, (_, n) => {
    const { w, h } = STAGES[die(STAGES.length)]!;
    return wrong(die, w, h).map((what) => `table ${n}, ${w} by ${h}: ${what}`);
  }).flat();
}

/** A pile with the words below it. */
export const withLabel = (box: Box): Box => ({ ...box, h: box.h + 24 });

/** The stages of every window a table is made for, in small steps: phones upright and sideways, and whatever is wider. */
export const STAGES: readonly { w: number; h: number }[] = [
  ...[320, 340, 360, 384, 412, 480, 560, 640, 700].flatMap((w) =>
    Array.from({ length: 90 }, (_, i) => ({ w, h: 284 + 7 * i })),
  ),
  ...[720, 768, 880, 1024, 1280, 1366, 1600, 1920].flatMap((w) =>
    Array.from({ length: 50 }, (_, i) => ({ w, h: 461 + 11 * i })),
  ),
];
