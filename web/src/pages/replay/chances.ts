/** Chances over a game, and its turning points: where a seat's chance changed most. */
import type { Chances } from '../../wire/wire';

export interface Turning {
  /** Which of the chances, by index. */
  index: number;
  seat: number;
  /** How much the chance rose or fell. */
  change: number;
}

/** All that is known, in the order of the game: who asks again is told the same again. */
export function joined(known: readonly Chances[], more: readonly Chances[]): Chances[] {
  return [...new Map([...known, ...more].map((chance) => [chance.seq, chance])).values()].sort((a, b) => a.seq - b.seq);
}

/** The largest changes, one a moment, at most `most` of them, in the order of the game. */
export function turnings(chances: readonly Chances[], most = 4, least = 0.12): Turning[] {
  const found: Turning[] = [];
  for (let i = 1; i < chances.length; i++) {
    const before = chances[i - 1]!.seats;
    const changes = chances[i]!.seats.map((now, seat) => ({ index: i, seat, change: now - (before[seat] ?? 0) }));
    const largest = changes.reduce((a, b) => (Math.abs(b.change) > Math.abs(a.change) ? b : a));
    if (Math.abs(largest.change) >= least) found.push(largest);
  }
  return found
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, most)
    .sort((a, b) => a.index - b.index);
}
