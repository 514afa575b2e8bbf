/** An ended game with all cards open: every place as its own player saw it. */
import type { Replay } from '../wire/wire';

/** The games in which one holds cards that others do not see. */
export const HELD = ['stacks', 'nuts'];

interface Seen {
  places: unknown[];
}

/** What whoever watched saw, with each place as it was seen from there. */
export function opened(watched: Replay, own: readonly Replay[]): Replay {
  const steps = watched.steps.map((step, n) => {
    const places = (step.view as Seen).places.map((place, seat) => (own[seat]?.steps[n]?.view as Seen | undefined)?.places[seat] ?? place);
    return { ...step, view: { ...(step.view as Seen), places } };
  });
  return { ...watched, steps };
}
