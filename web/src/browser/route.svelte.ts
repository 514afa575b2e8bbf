/** Which page is open, from the address; `go` opens another without loading anew. */
import { readCode } from './code';

export type Route =
  | { page: 'lobby' }
  | { page: 'tv' }
  | { page: 'table'; which: string }
  | { page: 'screen'; which: string }
  | { page: 'replay'; which: string }
  | { page: 'check'; which: string }
  | { page: 'learn'; game: string }
  | { page: 'lost' };

/** A part of an address; one that was garbled on its way stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The page of a path. */
export function parse(path: string): Route {
  const [first = '', which = '', ...more] = path.split('/').filter(Boolean).map(decoded);
  if (more.length > 0) return { page: 'lost' };
  switch (first) {
    case '':
      return { page: 'lobby' };
    case 't':
      return which ? { page: 'table', which } : { page: 'lost' };
    case 'screen':
    case 'replay':
    case 'check':
      return which ? { page: first, which } : { page: 'lost' };
    case 'learn':
      return which ? { page: 'learn', game: which } : { page: 'lost' };
    case 'tv':
      return which ? { page: 'screen', which } : { page: 'tv' };
    default: {
      // An address that one can read aloud: the house and the code.
      const code = which ? null : readCode(first);
      return code ? { page: 'table', which: code } : { page: 'lost' };
    }
  }
}

export const route = $state({ now: parse(typeof location === 'undefined' ? '/' : location.pathname) });

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  route.now = parse(path);
  scrollTo(0, 0);
}

/** The token of a seat that was handed to this device, in the address it scanned. It is good once, and leaves the address. */
export function handedSeat(): string | null {
  const token = /^#seat=(\w+)$/.exec(globalThis.location?.hash ?? '')?.[1] ?? null;
  if (token) history.replaceState(null, '', location.pathname);
  return token;
}

if (typeof addEventListener === 'function') {
  addEventListener('popstate', () => (route.now = parse(location.pathname)));
}

/** Follows links to pages of the house without loading anew; for the whole document. */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest('a');
  if (!link || link.target || link.origin !== location.origin || link.hasAttribute('download')) return;
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  // The lab's pages are not the client's: the server draws them.
  if (/^\/(api|lab)(\/|$)/.test(link.pathname)) return;
  event.preventDefault();
  go(link.pathname);
}
