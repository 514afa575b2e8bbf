/** An ended game with all cards open: every place as its own player saw it. */
import type { GameId, View } from '../../wire/games';
import type { Watched } from './unfold';

/** The games in which one holds cards that others do not see. */
export const HELD: readonly GameId[] = ['stacks', 'nuts'];

/** What lies in front of each seat, where a view says that. */
const placesOf = (view: View | undefined) => (view && 'places' in view ? view.places : []);

/** What whoever watched saw, with each place as it was seen from there. */
export function opened(watched: Watched, own: readonly Watched[]): Watched {
  const steps = watched.steps.map((step, n) => {
    const places = placesOf(step.view).map((place, seat) => placesOf(own[seat]?.steps[n]?.view)[seat] ?? place);
    // All are views of one game, so that its places are put for its places.
    return { ...step, view: { ...step.view, places } as View };
  });
  return { ...watched, steps };
}
