/**
 * What nature drew each fate of a record from: the pile as it was, sorted as `docs/fairness.md` says. Stacket draws
 * nothing: how its pieces fall is left to `stackhouse verify`.
 */
import { numberBelow, streamWords } from './nature';
import type { Event, Fate, GameId, Move, Options } from '../wire/games';
import type { Seating } from '../wire/table';
import { NutPile } from './nutpile';

/** As much of a record as is read, with all options. */
export interface Played<G extends GameId = GameId> {
  game: G;
  options: Options<G>;
  seating: Seating;
  events: Event<G>[];
}

/** What nature draws: a card, a face of the die, or a seat. */
type Drawn = string | number;

/** One fate: which event it is, what it was drawn from, and what was recorded. */
interface Draw {
  event: number;
  from: Drawn[];
  recorded: Drawn;
}

const COLOURS = ['red', 'blue', 'green', 'yellow', 'purple'];
const many = <T>(card: T, count: number): T[] => Array<T>(count).fill(card);

/** Takes one of the cards out of a pile. */
function take(pile: Drawn[], card: Drawn): void {
  const at = pile.indexOf(card);
  if (at >= 0) pile.splice(at, 1);
}

const readers: { [G in GameId]?: (record: Played<G>) => Draw[] } = {
  nabbit(record) {
    const pile = [0, 1, 2, 3, 4, 5, 6].flatMap((number) => many(number, 15));
    return fates(record, (fate) => {
      const from = [...pile];
      take(pile, fate);
      return { from, recorded: fate };
    });
  },

  push(record) {
    const { two_player_switches: keeps } = record.options;
    const seats = record.seating.seniority.length;
    const deck = COLOURS.flatMap((colour) => [1, 2, 3, 4, 5, 6].flatMap((number) => many(`${colour}-${number}`, 3)));
    deck.push(...many('roll', 18), ...many('switch', seats === 2 && !keeps ? 0 : 12));
    return fates(record, (fate) => {
      if ('begins' in fate) return { from: Array.from({ length: seats }, (_, seat) => seat), recorded: fate.begins };
      if ('die' in fate) return { from: [...COLOURS, 'star'], recorded: fate.die };
      const from = [...deck];
      take(deck, fate.card);
      return { from, recorded: fate.card };
    });
  },

  stacks(record) {
    const { deck } = record.options;
    const full = Object.entries(deck)
      .map(([value, count]) => ({ value: Number(value), count }))
      .sort((a, b) => a.value - b.value)
      .flatMap(({ value, count }) => many(value, count));
    const seats = record.seating.seniority.length;
    let pile = [...full];
    let folded = 0;
    const shuffle = () => {
      pile = [...full];
      folded = 0;
    };
    return fates(
      record,
      (fate) => {
        const from = [...pile];
        take(pile, fate);
        if (pile.length === 0) shuffle();
        return { from, recorded: fate };
      },
      (_, move) => {
        if (move === 'fold') folded += 1;
        if (folded === seats - 1 || (typeof move === 'object' && 'call' in move)) shuffle();
      },
    );
  },

  nuts(record) {
    const pile = new NutPile(record.seating.seniority.length, record.options);
    return fates(
      record,
      (fate) => {
        const { from } = pile;
        pile.draws(fate);
        return { from, recorded: fate };
      },
      (seat, move) => pile.moves(seat, move),
    );
  },
};

function fates<G extends GameId>(
  record: Played<G>,
  draw: (fate: Fate<G>) => Omit<Draw, 'event'>,
  act: (seat: number, move: Move<G>) => void = () => undefined,
): Draw[] {
  return record.events.flatMap((event, number) => {
    if ('fate' in event) return [{ event: number, ...draw(event.fate) }];
    act(event.seat, event.move);
    return [];
  });
}

/** Whether the fates of a game can be drawn again here. */
export function isReadable(game: GameId): boolean {
  return readers[game] !== undefined;
}

export interface Redrawn {
  fates: number;
  /** The first event that is not what the generator gives. */
  wrong: { event: number; recorded: string; drawn: string } | null;
}

/** Draws every fate of a record again and compares; nothing for games that cannot be read here. */
export function redraw<G extends GameId>(record: Played<G>, key: Uint8Array): Redrawn | null {
  const draws = readers[record.game]?.(record);
  if (!draws) return null;
  for (const { event, from, recorded } of draws) {
    const drawn = from.length > 0 ? from[numberBelow(streamWords(key, event), from.length)] : undefined;
    if (drawn !== recorded)
      return { fates: draws.length, wrong: { event, recorded: String(recorded), drawn: String(drawn) } };
  }
  return { fates: draws.length, wrong: null };
}
