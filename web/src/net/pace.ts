/** How long a moment is shown before the next one. */
import type { Moment } from '../wire/wire';
import type { Pace } from '../lib/settings.svelte';

const BASE_MS: Record<Pace, number> = { calm: 620, brisk: 300, instant: 0 };

/** The time a moment stays: longer when more happened in it, short when more waits or one did it oneself. */
export function dwellMs(moment: Moment | null, seat: number | null, pace: Pace, waiting: number): number {
  if (!moment) return 0;
  const base = BASE_MS[pace];
  const isOwn = seat !== null && moment.events[0]?.seat === seat;
  const more = Math.max(0, moment.events.length - 1) * base * 0.45;
  const long = (isOwn ? base * 0.5 : base) + Math.min(more, base * 2);
  return waiting > 6 ? 0 : waiting > 3 ? long * 0.4 : long;
}
