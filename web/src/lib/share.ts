/** Links for other people. */

/** Copies a link, or shows it to be copied where the browser keeps its clipboard from plain pages; tells whether it was copied. */
export async function copyLink(link: string, words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {
    prompt(words, link);
    return false;
  }
}
