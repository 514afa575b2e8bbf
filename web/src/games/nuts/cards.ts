/** The nuts, in the order of the game, and what a card says. */
import { text } from '../../text';
import type { Nut } from '../../wire/nuts';

export const NUTS = ['almond', 'peanut', 'walnut', 'hazelnut', 'acorn'] as const satisfies readonly Nut[];
/** What the cards show of them. */
export const NUMBERS = [1, 2, 3] as const;

/** A card's nut and number; `peanut-3` is three peanuts. */
export function read(card: string): { nut: Nut; number: number } {
  const [nut, number] = card.split('-');
  return { nut: nut as Nut, number: Number(number) };
}

/** A card in words; nothing for an event, which has a name of its own. */
export function spoken(card: string): string {
  if (card.startsWith('event')) return '';
  const { nut, number } = read(card);
  return text.nuts.card(number, nut);
}
