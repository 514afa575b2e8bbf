/** A house that only pretends: a socket whose other end is the test, and what it says. Each test has its modules anew. */
import { afterEach, beforeEach, vi } from 'vitest';
import type { Message, Moment, Outcome, Request, Snapshot, TableInfo } from '../wire/wire';
import type * as Live from './server.svelte';
import type * as Places from './seats';
import type * as Sessions from './table.svelte';

export const TABLE = '0123456789abcdef0123456789abcdef';

/** A socket whose other end is the test. */
class Socket {
  static last: Socket;
  sent: Request[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    Socket.last = this;
  }
  send(text: string) {
    const request = JSON.parse(text) as Request;
    // However slow the machine is, the line holds.
    if (request.type === 'ping')
      this.tell({ type: 'answer', id: request.id, answer: 'accepted', outcome: 'pong', now_ms: 0 });
    this.sent.push(request);
  }
  close() {
    this.onclose?.();
  }
  tell(message: Message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

export const socket = () => Socket.last;
export const asked = (type: string) => socket().sent.filter((request) => request.type === type);

export const info = (some: Partial<TableInfo> = {}) =>
  ({
    table: TABLE,
    code: 'K7Q2ZD',
    game: 'nabbit',
    phase: 'playing',
    seats: [],
    rematch: [],
    manners: { odds: true, hints: true, reactions: true },
    ...some,
  }) as unknown as TableInfo;
export const moment = (seq: number, some: Partial<Moment> = {}) =>
  ({
    table: TABLE,
    seq,
    events: [],
    is_gapless: false,
    view: {},
    moves: { list: [] },
    turn: { type: 'nature' },
    clocks: { window_ends_at_ms: null, seats: [] },
    standings: null,
    ...some,
  }) as unknown as Moment;
export const snapshot = (some: Partial<Snapshot> = {}): Snapshot => ({
  info: info(),
  seat: null,
  is_host: false,
  moment: moment(9),
  chat: [],
  ...some,
});
export const event = (seq: number, some = {}) => ({
  seq,
  at_ms: 0,
  seat: 0,
  by_bot: false,
  is_takeback: false,
  shown: { type: 'flips-again' as const, seat: 0 },
  text: `event ${seq}`,
  ...some,
});

/** Also where a test moves the time by hand. */
const soon = setTimeout;

/** Lets everything that waits for an answer go on. */
export const settle = () => new Promise((done) => soon(done));

export async function answer(type: string, outcome: object): Promise<void> {
  socket().tell({ type: 'answer', id: asked(type).at(-1)!.id, answer: 'accepted', ...(outcome as Outcome) });
  await settle();
}

export async function refuse(type: string, code: string): Promise<void> {
  socket().tell({
    type: 'answer',
    id: asked(type).at(-1)!.id,
    answer: 'refused',
    code,
    text: `refused: ${code}`,
  } as Message);
  await settle();
}

/** When the last press began. */
export const lastPress = { at: 0 };
export let server: typeof Live;
export let places: typeof Places;
export let TableClient: typeof Sessions.TableClient;

beforeEach(async () => {
  vi.resetModules();
  vi.doMock('../browser/press', () => ({ pressedAt: () => lastPress.at }));
  const kept = new Map<string, string>();
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('location', {
    protocol: 'http:',
    host: 'house',
    hostname: 'house',
    origin: 'http://house',
    pathname: '/',
  });
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: () => undefined });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal('fetch', () => Promise.reject(new Error('not here')));
  server = await import('./server.svelte');
  places = await import('./seats');
  ({ TableClient } = await import('./table.svelte'));
  server.connection.connect();
  socket().tell({ type: 'welcome', protocol: 1, server: 'test', now_ms: 0 });
  // What is imported first has to be compiled, which takes long on a busy machine.
}, 60_000);
afterEach(() => vi.unstubAllGlobals());

export const keep = (some = {}) =>
  places.keepPlace({ table: TABLE, code: 'K7Q2ZD', game: 'nabbit', token: 'mine', name: 'Ada', at: 1, ...some });
export const entry = (some: Partial<Snapshot> = {}) => ({
  outcome: 'entered',
  table: TABLE,
  seat: some.seat ?? null,
  token: 'newer',
  snapshot: snapshot(some),
});
