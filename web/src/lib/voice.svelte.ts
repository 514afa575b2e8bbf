/** What a screen reader is told without being asked. */

export const said = $state({ now: '' });

let isOdd = false;

/** Says something; the same words twice are said twice. */
export function say(words: string): void {
  isOdd = !isOdd;
  said.now = isOdd ? words : `${words}\u200b`;
}
