/** What happens in Stack Nabbit, and what a move of it is, in English. */
import { andList } from '../../text';
import type { Haul } from '../../wire/nabbit';
import type { Teller } from '../teller';

export const nabbit: Teller<'nabbit'> = {
  event(shown, name, verb, seats) {
    const haul = (kept: Haul, seat: number) =>
      [
        kept.left + kept.right + kept.vault > 0 &&
          `${verb(seat, 'grabs')} ${andList(
            [
              [kept.left, `from ${name((seat + 1) % seats)}`],
              [kept.right, `from ${name((seat + seats - 1) % seats)}`],
              [kept.vault, 'from the Vault'],
            ]
              .filter(([n]) => n)
              .map(([n, whence]) => `${n} ${whence}`),
          )}`,
        kept.banked > 0 && `${verb(seat, 'banks')} ${kept.banked}`,
      ].filter((part): part is string => typeof part === 'string');
    switch (shown.type) {
      case 'dealt':
      case 'flips-again':
        return '';
      case 'flipped': {
        const { seat, number, kept } = shown;
        const does = kept ? [`must keep the ${number}`, ...haul(kept, seat)] : [`${verb(seat, 'flips')} a ${number}`];
        return `${name(seat)} ${andList(does)}`;
      }
      case 'stopped': {
        const { seat, number, kept } = shown;
        return `${name(seat)} ${andList([`${verb(seat, 'keeps')} the ${number}`, ...haul(kept, seat)])}`;
      }
    }
  },

  move(move, view) {
    switch (move) {
      case 'stop':
        return `keep the ${view.flips.at(-1)}`;
      case 'flip':
        return 'flip another';
    }
  },
};
