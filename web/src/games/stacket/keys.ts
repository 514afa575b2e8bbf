/** The keys of the workshop: they look around, move the held piece, and let it go. */
import { KEYS, type Step } from './hold.svelte';
import type { Handling } from './handling.svelte';
import type { Workshop } from './workshop';

/** How far a key turns the view, in pixels of a drag, and how much it comes nearer. */
const ORBIT = 40;
const NEARER = 0.9;
const FARTHER = 1.1;

const steps = new Map(Object.entries(KEYS).map(([step, key]) => [key, step as Step]));

/** What keys act on. */
export interface Keyed {
  handling: Handling;
  shop(): Workshop | null;
  isMine(): boolean;
  toggleWords(): void;
}

/** Does what a key says; keys that say nothing here are left to others. */
export function press(event: KeyboardEvent, { handling, shop, isMine, toggleWords }: Keyed): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as Element | null;
  if (target?.closest('input:not([type=checkbox]), textarea, select, dialog[open]')) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const looks: Record<string, () => void> = {
    '[': () => shop()?.room.orbit(-ORBIT, 0),
    ']': () => shop()?.room.orbit(ORBIT, 0),
    '+': () => shop()?.room.zoom(NEARER),
    '-': () => shop()?.room.zoom(FARTHER),
    i: toggleWords,
  };
  const { hold } = handling;
  const step = steps.get(key);
  const isButton = Boolean(target?.closest('button, a, summary'));
  const isHolding = isMine() && hold.pose !== null;
  if (looks[key]) looks[key]!();
  else if (isHolding && step) {
    hold.step(step, shop()?.room.facing ?? 0, event.shiftKey || hold.isFine);
    hold.isKnown = false;
  } else if (isHolding && key === 'g') hold.settle();
  else if (isHolding && key === 'Enter' && !isButton && !event.repeat) handling.letGo();
  else return;
  event.preventDefault();
  shop()?.touch();
}
