/**
 * What happened and what a move is, told in English from what the server shows; part of the client's one place of words.
 *
 * A teller gives '' for what the eye sees anyway, and nothing for what it does not know: the server's own words then do.
 */
import type { Happened } from '../wire/wire';
import { andList, cardOf, named, nutOf, plural, stackName, text } from '../text';
import { cardNamed, eventIn, kindOf, pieceNamed } from './house';

type Names = (seat: number) => string;
type Told = string | undefined;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each teller reads its own game's form
type Form = any;

/** A stack that is taken: its cards if they are few, else how many and what they are worth. */
function stackOf(cards: string[]): string {
  const numbers = cards.filter((card) => card.includes('-'));
  if (cards.length <= 2) return andList(cards.map(cardOf));
  const points = numbers.reduce((sum, card) => sum + Number(card.split('-')[1]), 0);
  return andList([`${plural(numbers.length, 'card')} worth ${plural(points, 'point')}`, ...cards.filter((card) => !numbers.includes(card)).map(cardOf)]);
}

/** Cards of Nuts for Nuts by their nuts: `1 acorn`, `1 + 3 peanuts`. */
function nutsOf(cards: string[]): string {
  const kinds = new Map<string, number[]>();
  for (const card of cards) {
    const [nut = '', number] = card.split('-');
    kinds.set(nut, [...(kinds.get(nut) ?? []), Number(number)]);
  }
  return andList([...kinds].map(([nut, numbers]) => text.nuts.cards(numbers, nut)));
}

const tellers: Record<string, (shown: Form, name: Names, seats: number) => Told> = {
  nabbit(shown, name, seats) {
    const haul = (kept: Form) =>
      [
        kept.left + kept.right + kept.vault > 0 &&
          `grabs ${andList(
            [
              [kept.left, `from ${name((shown.seat + 1) % seats)}`],
              [kept.right, `from ${name((shown.seat + seats - 1) % seats)}`],
              [kept.vault, 'from the Vault'],
            ]
              .filter(([n]) => n)
              .map(([n, whence]) => `${n} ${whence}`),
          )}`,
        kept.banked > 0 && `banks ${kept.banked}`,
      ].filter((part): part is string => typeof part === 'string');
    switch (shown.type) {
      case 'dealt':
      case 'flips-again':
        return '';
      case 'flipped':
        return `${name(shown.seat)} ${shown.kept ? andList([`must keep the ${shown.number}`, ...haul(shown.kept)]) : `flips a ${shown.number}`}`;
      case 'stopped':
        return `${name(shown.seat)} ${andList([`keeps the ${shown.number}`, ...haul(shown.kept)])}`;
    }
  },

  push(shown, name) {
    const who = name(shown.seat);
    switch (shown.type) {
      case 'begins':
        return `${who} begins`;
      case 'draws':
        return '';
      case 'banked':
        return `${who} banks ${text.push.colours[shown.colour]}: it is safe now`;
      case 'drawn':
        return shown.too_far ? `${who} draws ${cardOf(shown.card)}, which fits nowhere` : `${who} draws ${cardOf(shown.card)}`;
      case 'placed':
        return shown.new ? `${who} starts a stack with ${cardOf(shown.card)}` : `${who} plays ${cardOf(shown.card)} to ${stackName(shown.stack)}`;
      case 'stopped':
        return `${who} stops`;
      case 'collected':
        return `${who} takes ${stackOf(shown.cards)}${leftOver(shown.left_over)}`;
      case 'rolled': {
        const lost = (shown.lost as number[][]).flat().reduce((sum, n) => sum + n, 0);
        const cost = lost > 0 ? ` and loses ${plural(lost, 'card')}` : shown.face === 'star' ? ': safe' : ' and loses nothing';
        return `${who} rolls ${shown.face === 'star' ? 'the star' : text.push.colours[shown.face]}${cost}${leftOver(shown.left_over)}`;
      }
    }
  },

  stacks(shown, name) {
    const who = name(shown.seat);
    switch (shown.type) {
      case 'dealt':
        return '';
      case 'drew':
        return shown.ends ? `${who} draws the last card: the round is over` : '';
      case 'played':
        return `${who} lays ${plural(shown.count, 'card')} and bids ${shown.bid}`.replace('-', '−');
      case 'folded':
        return shown.ends ? `${who} folds, and the round is over` : `${who} folds`;
      case 'passed':
        // Whoever lets a play stand may still call it, until the next one.
        return '';
      case 'called': {
        const end = shown.ends?.ending;
        return end?.type === 'call' ? `${who} calls: ${name(end.accused)} said ${end.bid}, and it was ${end.truth ? 'the truth' : 'a bluff'}`.replace('-', '−') : `${who} calls`;
      }
    }
  },

  nuts({ what: shown, dropped }, name) {
    const who = name(shown.seat);
    const some = (card: string | null) => (card ? nutOf(card) : 'a card');
    const fell = dropped ? `${name(dropped.seat)} holds too much and drops ${nutsOf(dropped.cards)}` : '';
    const first = () => {
      switch (shown.type) {
        case 'dealt':
          return '';
        case 'drew-lot':
          return `${who} turns up ${nutOf(shown.card)}${shown.raccoon === null ? '' : shown.raccoon === shown.seat ? ' and is the Raccoon' : `; ${name(shown.raccoon)} is the Raccoon`}`;
        case 'drew':
          return `${who} draws ${some(shown.card)}`;
        case 'event':
          return `${who} draws an event: ${cardNamed(shown.name)}${shown.lost.length > 0 ? `, and loses ${nutsOf(shown.lost)}` : ''}`;
        case 'lost':
          return `${who} loses ${nutOf(shown.card)}`;
        case 'free-draw':
        case 'scavenge':
        case 'redraw':
        case 'end-turn':
          return '';
        case 'stash':
          return `${who} stashes ${nutsOf(shown.cards)}`;
        case 'steal':
          return `${who} wants to steal from ${name(shown.from)}`;
        case 'lay':
          return `${who} lays ${some(shown.card)} face down`;
        case 'guess':
          return `${who} guesses ${guessOf(shown.guess)}: ${shown.taken ? `right, and takes ${nutOf(shown.taken)}` : `wrong, ${name(shown.from)} keeps the card`}`;
        case 'show':
          return `${who} shows ${some(shown.card)} to the Squirrels`;
        case 'share':
          return `${who} gives ${nutOf(shown.card)} to ${name(shown.to)}`;
        case 'decline':
          return `${who} does without a new card`;
      }
      return undefined;
    };
    const said = first();
    return said === undefined ? undefined : [said, fell].filter(Boolean).join('; ');
  },

  stacket(shown, name) {
    const who = name(shown.seat);
    switch (shown.type) {
      case 'picked':
        return `${who} picks ${pieceNamed(shown.name)}`;
      case 'put-back':
        return `${who} puts ${pieceNamed(shown.name)} back`;
      case 'released':
        return `${who} lets ${pieceNamed(shown.name)} go`;
      case 'gave-up':
        return `${who} gives up`;
      case 'time-up':
        return `${who} has run out of time`;
      case 'shook':
        return `${who} shakes the table`;
      case 'settled':
        return settled(shown, who);
    }
  },
};

