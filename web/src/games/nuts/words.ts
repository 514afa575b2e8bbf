/** The words on the table of Nuts for Nuts. */
import { orList, plural } from '../../text/grammar';
import type { Effect } from '../../wire/nuts';

/** One of each, and more of it. */
const kinds: Record<string, readonly [string, string]> = {
  almond: ['almond', 'almonds'],
  peanut: ['peanut', 'peanuts'],
  walnut: ['walnut', 'walnuts'],
  hazelnut: ['hazelnut', 'hazelnuts'],
  acorn: ['acorn', 'acorns'],
};

export const words = {
  pile: 'Draw pile',
  squirrels: 'Squirrels',
  raccoon: 'Raccoon',
  squirrel: 'Squirrel',
  stash: (team: string) => `${team}’ stash`,
  raccoonStash: 'Raccoon’s stash',
  nuts: (n: number) => plural(n, 'nut'),
  limit: (n: number, most: number) => `${n} of ${most} nuts`,
  hand: 'Your hand',
  freeDraw: 'Free draw',
  scavenge: 'Scavenge',
  scavengeSub: 'draw a card',
  tooMany: (n: number, of: number, limit: number) =>
    n === 0 ? `no card takes you over ${limit}` : `${n} of ${of} cards take you over ${limit}`,
  tooOften: (percent: number, limit: number) =>
    percent === 0 ? `no card takes you over ${limit}` : `about ${percent}% take you over ${limit}`,
  stashIt: 'Stash',
  show: 'Show',
  showSub: 'to the Squirrels',
  share: (name: string) => `Share with ${name}`,
  steal: (name: string) => `Steal from ${name}`,
  lay: 'Lay it face down',
  guess: 'What is it?',
  guessOf: (what: string, chance: string) => `Guess ${what}${chance ? `, right ${chance} of the time` : ''}`,
  guessWords: 'How often each guess is right, by all you have seen',
  endTurn: 'End turn',
  endSure: (actions: number) => `You still have ${plural(actions, 'action')}, which would be lost.`,
  redraw: 'Draw a new card',
  decline: 'Do without',
  noCards: 'No cards in hand',
  askAct: (actions: number) => (actions === 1 ? 'One action' : `${actions} actions`),
  askNoAct: 'No action left',
  askEnd: 'No action left: end your turn',
  askLay: 'Lay a card for the Raccoon to guess',
  askStash: 'Stash one card for free',
  askRedraw: 'You dropped your hand. Draw one card?',
  /** What can be done besides, and what cards of the hand can be chosen for. */
  orPick: (ask: string, acts: string[], uses: string[]) => {
    const free = uses.filter((use) => use !== 'stash');
    const all = [...acts, ...(free.length < uses.length ? ['stash a card'] : [])];
    const does = all.length > 0 ? `${ask}: ${orList(all)}` : ask;
    return free.length > 0 ? `${does}; ${orList(free)} for free` : does;
  },
  draws: 'draw',
  steals: 'steal',
  uses: { stash: 'stash', show: 'show', share: 'share' } as Record<string, string>,
  choose: (card: string) => `Choose ${card}`,
  says: (name: string, role: string, cards: number, open: string) =>
    `${name}, ${role}: ${plural(cards, 'card')}${open ? `; known: ${open}` : ''}`,
  events: 'Events',
  eventsLook: 'What the events do',
  eventsOut: (n: number) => plural(n, 'event'),
  eventsSay: (names: string) => `Events that are out: ${names}`,
  /** What an event does to whoever draws it. */
  effect: (effect: Effect) => {
    if (typeof effect === 'object') return `Draw ${plural(effect.draw, 'card')}.`;
    const words: { [E in Extract<Effect, string>]: string } = {
      'drop-hand': 'The whole hand goes under the pile.',
      'end-turn': 'The turn ends at once.',
      'stash-one': 'Stash one card for free.',
      'lose-random': 'A random card goes under the pile.',
      'no-steal': 'No stealing here until the next turn.',
      nothing: '',
    };
    return words[effect];
  },
  /** What an event was and did, where there is room. */
  toldEvent: (name: string, effect: string) => (effect ? `${name}: ${effect}` : name),
  watched: 'cannot be robbed',
  laid: 'face down',
  kind: (nut: string) => kinds[nut]?.[0] ?? nut,
  card: (number: number, nut: string) => plural(number, kinds[nut]?.[0] ?? nut, kinds[nut]?.[1]),
  /** Cards of one nut together. */
  cards: (numbers: number[], nut: string) =>
    `${numbers.join(' + ')} ${kinds[nut]?.[numbers.length > 1 || numbers[0]! > 1 ? 1 : 0] ?? nut}`,
  number: (n: number) => plural(n, 'nut'),
  /** Beside the number itself. */
  numberOf: (n: number) => (n === 1 ? 'nut' : 'nuts'),
};
