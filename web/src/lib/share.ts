/** Links for other people. */

/** Whether the page was opened by a name that means another machine to everybody else. */
export function isAtHome(hostname: string): boolean {
  return hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]';
}

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
