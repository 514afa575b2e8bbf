/** What lies at a place of Stack Nabbit, counted: what it is worth by its numbers, and its zeroes. */
import type { Place } from '../../wire/nabbit';

/** What is read of a place. */
type Counted = Pick<Place, 'face_up' | 'banked_cards'>;

/** Both piles. A count ends at its highest number, so they may differ in length. */
const piles = ({ face_up, banked_cards }: Counted): number[][] => [face_up, banked_cards ?? []];

/** What the cards that can be seen there are worth by their numbers. */
export function worthOf(place: Counted): number {
  return piles(place).reduce((sum, counts) => counts.reduce((part, n, number) => part + n * number, sum), 0);
}

/** The zeroes that can be seen there. */
export function zeroesOf(place: Counted): number {
  return piles(place).reduce((sum, counts) => sum + (counts[0] ?? 0), 0);
}