/** What came of letting a piece go, or of shaking the table. */
function settled({ verdict, name, fallen, touching, points }: Form, who: string): Told {
  const piece = pieceNamed(name ?? '');
  const list = (names: string[]) => andList(names.map(pieceNamed));
  /** One piece of the classic box is many by its name. */
  const verb = (one: string, many: string) => (name === 'the stairs' ? many : one);
  switch (kindOf(verdict)) {
    case 'placed':
      return `${piece} ${verb('is', 'are')} placed, touching ${list(touching)}${points ? `: ${plural(verdict.placed.touching, 'point')} for ${who}` : ''}`;
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
      return `${list(fallen)} on the ground: ${who} loses`;
  }
  return undefined;
}

/** What a Raccoon guesses: a nut, or a number. */
function guessOf(guess: string | number): string {
  return typeof guess === 'number' ? text.nuts.number(guess) : text.nuts.kind(guess);
}

function leftOver(n: number): string {
  return n === 0 ? '' : n === 1 ? '; the last stack is discarded' : `; ${n} stacks are discarded`;
}

function tell(game: string, event: Pick<Happened, 'text' | 'shown'>, names: readonly string[]): string {
  const told = event.shown ? tellers[game]?.(event.shown, (seat) => names[seat] ?? '', names.length) : undefined;
  return told ?? named(eventIn(game, event), names);
}

/** A line begins large, unless it begins with a name, which is written as its owner does. */
const begun = (line: string, names: readonly string[]) => (names.some((name) => name && line.startsWith(name)) ? line : line.replace(/^./, (first) => first.toUpperCase()));

/** One event in words; '' for what needs none. */
export function tellEvent(game: string, event: Pick<Happened, 'text' | 'shown'>, names: readonly string[]): string {
  return begun(tell(game, event, names), names);
}

