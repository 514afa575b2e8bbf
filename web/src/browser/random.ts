/** Random words that nobody can guess. They come from `getRandomValues`, which also works on pages without https. */

/** So many random bytes. */
const bytes = (n: number): number[] => [...crypto.getRandomValues(new Uint8Array(n))];

/** Random letters, digits, dashes and underscores, made from so many bytes. */
export function randomWord(n: number): string {
  return btoa(String.fromCharCode(...bytes(n)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
}

/** Random hexadecimal digits, two for each byte. */
export function randomHex(n: number): string {
  return bytes(n)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
