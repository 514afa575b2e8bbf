/** What one may do at a table of Push, sorted. */
import { carrying, isSame } from '../../net/turn';
import type { Colour, Move } from '../../wire/push';

export interface Choices {
  /** The stacks the drawn card can go to. */
  places: number[];
  /** The stacks that can be taken. */
  takes: number[];
  /** The colours that can be banked. */
  banks: Colour[];
  can(move: Move): boolean;
}

/** Sorts the moves that may be made. */
export function choicesOf(moves: readonly Move[]): Choices {
  return {
    places: carrying(moves, 'place').map(({ place }) => place),
    takes: carrying(moves, 'collect').map(({ collect }) => collect),
    banks: carrying(moves, 'bank').map(({ bank }) => bank),
    can: (move) => moves.some((other) => isSame(other, move)),
  };
}
