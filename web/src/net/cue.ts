/** What a moment sounds like to whoever it comes to. */
import { isDue } from '../games/props';
import type { Moment } from '../wire/wire';
import type { Sound } from '../lib/sound';

/** The sound of going on from one moment to the next; none where nothing is to be noticed, as on coming to a table. */
export function cueOf(before: Moment | null, now: Moment, seat: number | null): Sound | null {
  if (now.standings) {
    if (!before || before.standings) return null;
    return seat === null || now.standings.winners.includes(seat) ? 'win' : 'bust';
  }
  return isDue(now, seat) && !(before && isDue(before, seat)) ? 'turn' : null;
}
