/** What happens in Stacks, and what a move of it is, in English. */
import { andList, plural } from '../../text';
import type { Teller } from '../teller';

export const stacks: Teller<'stacks'> = {
  event(shown, name, verb) {
    const who = name(shown.seat);
    const does = (word: string) => verb(shown.seat, word);
    switch (shown.type) {
      case 'dealt':
        return '';
      case 'drew':
        return shown.ends ? `${who} ${does('draws')} the last card: the round is over` : '';
      case 'played':
        return `${who} ${does('lays')} ${plural(shown.count, 'card')} and ${does('bids')} ${shown.bid}`.replace(
          '-',
          '−',
        );
      case 'folded':
        return shown.ends ? `${who} ${does('folds')}, and the round is over` : `${who} ${does('folds')}`;
      case 'passed':
        // Whoever lets a play stand may still call it, until the next one.
        return '';
      case 'called': {
        const end = shown.ends?.ending;
        return end?.type === 'call'
          ? `${who} ${does('calls')}: ${name(end.accused)} said ${end.bid}, and it was ${end.truth ? 'the truth' : 'a bluff'}`.replace(
              '-',
              '−',
            )
          : `${who} ${does('calls')}`;
      }
    }
  },

  move(move) {
    if (move === 'fold') return 'fold';
    if ('call' in move) return 'call';
    if ('pass' in move) return 'let it stand';
    const { cards, bid } = move.play;
    return `lay ${andList(cards.map((card) => `the ${card}`))} and bid ${bid}`.replaceAll('-', '−');
  },

  round(shown, names) {
    const end = 'ends' in shown ? shown.ends : null;
    if (!end) return '';
    const gained = end.points.map((points, seat) => `${names[seat] ?? ''} ${points > 0 ? '+' : ''}${points}`);
    const called =
      end.ending.type === 'call' && !end.ending.truth
        ? ` (the Stack was worth ${(end.stacks[end.ending.accused] ?? []).reduce((sum, card) => sum + card, 0)})`
        : '';
    return `Round ${end.round}${called}: ${gained.join(', ')}`.replaceAll('-', '−');
  },
};
