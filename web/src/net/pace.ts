/** How long a moment is shown before the next one. */
import type { Moment } from '../wire/wire';
import type { Pace } from '../lib/settings.svelte';
import { isHeavy } from '../text/told';

const BASE_MS: Record<Pace, number> = { calm: 620, brisk: 300, instant: 0 };

/** How long something is looked at before it goes on by itself. */
export function seenMs(pace: Pace): number {
  return BASE_MS[pace] * 1.3;
}

/** The time a moment stays: longer when more happened in it or it must not be missed, short when more waits, one did it oneself, or the next is a further step by whoever did it. */
export function dwellMs(moment: Moment | null, seat: number | null, pace: Pace, waiting: number, next?: Moment): number {
  if (!moment) return 0;
  const mover = moment.events[0]?.seat;
  const goesOn = typeof mover === 'number' && next?.events[0]?.seat === mover;
  const base = BASE_MS[pace] * (goesOn ? 0.65 : 1);
  const isOwn = seat !== null && mover === seat;
  const more = Math.max(0, moment.events.length - 1) * base * 0.45;
  const long = (isOwn ? base * 0.5 : base) + Math.min(more, base * 2) + (moment.events.some(({ shown }) => isHeavy(shown)) ? BASE_MS[pace] : 0);
  return waiting > 6 ? 0 : waiting > 3 ? long * 0.4 : long;
}
