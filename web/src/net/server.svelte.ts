/** The house as this browser is connected to it: the line, the games, the open tables. */
import type { GameInfo, LobbyTable, Opening, Outcome, Entry, Problem, Version } from '../wire/wire';
import { settings } from '../lib/settings.svelte';
import { isAtHome } from '../lib/share';
import { text } from '../text';
import { gameIn, refusalIn } from '../text/house';
import { House, type Line, type Wire } from './house';
import { keepPlace, placeAt } from './places';

export const house = new House({
  dial: () => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return new WebSocket(`${scheme}://${location.host}/ws`) as unknown as Wire;
  },
  now: () => Date.now(),
  wait: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  chance: () => Math.random(),
});

interface Live {
  line: Line;
  games: GameInfo[];
  tables: LobbyTable[];
  /** Where phones in the room reach the house; nowhere where it listens to its own machine alone, unknown at first. */
  address: string | null | undefined;
}

const isHome = typeof location !== 'undefined' && isAtHome(location.hostname);

export const live = $state<Live>({
  line: 'connecting',
  games: [],
  tables: [],
  address: typeof location === 'undefined' || isHome ? undefined : location.origin,
});

house.watching((line) => {
  live.line = line;
  if (line !== 'open') return;
  if (live.games.length === 0) void loadGames();
  if (isHome) void loadAddress();
});
house.hearing((message) => {
  if (message.type === 'lobby') live.tables = message.tables;
  else if (message.type === 'lobby-table') {
    const others = live.tables.filter((table) => table.table !== message.table);
    live.tables = [message, ...others].sort((a, b) => b.opened_at_ms - a.opened_at_ms);
  } else if (message.type === 'lobby-gone') live.tables = live.tables.filter((table) => table.table !== message.table);
});

/** Connects, and hurries up when the browser comes back. */
export function start(): void {
  house.connect();
  const wake = () => document.visibilityState === 'visible' && house.wake();
  addEventListener('online', wake);
  addEventListener('pageshow', wake);
  document.addEventListener('visibilitychange', wake);
  // Lets a test break the line as a network would.
  addEventListener('stackhouse:cut', () => house.cut());
}

async function loadGames(): Promise<void> {
  try {
    live.games = (await get<GameInfo[]>('/api/games')).map(gameIn);
  } catch {
    // The line comes back, and with it another try.
  }
}

async function loadAddress(): Promise<void> {
  try {
    live.address = (await get<Version>('/api/version')).addresses[0] ?? null;
  } catch {
    // As above.
  }
}

/** A link to a page of the house for somebody else in the room. */
export function linkTo(path: string): string {
  return (live.address ?? location.origin) + path;
}

/** Reads something over HTTP. */
export async function get<T>(path: string): Promise<T> {
  const response = await fetch(path);
  const body: unknown = await response.json();
  if (!response.ok) throw new Error('text' in (body as object) ? refusalIn(body as Problem) : text.failed);
  return body as T;
}

export function gameOf(id: string): GameInfo | undefined {
  return live.games.find((game) => game.id === id);
}

/** 64 hexadecimal digits of one's own, mixed into nature's seed. */
export function ownSeed(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Opens a table and keeps one's place there; gives its code. */
export async function openTable(opening: Opening): Promise<Entry> {
  const outcome = await house.ask({ type: 'create', ...opening });
  return entered(outcome);
}

/** Keeps the place an answer gave. */
export function entered(outcome: Outcome): Entry {
  if (outcome.outcome !== 'entered') throw new Error(text.failed);
  const { info } = outcome.snapshot;
  keepPlace({
    table: outcome.table,
    code: info.code,
    game: info.game,
    token: outcome.token,
    name: settings.name,
    at: Date.now(),
    isScreen: outcome.seat === null,
  });
  return outcome;
}

type Level = 'easy' | 'medium' | 'hard';

/** How long somebody who is gone is waited for, where only bots wait, and where people do. */
export const GRACE_S = { bots: 43_200, people: 60 };

/** As many as a game is usually played by. */
const usual = ({ id, min_seats, max_seats }: GameInfo): number => Math.min(Math.max(min_seats, id === 'nuts' ? 4 : 3), max_seats);

/** A table of bots, and of whoever sits down, started at once; gives its code. */
async function begin(game: GameInfo, seats: number, sit: number | null, level: Level, options: object): Promise<string> {
  const bots = Array.from({ length: seats }, (_, seat) => ({ seat, level })).filter(({ seat }) => seat !== sit);
  const entry = await openTable({
    game: game.id,
    seats,
    options,
    visibility: 'private',
    clocks: { turn_s: null, game_s: null, window_s: 5, grace_s: GRACE_S.bots },
    bots,
    name: settings.name || text.guest,
    sit,
    seed: ownSeed(),
  });
  if (sit === null) keepPlace({ ...placeAt(entry.table)!, isShow: true });
  await house.ask({ type: 'start', table: entry.table, fill: level });
  return entry.snapshot.info.code;
}

/** A table against bots. A first game has these options and as few seats as can be. */
export function playNow(game: GameInfo, level: Level = 'medium', first?: object): Promise<string> {
  return begin(game, first ? game.min_seats : usual(game), 0, level, first ?? {});
}

/** A table where bots play and one looks on. */
export function watchNow(game: GameInfo): Promise<string> {
  return begin(game, usual(game), null, 'medium', {});
}

/** What went wrong, in words. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : text.failed;
}
