/** What happens in Push, and what a move of it is, in English. */
import { andList, cardOf, plural, stackName, text } from '../../text';
import type { Card } from '../../wire/push';
import type { Teller } from '../teller';

/** A stack that is taken: its cards if they are few, else how many and what they are worth. */
function stackOf(cards: Card[]): string {
  const numbers = cards.filter((card) => card.includes('-'));
  if (cards.length <= 2) return andList(cards.map(cardOf));
  const points = numbers.reduce((sum, card) => sum + Number(card.split('-')[1]), 0);
  return andList([
    `${plural(numbers.length, 'card')} worth ${plural(points, 'point')}`,
    ...cards.filter((card) => !numbers.includes(card)).map(cardOf),
  ]);
}

export const push: Teller<'push'> = {
  event(shown, name, verb) {
    const who = name(shown.seat);
    const does = (word: string) => verb(shown.seat, word);
    switch (shown.type) {
      case 'begins':
        return `${who} ${does('begins')}`;
      case 'draws':
        return '';
      case 'banked':
        return `${who} ${does('banks')} ${text.push.colours[shown.colour]}: it is safe now`;
      case 'drawn':
        return shown.too_far
          ? `${who} ${does('draws')} ${cardOf(shown.card)}, which fits nowhere`
          : `${who} ${does('draws')} ${cardOf(shown.card)}`;
      case 'placed':
        return shown.new
          ? `${who} ${does('starts')} a stack with ${cardOf(shown.card)}`
          : `${who} ${does('plays')} ${cardOf(shown.card)} to ${stackName(shown.stack)}`;
      case 'stopped':
        return `${who} ${does('stops')}`;
      case 'collected':
        return `${who} ${does('takes')} ${stackOf(shown.cards)}${leftOver(shown.left_over)}`;
      case 'rolled': {
        const lost = shown.lost.flat().reduce((sum, n) => sum + n, 0);
        const cost =
          lost > 0
            ? ` and ${does('loses')} ${plural(lost, 'card')}`
            : shown.face === 'star'
              ? ': safe'
              : ` and ${does('loses')} nothing`;
        const face = shown.face === 'star' ? 'the star' : text.push.colours[shown.face];
        return `${who} ${does('rolls')} ${face}${cost}${leftOver(shown.left_over)}`;
      }
    }
  },

  move(move, view) {
    if (move === 'draw') return view.phase === 'start' ? 'draw a card' : 'draw another';
    if (move === 'stop') return 'stop and take a stack';
    if ('bank' in move) return `bank ${text.push.colours[move.bank]}`;
    if ('place' in move)
      return move.place >= view.stacks.length ? 'start a new stack' : `play it to ${stackName(move.place)}`;
    return `take ${stackOf(view.stacks[move.collect] ?? [])}`;
  },
};

function leftOver(n: number): string {
  return n === 0 ? '' : n === 1 ? '; the last stack is discarded' : `; ${n} stacks are discarded`;
}
