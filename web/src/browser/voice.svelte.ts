/** What a screen reader is told without being asked. */
import { untrack } from 'svelte';

/** What happened, and what is asked now. They are two voices, because new words silence the last ones of the same voice. */
export const said = $state({ now: '', asked: '' });

/** Says something; the same words twice are said twice. */
export function say(words: string): void {
  said.now = anew(() => said.now, words);
}

/** Says what the table asks of the person, after what happened; nothing once it no longer does. */
export function ask(words: string): void {
  said.asked = words && anew(() => said.asked, words);
}

/**
 * The words, with a mark that nobody hears where the voice has just said them. What it said is read untracked: an effect
 * that says something must not run again because it was said.
 */
const anew = (before: () => string, words: string) => (untrack(before) === words ? `${words}\u200b` : words);
