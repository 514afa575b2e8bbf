/** The nuts, in the order of the game, and what a card says. */
import type { NutName } from './Nut.svelte';

export const NUTS = ['almond', 'peanut', 'walnut', 'hazelnut', 'acorn'] as const satisfies readonly NutName[];

/** A card's nut and number; `peanut-3` is three peanuts. */
export function read(card: string): { nut: NutName; number: number } {
  const [nut, number] = card.split('-');
  return { nut: nut as NutName, number: Number(number) };
}
