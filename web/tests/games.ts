/** The games of the house, by their short names. */
import { samples } from '../src/wire/samples';

/** Every game. */
export const GAMES = Object.keys(samples) as (keyof typeof samples)[];

/** Those with cards on a flat table; Stacket is built, and has tests of its own. */
export const CARD_GAMES = GAMES.filter((game) => game !== 'stacket');
