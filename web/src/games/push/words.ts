/** The words on the table of Push. */
import { cardsLeft, plural } from '../../text/grammar';

const colours: Record<string, string> = {
  red: 'red',
  blue: 'blue',
  green: 'green',
  yellow: 'yellow',
  purple: 'purple',
  star: 'star',
};

/** A card of Push as a list names it. */
function face(card: string): string {
  const [colour = '', number = ''] = card.split('-');
  return card === 'roll' ? words.roll : card === 'switch' ? words.switch : `${colours[colour] ?? colour} ${number}`;
}

export const words = {
  deck: 'Deck',
  discards: 'Discards',
  benched: (n: number) => `${plural(n, 'card')} on the Bench`,
  worth: (n: number) => `worth ${plural(n, 'point')}, as far as it can be seen`,
  banked: 'banked',
  stack: (n: number) => `Stack ${n + 1}`,
  newStack: 'New stack',
  draw: 'Draw a card',
  drawMore: 'Draw another',
  stop: 'Stop and take',
  bank: (colour: string) => `Bank ${colour}`,
  askStart: 'Draw, or bank a colour?',
  askDraw: 'Your turn: draw a card',
  askPlace: (card: string) => `Where does ${card} go?`,
  askChoose: 'Dare another card?',
  askLast: 'The deck is used up',
  askCollect: 'Take a stack',
  take: (n: number, what: string) => `Take stack ${n + 1}: ${what}`,
  place: (n: number, what: string) => `Play to stack ${n + 1}: ${what}`,
  placeNew: 'Start a new stack',
  risk: 'Chance of pushing too far',
  /** Where some cards lie banked, face down. */
  riskUnseen: 'of the cards nobody can see fit nowhere',
  fitNowhere: (n: number, of: number, isShort: boolean) =>
    `${n} of ${cardsLeft(of, isShort)} ${n === 1 ? 'fits' : 'fit'} nowhere`,
  toBench: 'To your Bench',
  toBank: 'To your bank',
  rolls: 'then the die',
  direction: {
    clockwise: 'Stacks go round to the left',
    'counter-clockwise': 'Stacks go round to the right',
  } as Record<string, string>,
  die: 'Die',
  tooFar: 'Too far!',
  colours,
  /** On the cards. */
  roll: 'Roll',
  switch: 'Switch',
  face,
  card: (card: string) =>
    card === 'roll' ? 'the Roll card' : card === 'switch' ? 'the Switch card' : `the ${face(card)}`,
  says: (name: string, bench: string, banked: number) => `${name}: Bench ${bench}; banked ${plural(banked, 'card')}`,
  look: (name: string) => `Look at the cards of ${name}`,
  inBank: (n: number) => `${plural(n, 'card')} in the bank`,
  empty: 'empty',
  keep: (n: number) => `${plural(n, 'point')} safe`,
  banks: 'Bank',
  onePlace: 'It fits in one place only',
  oneStack: 'One stack is left: it is yours',
  second: (name: string) => `then ${name} takes`,
};
