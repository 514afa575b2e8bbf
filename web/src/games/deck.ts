/** Which of the faces a game can draw are in the deck of a table. */
import type { GameId, View } from '../wire/games';

/** By game, whether a face is surely in the deck that is played with; where nothing is said, every face is. */
const decks: { [G in GameId]?: (view: View<G>, face: string) => boolean } = {
  stacks: ({ options }, face) => (options.deck[face] ?? 0) > 0,
  // Not in every deck of Push, and which it is in is a rule.
  push: (_, face) => face !== 'switch',
  nuts: ({ options }, face) => !face.startsWith('event-') || Number(face.slice(6)) < options.events.length,
};

/** Whether a face, such as `-10` or `blue-4`, is surely in the deck that is played with. */
export function isInDeck<G extends GameId>(game: G, view: View<G>, face: string): boolean {
  return decks[game]?.(view, face) ?? true;
}
