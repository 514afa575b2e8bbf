/** The zeroes of Stack Nabbit, and what they bring when all cards are seen. */

/** What is read of a view. */
export interface Counted {
  phase?: unknown;
  options: { zero_bonus: number };
  places: { face_up: number[]; banked_cards: number[] | null }[];
}

/** The zeroes each seat has, as far as they can be seen. */
export function zeroesOf(view: Counted): number[] {
  return view.places.map((place) => (place.face_up[0] ?? 0) + (place.banked_cards?.[0] ?? 0));
}

/** What the zeroes bring a seat at the end: nothing before it, and nothing without any. */
export function bonusOf(view: Counted, seat: number): number {
  const zeroes = zeroesOf(view);
  const own = zeroes[seat] ?? 0;
  return view.phase === 'over' && own > 0 && own === Math.max(...zeroes) ? view.options.zero_bonus : 0;
}
