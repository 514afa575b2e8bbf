/** The words on the table of Stack Nabbit. */
import { cardsLeft, plural } from '../../text/grammar';

export const words = {
  vault: 'The Vault',
  pile: 'Draw pile',
  flips: 'Flipped',
  banked: 'banked',
  upAndBanked: (up: number, banked: number) => `${up} up · ${banked} safe`,
  worth: (n: number) => `worth ${plural(n, 'point')}, as far as it can be seen; the zeroes may bring more`,
  scored: (n: number, bonus: number) =>
    bonus > 0 ? `${plural(n, 'point')} by numbers, and ${bonus} for the zeroes` : `${plural(n, 'point')} by numbers`,
  askChoose: 'Keep it, or flip on?',
  stop: (n: number) => `Keep the ${n}`,
  pileFlip: 'Flip a card from the pile',
  toMine: 'To your cards',
  flip: 'Flip another',
  flipSub: (left: number) => (left === 1 ? 'the next one must be kept' : `${left} flips left`),
  haul: (n: number) => (n === 0 ? 'nothing to grab' : `grab ${plural(n, 'card')}`),
  banks: (n: number) => `bank ${plural(n, 'card')}`,
  starts: 'starts a stack',
  says: (name: string, up: string, banked: number) => `${name}: face up ${up}; banked ${plural(banked, 'card')}`,
  look: (name: string) => `Look at what ${name} has`,
  noneUp: 'No card lies face up.',
  nothing: 'nothing',
  stack: (count: number, number: number) => `${count} times ${number}`,
  vaultSays: (what: string) => `The Vault: ${what}`,
  /** On the card. */
  bonus: 'bonus',
  nextCard: 'The next flip',
  ofLeft: (n: number, of: number, number: number, isShort: boolean) =>
    `${n} of ${cardsLeft(of, isShort)} ${n === 1 ? 'is' : 'are'} ${number}`,
  matching: (n: number, of: number, average: number, isShort: boolean) =>
    `${n} of ${cardsLeft(of, isShort)} would grab something, ${average.toFixed(1)} cards on average`,
};
