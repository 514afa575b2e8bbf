/** What a screen reader is told without being asked. */

/** What happened, and what is asked of the person now: two voices, for one that speaks silences its own last words. */
export const said = $state({ now: '', asked: '' });

let isOdd = false;

/** Says something; the same words twice are said twice. */
export function say(words: string): void {
  said.now = marked(words);
}

/** Says what the table asks of the person, after what happened; nothing once it no longer does. */
export function ask(words: string): void {
  said.asked = words && marked(words);
}

function marked(words: string): string {
  isOdd = !isOdd;
  return isOdd ? words : `${words}\u200b`;
}
