/** What lies at a place of Stack Nabbit, counted: what it is worth by its numbers, and its zeroes. */

/** What is read of a place. */
export interface Counted {
  face_up: number[];
  banked_cards: number[] | null;
}

/** How many of each number can be seen there, face up or banked. */
function seen({ face_up, banked_cards }: Counted): number[] {
  return face_up.map((n, number) => n + (banked_cards?.[number] ?? 0));
}

/** What the cards that can be seen there are worth by their numbers. */
export function worthOf(place: Counted): number {
  return seen(place).reduce((sum, n, number) => sum + n * number, 0);
}

/** The zeroes that can be seen there. */
export function zeroesOf(place: Counted): number {
  return seen(place)[0] ?? 0;
}
