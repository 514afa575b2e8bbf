/** How the people and bots at a table are called. */
import { text } from '../text';
import type { SeatInfo } from '../wire/wire';
import type { Sitter } from './table';

export function sitterOf({ seat, holder }: SeatInfo): Sitter {
  switch (holder.type) {
    case 'person':
      return {
        seat,
        name: holder.name,
        look: holder.look,
        isBot: holder.stand_in !== null,
        isAway: !holder.is_connected,
      };
    case 'bot':
      return { seat, name: holder.name, look: { colour: holder.colour, sign: 0 }, isBot: true, isAway: false };
    default:
      return { seat, name: text.screen.free, look: { colour: seat, sign: 0 }, isBot: false, isAway: true };
  }
}
