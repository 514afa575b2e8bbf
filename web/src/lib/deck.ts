/** Which of the faces a game can draw are in the deck of a table. */

interface Decked {
  options?: { deck?: Record<string, number>; events?: unknown[] };
}

/** Whether a face, such as `-10` or `blue-4`, is surely in the deck that is played with. */
export function isInDeck(game: string, view: unknown, face: string): boolean {
  const { options } = view as Decked;
  switch (game) {
    case 'stacks':
      return (options?.deck?.[face] ?? 0) > 0;
    // Not in every deck of Push, and which it is in is a rule.
    case 'push':
      return face !== 'switch';
    case 'nuts':
      return !face.startsWith('event-') || Number(face.slice(6)) < (options?.events?.length ?? 0);
    default:
      return true;
  }
}
