/** The clocks of a table, for whatever shows a seat. */
import { getContext, setContext } from 'svelte';
import type { Moment } from '../../wire/wire';

const KEY = Symbol('clock');

/** The seconds a seat has left, and whether they are running out now. */
export interface TimeLeft {
  seconds: number;
  runs: boolean;
}

/** What a seat has left at a time: for the decision it is asked for, else for the whole game; nothing without clocks. */
export function leftOf(
  { clocks, turn }: Pick<Moment, 'clocks' | 'turn'>,
  seat: number,
  nowMs: number,
): TimeLeft | null {
  const isAsked = turn.type === 'seats' && (turn.asked === seat || (turn.asked === null && turn.seats.includes(seat)));
  const seconds = (ms: number) => Math.max(0, Math.ceil(ms / 1000));
  if (isAsked && clocks.turn_ends_at_ms !== null)
    return { seconds: seconds(clocks.turn_ends_at_ms - nowMs), runs: true };
  const own = clocks.seats[seat];
  if (!own) return null;
  const gone = own.is_running ? Math.max(0, nowMs - clocks.now_ms) : 0;
  return { seconds: seconds(own.left_ms - gone), runs: own.is_running };
}

/** Lets the parts of a table ask for the time. */
export function keepTime(moment: () => Pick<Moment, 'clocks' | 'turn'>, nowMs: () => number): void {
  setContext(KEY, (seat: number) => leftOf(moment(), seat, nowMs()));
}

export function timeOf(): (seat: number) => TimeLeft | null {
  return getContext<((seat: number) => TimeLeft | null) | undefined>(KEY) ?? (() => null);
}
