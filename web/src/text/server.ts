/**
 * What the house says in words of its own, on its way to the screen; part of the client's one place of words.
 *
 * Its rules, reasons and refusals come in English. A translation writes what is to be said instead into `instead`, by what
 * stays the same about each: a game's short name, an option's key, a code. Whatever it leaves out, the house says itself.
 */
import type { Move } from '../wire/games';
import type { GameInfo, Happened, Hint, Problem, Refusal } from '../wire/wire';

/**
 * What is said instead of the house's words: other words, or how they are made from the house's, which may hold numbers
 * and, in a game, `seat 0` for a name. Empty in English. The keys are those of the functions below.
 */
export const instead: Record<string, string | ((words: string) => string)> = {};

function said(key: string, words: string): string {
  const ours = instead[key];
  return typeof ours === 'function' ? ours(words) : (ours ?? words);
}

/** A game of the catalogue: `push.title`, `push.pitch`, `push.rules` in Markdown, and `push.option.goal` for each option. */
export function gameIn(game: GameInfo): GameInfo {
  const { id } = game;
  const options = game.options.map((option) => ({
    ...option,
    about: said(`${id}.option.${option.key}`, option.about),
  }));
  return {
    ...game,
    title: said(`${id}.title`, game.title),
    pitch: said(`${id}.pitch`, game.pitch),
    rules: said(`${id}.rules`, game.rules),
    options,
  };
}

/** One of the words an option is chosen by: `push.option.deck.small`. */
export function choiceIn(game: string, option: string, word: string): string {
  return said(`${game}.option.${option}.${word}`, word);
}

/** Why something is refused: `foul.not-your-turn` for a broken rule of a game, `refusal.full` for the rest. */
export function refusalIn({ code, foul, text }: Pick<Refusal, 'text' | 'foul'> & Pick<Problem, 'code'>): string {
  return said(foul ? `foul.${foul}` : `refusal.${code}`, text);
}

/** What a move is called by, in its game's own form. */
export function kindOf(move: Move): string {
  return typeof move === 'string' ? move : Object.keys(move)[0]!;
}

/** A hint: `push.move.place` for a move it weighed, and `push.reason.place` for why. */
export function hintIn<H extends Hint>(game: string, hint: H): H {
  const lines = hint.lines.map((line) => ({
    ...line,
    text: said(`${game}.move.${kindOf(line.move)}`, line.text),
    why: said(`${game}.reason.${kindOf(line.move)}`, line.why),
  }));
  return { ...hint, lines };
}

/** An event that no teller knows: `push.event.drawn`, and `push.event.takeback` for a move taken back. */
export function eventIn(game: string, { shown, text }: Pick<Happened, 'shown' | 'text'>): string {
  const kind = shown === null ? 'takeback' : 'what' in shown ? shown.what.type : shown.type;
  return said(`${game}.event.${kind}`, text);
}

/** A piece of Stacket's box, by its name: `stacket.piece.the ring`. */
export const pieceNamed = (name: string): string => said(`stacket.piece.${name}`, name);

/** An event card of Nuts for Nuts, by its name: `nuts.card.Windfall`, and `nuts.story.Windfall` for what it tells. */
export const cardNamed = (name: string): string => said(`nuts.card.${name}`, name);
export const storyOf = (name: string, story: string): string => said(`nuts.story.${name}`, story);
