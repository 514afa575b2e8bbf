/** What happens in Stacket, and what a move of it is, in English. */
import { andList, plural } from '../../text';
import { pieceNamed } from '../../text/server';
import type { Shown } from '../../wire/stacket';
import type { Teller } from '../teller';

export const stacket: Teller<'stacket'> = {
  event(shown, name, verb) {
    const who = name(shown.seat);
    const does = (word: string) => verb(shown.seat, word);
    switch (shown.type) {
      case 'picked':
        return `${who} ${does('picks')} ${pieceNamed(shown.name)}`;
      case 'put-back':
        return `${who} ${does('puts')} ${pieceNamed(shown.name)} back`;
      case 'released':
        return `${who} ${does('lets')} ${pieceNamed(shown.name)} go`;
      case 'gave-up':
        return `${who} ${does('gives')} up`;
      case 'time-up':
        return `${who} ${does('has')} run out of time`;
      case 'shook':
        return `${who} ${does('shakes')} the table`;
      case 'settled':
        return settled(shown, who, does);
    }
  },
};

/** What came of letting a piece go, or of shaking the table. */
function settled(
  { verdict, name, fallen, touching, points }: Extract<Shown, { type: 'settled' }>,
  who: string,
  does: (verb: string) => string,
): string {
  const piece = pieceNamed(name ?? '');
  const list = (names: string[]) => andList(names.map(pieceNamed));
  /** One piece of the classic box is many by its name. */
  const verb = (one: string, many: string) => (name === 'the stairs' ? many : one);
  if (typeof verdict === 'object') {
    const earned = points ? `: ${plural(verdict.placed.touching, 'point')} for ${who}` : '';
    return `${piece} ${verb('is', 'are')} placed, touching ${list(touching)}${earned}`;
  }
  switch (verdict) {
    case 'try-again':
      return `${piece} ${verb('falls', 'fall')} off; ${who} may try again`;
    case 'not-placed':
      return touching.length > 0
        ? `${piece} ${verb('touches', 'touch')} ${list(touching)} but not the piece placed last: lifted off`
        : `${piece} ${verb('does', 'do')} not come to rest on the piece placed last: lifted off`;
    case 'lifted-off':
      return `${piece} ${verb('is', 'are')} lifted off and nothing falls`;
    case 'nothing-fell':
      return 'the structure sways and stands';
    case 'loss':
      return `${list(fallen)} on the ground: ${who} ${does('loses')}`;
  }
}
