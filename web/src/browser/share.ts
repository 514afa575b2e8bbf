/** Links for other people. */

/** Whether the page was opened by a name that means another machine to everybody else. */
export function isAtHome(hostname: string): boolean {
  return hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]';
}

/** Copies a link; tells whether that worked. */
export async function copy(link: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {
    return copyFromField(link);
  }
}

/** The old way: a browser keeps its clipboard from pages that came over plain http, but copies what is marked in them. */
function copyFromField(link: string): boolean {
  const before = document.activeElement as HTMLElement | null;
  const field = document.createElement('textarea');
  field.value = link;
  field.readOnly = true;
  Object.assign(field.style, { position: 'fixed', top: '0', left: '0', opacity: '0' });
  document.body.append(field);
  field.select();
  field.setSelectionRange(0, link.length);
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    before?.focus();
  }
}
