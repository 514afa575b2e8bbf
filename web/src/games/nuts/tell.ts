/** What happens in Nuts for Nuts, and what a move of it is, in English. */
import { andList, nutOf, text } from '../../text';
import { cardNamed } from '../../text/server';
import type { Card, Guess, Move } from '../../wire/nuts';
import type { Teller } from '../teller';

/** Cards of Nuts for Nuts by their nuts: `1 acorn`, `1 + 3 peanuts`. */
function nutsOf(cards: Card[]): string {
  const kinds = new Map<string, number[]>();
  for (const card of cards) {
    const [nut = '', number] = card.split('-');
    kinds.set(nut, [...(kinds.get(nut) ?? []), Number(number)]);
  }
  return andList([...kinds].map(([nut, numbers]) => text.nuts.cards(numbers, nut)));
}

/** What a Raccoon guesses: a nut, or a number. */
function guessOf(guess: Guess): string {
  return typeof guess === 'number' ? text.nuts.number(guess) : text.nuts.kind(guess);
}

/** The moves that are told the same each time. */
const PLAIN: { [M in Extract<Move, string>]: string } = {
  'free-draw': 'take the free card',
  scavenge: 'scavenge',
  'end-turn': 'end the turn',
  redraw: 'draw a new card',
  decline: 'do without a new card',
};

export const nuts: Teller<'nuts'> = {
  event({ what: shown, dropped }, name, verb) {
    const who = name(shown.seat);
    const does = (word: string) => verb(shown.seat, word);
    const some = (card: Card | null) => (card ? nutOf(card) : 'a card');
    const fell = dropped
      ? `${name(dropped.seat)} ${verb(dropped.seat, 'holds')} too much and ${verb(dropped.seat, 'drops')} ${nutsOf(dropped.cards)}`
      : '';
    const first = () => {
      switch (shown.type) {
        case 'dealt':
          return '';
        case 'drew-lot': {
          const { raccoon } = shown;
          const up = `${who} ${does('turns')} up ${nutOf(shown.card)}`;
          if (raccoon === null) return up;
          if (raccoon === shown.seat) return `${up} and ${does('is')} the Raccoon`;
          return `${up}; ${name(raccoon)} ${verb(raccoon, 'is')} the Raccoon`;
        }
        case 'drew':
          return `${who} ${does('draws')} ${some(shown.card)}`;
        case 'event': {
          const lost = shown.lost.length > 0 ? `, and ${does('loses')} ${nutsOf(shown.lost)}` : '';
          return `${who} ${does('draws')} an event: ${cardNamed(shown.name)}${lost}`;
        }
        case 'lost':
          return `${who} ${does('loses')} ${nutOf(shown.card)}`;
        case 'free-draw':
        case 'scavenge':
        case 'redraw':
        case 'end-turn':
          return '';
        case 'stash':
          return `${who} ${does('stashes')} ${nutsOf(shown.cards)}`;
        case 'steal':
          return `${who} ${does('wants')} to steal from ${name(shown.from)}`;
        case 'lay':
          return `${who} ${does('lays')} ${some(shown.card)} face down`;
        case 'guess': {
          const outcome = shown.taken
            ? `right, and ${does('takes')} ${nutOf(shown.taken)}`
            : `wrong, ${name(shown.from)} ${verb(shown.from, 'keeps')} the card`;
          return `${who} ${does('guesses')} ${guessOf(shown.guess)}: ${outcome}`;
        }
        case 'show':
          return `${who} ${does('shows')} ${some(shown.card)} to the Squirrels`;
        case 'share':
          return `${who} ${does('gives')} ${nutOf(shown.card)} to ${name(shown.to)}`;
        case 'decline':
          return `${who} ${does('does')} without a new card`;
      }
      return undefined;
    };
    const said = first();
    return said === undefined ? undefined : [said, fell].filter(Boolean).join('; ');
  },

  move(move, _view, name) {
    if (typeof move === 'string') return PLAIN[move];
    if ('stash' in move) return `stash ${andList(move.stash.map(nutOf))}`;
    if ('steal' in move) return `steal from ${name(move.steal)}`;
    if ('lay' in move) return `lay ${nutOf(move.lay)}`;
    if ('guess' in move) return `guess ${guessOf(move.guess)}`;
    if ('show' in move) return `show ${nutOf(move.show)}`;
    return `share ${nutOf(move.share.card)} with ${name(move.share.to)}`;
  },
};
