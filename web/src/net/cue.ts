/** What a moment sounds like to whoever it comes to. */
import { isDue } from './turn';
import type { Moment } from '../wire/wire';
import type { Sound } from '../browser/sound';

/** The sound of going on from one moment to the next. There is none when one has just come to the table. */
export function cueOf(before: Moment | null, now: Moment, seat: number | null): Sound | null {
  if (now.standings) {
    if (!before || before.standings) return null;
    return seat === null || now.standings.winners.includes(seat) ? 'win' : 'bust';
  }
  return isDue(now, seat) && !(before && isDue(before, seat)) ? 'turn' : null;
}
