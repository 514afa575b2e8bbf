/** How long a moment is shown before the next one. */
import type { Happened, Moment } from '../wire/wire';
import type { Tempo } from '../browser/settings.svelte';

/** Whether an event must not be missed; each game knows its own. */
export type IsHeavy = (event: Happened) => boolean;

const BASE_MS: Record<Tempo, number> = { calm: 620, brisk: 300, instant: 0 };

/** How long something is looked at before it goes on by itself. */
export function seenMs(pace: Tempo): number {
  return BASE_MS[pace] * 1.3;
}

/** How long it takes to notice and read some words, also for somebody who plays for the first time. */
export function readMs(words: string): number {
  return 1200 + 280 * words.split(/\s+/).filter(Boolean).length;
}

/**
 * How long a moment stays on the screen. It stays longer when much happened in it or when it must not be missed; shorter
 * when others wait behind it, when one did it oneself, or when the same player goes on in the next one.
 */
export function dwellMs(
  moment: Moment | null,
  seat: number | null,
  pace: Tempo,
  waiting: number,
  next?: Moment,
  isHeavy: IsHeavy = () => false,
): number {
  if (!moment) return 0;
  const mover = moment.events[0]?.seat;
  const goesOn = typeof mover === 'number' && next?.events[0]?.seat === mover;
  const base = BASE_MS[pace] * (goesOn ? 0.65 : 1);
  const isOwn = seat !== null && mover === seat;
  const more = Math.max(0, moment.events.length - 1) * base * 0.45;
  const long =
    (isOwn ? base * 0.5 : base) + Math.min(more, base * 2) + (moment.events.some(isHeavy) ? BASE_MS[pace] : 0);
  return waiting > 6 ? 0 : waiting > 3 ? long * 0.4 : long;
}
