/** The places one has at tables, kept by this browser; a token is the place. */
import { readCode } from '../browser/code';

export interface KeptPlace {
  table: string;
  code: string;
  game: string;
  token: string;
  name: string;
  /** When it was last used, in milliseconds since 1970. */
  at: number;
  isOver?: boolean;
  /** Whether it is the place of a table screen: its host's, without a seat. */
  isScreen?: boolean;
  /** Whether bots play there for whoever looks on: nothing of one's own. */
  isShow?: boolean;
  /** Whether one has yet to add a number of one's own, as at the table of a rematch. */
  needsSeed?: boolean;
  /** Whether one has agreed to play there at once. */
  isAgain?: boolean;
}

const KEY = 'stackhouse.places';
const MOST = 24;

/** All places, the last used first. */
export function places(): KeptPlace[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '[]') as KeptPlace[];
    return found.sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

/** The place at the table of a code or id. */
export function placeAt(which: string): KeptPlace | undefined {
  const code = readCode(which);
  return places().find((place) => place.table === which || (code !== null && place.code === code));
}

export function keepPlace(place: KeptPlace): void {
  write([place, ...places().filter((other) => other.table !== place.table)].slice(0, MOST));
}

export function dropPlace(table: string): void {
  write(places().filter((place) => place.table !== table));
}

export function endPlace(table: string): void {
  write(places().map((place) => (place.table === table ? { ...place, isOver: true } : place)));
}

/** Looks after places that may be over by now: what has ended is looked back at, and what is closed is forgotten. */
export async function lookAfter(ask: (table: string) => Promise<'over' | 'gone' | 'open'>): Promise<void> {
  const running = places().filter((place) => !place.isOver);
  await Promise.all(
    running.map(async ({ table }) => {
      const now = await ask(table);
      if (now === 'over') endPlace(table);
      else if (now === 'gone') dropPlace(table);
    }),
  );
}

function write(list: KeptPlace[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // A browser that keeps nothing still plays; it only forgets on reload.
  }
}
