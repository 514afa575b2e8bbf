/** The server as this browser knows it: the line to it, its games, its open tables. */
import type { SomeOptions } from '../wire/games';
import type { GameInfo, LobbyTable, Opening, Outcome, Entrance, Problem, TableInfo, Version } from '../wire/wire';
import { randomHex, randomWord } from '../browser/random';
import { settings } from '../browser/settings.svelte';
import { isAtHome } from '../browser/share';
import { text } from '../text';
import { gameIn, refusalIn } from '../text/server';
import { Connection, type LineState, type Socket } from './connection';
import { keepPlace, placeAt } from './seats';
import { ownSecret } from './secret';

export const connection = new Connection({
  dial: () => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return new WebSocket(`${scheme}://${location.host}/ws`) as unknown as Socket;
  },
  now: () => Date.now(),
  wait: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  chance: () => Math.random(),
  id: () => randomWord(16),
});

interface ServerState {
  line: LineState;
  games: GameInfo[];
  tables: LobbyTable[];
  /** The address by which phones in the room reach the server: null where they cannot, undefined until it is known. */
  address: string | null | undefined;
}

const isHome = typeof location !== 'undefined' && isAtHome(location.hostname);

export const server = $state<ServerState>({
  line: 'connecting',
  games: [],
  tables: [],
  address: typeof location === 'undefined' || isHome ? undefined : location.origin,
});

connection.watching((line) => {
  server.line = line;
  if (line !== 'open') return;
  if (server.games.length === 0) void loadGames();
  if (isHome) void loadAddress();
});
connection.hearing((message) => {
  if (message.type === 'lobby') server.tables = message.tables;
  else if (message.type === 'lobby-table') {
    const others = server.tables.filter((table) => table.table !== message.table);
    server.tables = [message, ...others].sort((a, b) => b.opened_at_ms - a.opened_at_ms);
  } else if (message.type === 'lobby-gone')
    server.tables = server.tables.filter((table) => table.table !== message.table);
});

/** Connects, and hurries up when the browser comes back. */
export function start(): void {
  connection.connect();
  // Rules and lessons are there without a line, where this browser has kept them.
  void loadGames();
  const wake = () => document.visibilityState === 'visible' && connection.wake();
  addEventListener('online', wake);
  addEventListener('pageshow', wake);
  document.addEventListener('visibilitychange', wake);
  // Lets a test break the line as a network would.
  addEventListener('stackhouse:cut', () => connection.cut());
}

async function loadGames(): Promise<void> {
  try {
    server.games = (await get<GameInfo[]>('/api/games')).map(gameIn);
  } catch {
    // The line comes back, and with it another try; only the offline shell may know them until then.
  }
}

async function loadAddress(): Promise<void> {
  try {
    server.address = (await get<Version>('/api/version')).addresses[0] ?? null;
  } catch {
    // As above.
  }
}

/** A link to a page of the house for somebody else in the room. */
export function linkTo(path: string): string {
  return (server.address ?? location.origin) + path;
}

/** Reads something over HTTP. */
export async function get<T>(path: string): Promise<T> {
  const response = await fetch(path);
  const body: unknown = await response.json();
  if (!response.ok) throw new Error('text' in (body as object) ? refusalIn(body as Problem) : text.failed);
  return body as T;
}

/** What has become of a table, as far as the house can be asked. */
export async function becameOf(table: string): Promise<'over' | 'gone' | 'open'> {
  try {
    const response = await fetch(`/api/tables/${table}`);
    if (response.status === 404) return 'gone';
    const info = (await response.json()) as Partial<TableInfo>;
    return info.standings ? 'over' : info.phase === 'closed' ? 'gone' : 'open';
  } catch {
    return 'open';
  }
}

export function gameOf(id: string): GameInfo | undefined {
  return server.games.find((game) => game.id === id);
}

/** 64 hexadecimal digits of one's own, mixed into nature's seed. */
export function ownSeed(): string {
  return randomHex(32);
}

/** Opens a table and keeps one's place there; gives its code. */
export async function openTable(opening: Opening): Promise<Entrance> {
  const look = opening.sit === null ? null : settings.look;
  const outcome = await connection.ask({ type: 'create', look, ...opening, secret: ownSecret() });
  const entry = entered(outcome);
  connection.attended(entry.table, { as: 'place', token: entry.token, after: null });
  return entry;
}

/** Keeps the place an answer gave. */
export function entered(outcome: Outcome): Entrance {
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

/** Opens a table on this screen that grows as people come; gives its code. */
export async function openScreen(game: GameInfo): Promise<string> {
  const entry = await openTable({
    game: game.id,
    seats: game.min_seats,
    limit: game.max_seats,
    visibility: 'private',
    clocks: { turn_s: null, game_s: null, window_s: 5, grace_s: GRACE_S.people },
    bots: [],
    name: text.tv.name,
    sit: null,
    seed: ownSeed(),
  });
  return entry.snapshot.info.code;
}

type Level = 'easy' | 'medium' | 'hard';

/** How long somebody who is gone is waited for, where only bots wait, and where people do. */
export const GRACE_S = { bots: 43_200, people: 60 };

/** A window so long is no clock: it ends when the one person has answered, who may still be reading. */
export const UNHURRIED_S = 240;

/** As many as a game is usually played by. */
const usual = ({ id, min_seats, max_seats }: GameInfo): number =>
  Math.min(Math.max(min_seats, id === 'nuts' ? 4 : 3), max_seats);

/** A table of bots, and of whoever sits down, started at once; gives its code. */
async function begin(
  game: GameInfo,
  seats: number,
  sit: number | null,
  level: Level,
  options: SomeOptions,
  window_s = 5,
): Promise<string> {
  const bots = Array.from({ length: seats }, (_, seat) => ({ seat, level })).filter(({ seat }) => seat !== sit);
  const entry = await openTable({
    game: game.id,
    seats,
    options,
    visibility: 'private',
    clocks: { turn_s: null, game_s: null, window_s, grace_s: GRACE_S.bots },
    bots,
    name: settings.name || text.guest,
    sit,
    seed: ownSeed(),
  });
  if (sit === null) keepPlace({ ...placeAt(entry.table)!, isShow: true });
  await connection.ask({ type: 'start', table: entry.table, fill: level });
  return entry.snapshot.info.code;
}

/** A table against bots. A first game has these options and as few seats as can be. */
export function playNow(game: GameInfo, level: Level = 'medium', first?: SomeOptions): Promise<string> {
  return first ? begin(game, game.min_seats, 0, level, first, UNHURRIED_S) : begin(game, usual(game), 0, level, {});
}

/** A table where bots play and one looks on. */
export function watchNow(game: GameInfo): Promise<string> {
  return begin(game, usual(game), null, 'medium', {});
}

/** What went wrong, in words. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : text.failed;
}
