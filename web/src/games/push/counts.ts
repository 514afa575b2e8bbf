/** Cards of Push counted, added up and said. */
import { text } from '../../text';
import type { Cards, View } from '../../wire/push';
import { facesOf } from './layout';

/** What some counts are worth by their numbers. */
export function worthOf(counts: Cards): number {
  return counts.reduce((sum, colour) => sum + colour.reduce((part, n, i) => part + n * (i + 1), 0), 0);
}

/** What the cards that can be seen at a place are worth by their numbers. */
export function worthAt({ bench, banked_cards }: View['places'][number]): number {
  return worthOf([bench, banked_cards ?? []].flat());
}

/** How many cards some counts are. */
export function countOf(counts: Cards): number {
  return counts.flat().reduce((sum, n) => sum + n, 0);
}

/** What the cards of a stack are worth. */
export function pointsOf(cards: readonly string[]): number {
  return cards.reduce((sum, face) => sum + (Number(face.split('-')[1]) || 0), 0);
}

/** Cards in words. */
export function spoken(cards: readonly string[]): string {
  return cards.map(text.push.face).join(', ') || text.push.empty;
}

/** A Bench in words. */
export function benchSpoken(counts: Cards): string {
  return spoken(facesOf(counts).flatMap(({ faces }) => faces));
}