/** How the round went that an event ended, for the log; '' for all else. */
export function tellRound(game: string, { shown }: Pick<Happened, 'shown'>, names: readonly string[]): string {
  const end = game === 'stacks' ? (shown as Form)?.ends : null;
  if (!end) return '';
  const gained = (end.points as number[]).map((points, seat) => `${names[seat] ?? ''} ${points > 0 ? '+' : ''}${points}`);
  const called = end.ending.type === 'call' && !end.ending.truth ? ` (the Stack was worth ${(end.stacks[end.ending.accused] as number[]).reduce((sum, card) => sum + card, 0)})` : '';
  return `Round ${end.round}${called}: ${gained.join(', ')}`.replaceAll('-', '−');
}

/** The longest line about what just happened; the log has the rest. */
const LONGEST = 150;

/** Whether something weighs so much that what comes after it has a line of its own: somebody was robbed, or lost a whole hand. */
export const isHeavy = (shown: Form) => (shown?.kept?.left ?? 0) + (shown?.kept?.right ?? 0) > 0 || Boolean(shown?.dropped);

/** What just happened in one line, or more where something must not be missed: rather without what led to it than cut off before it. */
export function tellMoment(game: string, events: readonly Pick<Happened, 'text' | 'shown'>[], names: readonly string[]): string {
  const heavy = events.findIndex(({ shown }) => isHeavy(shown));
  if (heavy < 0) return tellLine(game, events, names);
  const all = tellLine(game, events.slice(0, heavy + 1), names);
  const first = all.endsWith('…') ? tellEvent(game, events[heavy]!, names) : all;
  return [first, tellMoment(game, events.slice(heavy + 1), names)].filter(Boolean).join('\n');
}

/** As much of it, from the beginning, as a line holds. */
function tellLine(game: string, events: readonly Pick<Happened, 'text' | 'shown'>[], names: readonly string[]): string {
  const parts = events.flatMap((event) => tell(game, event, names).split('; ')).filter(Boolean);
  let said = begun(parts[0] ?? '', names);
  let who = names.find((name) => name && said.startsWith(`${name} `)) ?? '';
  for (const part of parts.slice(1)) {
    // Whoever goes on is named once.
    const more = who && part.startsWith(`${who} `) ? part.slice(who.length + 1) : part;
    if (said.length + more.length > LONGEST) return `${said} …`;
    said += `; ${more}`;
    who = names.find((name) => name && part.startsWith(`${name} `)) ?? '';
  }
  return said;
}

/** A move as the hint tells it, after "The sharp bot would"; nothing where the server's words will do. */
export function tellMove(game: string, move: Form, names: readonly string[], view: Form): string | null {
  const name = (seat: number) => names[seat] ?? '';
  const kind = kindOf(move);
  const of = typeof move === 'string' ? null : move[kind];
  switch (`${game} ${kind}`) {
    case 'nabbit stop':
      return `keep the ${view.flips.at(-1)}`;
    case 'nabbit flip':
      return 'flip another';
    case 'push draw':
      return view.phase === 'start' ? 'draw a card' : 'draw another';
    case 'push stop':
      return 'stop and take a stack';
    case 'push bank':
      return `bank ${text.push.colours[of]}`;
    case 'push place':
      return of >= view.stacks.length ? 'start a new stack' : `play it to ${stackName(of)}`;
    case 'push collect':
      return `take ${stackOf(view.stacks[of])}`;
    case 'stacks fold':
      return 'fold';
    case 'stacks call':
      return 'call';
    case 'stacks pass':
      return 'let it stand';
    case 'stacks play':
      return `lay ${andList(of.cards.map((card: number) => `the ${card}`))} and bid ${of.bid}`.replaceAll('-', '−');
    case 'nuts free-draw':
      return 'take the free card';
    case 'nuts scavenge':
      return 'scavenge';
    case 'nuts end-turn':
      return 'end the turn';
    case 'nuts redraw':
      return 'draw a new card';
    case 'nuts decline':
      return 'do without a new card';
    case 'nuts stash':
      return `stash ${andList(of.map(nutOf))}`;
    case 'nuts steal':
      return `steal from ${name(of)}`;
    case 'nuts lay':
      return `lay ${nutOf(of)}`;
    case 'nuts guess':
      return `guess ${guessOf(of)}`;
    case 'nuts show':
      return `show ${nutOf(of)}`;
    case 'nuts share':
      return `share ${nutOf(of.card)} with ${name(of.to)}`;
    default:
      return null;
  }
}
