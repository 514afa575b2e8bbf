import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message, Moment, Outcome, Request, Snapshot, TableInfo } from '../wire/wire';
import type * as Live from './live.svelte';
import type * as Places from './places';
import type * as Sessions from './session.svelte';

const TABLE = '0123456789abcdef0123456789abcdef';

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
    this.sent.push(JSON.parse(text) as Request);
  }
  close() {
    this.onclose?.();
  }
  tell(message: Message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const socket = () => Socket.last;
const asked = (type: string) => socket().sent.filter((request) => request.type === type);

const info = (some: Partial<TableInfo> = {}) => ({ table: TABLE, code: 'K7Q2ZD', game: 'nabbit', phase: 'playing', seats: [], rematch: [], ...some }) as unknown as TableInfo;
const moment = (seq: number, some: Partial<Moment> = {}) => ({ table: TABLE, seq, events: [], is_gapless: false, view: {}, moves: { list: [] }, turn: { type: 'nature' }, standings: null, ...some }) as unknown as Moment;
const snapshot = (some: Partial<Snapshot> = {}): Snapshot => ({ info: info(), seat: null, is_host: false, moment: moment(9), chat: [], ...some });
const event = (seq: number, some = {}) => ({ seq, at_ms: 0, seat: 0, by_bot: false, is_takeback: false, shown: {}, text: `event ${seq}`, ...some });

/** Lets everything that waits for an answer go on. */
const settle = () => new Promise((done) => setTimeout(done));

async function answer(type: string, outcome: object): Promise<void> {
  socket().tell({ type: 'answer', id: asked(type).at(-1)!.id, answer: 'accepted', ...(outcome as Outcome) });
  await settle();
}

async function refuse(type: string, code: string): Promise<void> {
  socket().tell({ type: 'answer', id: asked(type).at(-1)!.id, answer: 'refused', code, text: `refused: ${code}` } as Message);
  await settle();
}

let live: typeof Live;
let places: typeof Places;
let Session: typeof Sessions.Session;

beforeEach(async () => {
  vi.resetModules();
  const kept = new Map<string, string>();
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('location', { protocol: 'http:', host: 'house', hostname: 'house', origin: 'http://house', pathname: '/' });
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: () => undefined });
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) });
  vi.stubGlobal('fetch', () => Promise.reject(new Error('not here')));
  live = await import('./live.svelte');
  places = await import('./places');
  ({ Session } = await import('./session.svelte'));
  live.house.connect();
  socket().tell({ type: 'welcome', protocol: 1, server: 'test', now_ms: 0 });
  // What is imported first has to be compiled, which takes long on a busy machine.
}, 60_000);
afterEach(() => vi.unstubAllGlobals());

const keep = (some = {}) => places.keepPlace({ table: TABLE, code: 'K7Q2ZD', game: 'nabbit', token: 'mine', name: 'Ada', at: 1, ...some });
const entry = (some: Partial<Snapshot> = {}) => ({ outcome: 'entered', table: TABLE, seat: some.seat ?? null, token: 'newer', snapshot: snapshot(some) });

describe('a table screen', () => {
  it('attends without the token of a seat this browser holds, and leaves the place alone', async () => {
    keep();
    void new Session('K7Q2ZD').open('screen');
    expect(asked('attend')).toMatchObject([{ as: 'screen', token: null, table: TABLE }]);
    await refuse('attend', 'bad-token');
    expect(places.placeAt('K7Q2ZD')).toMatchObject({ token: 'mine' });
  });

  it('attends with the token of who hosts the table from it', async () => {
    live.entered(entry({ is_host: true }) as Outcome);
    void new Session('K7Q2ZD').open('screen');
    expect(asked('attend')).toMatchObject([{ as: 'screen', token: 'newer' }]);
  });
});

describe('a table that was left before the house answered', () => {
  it('is not received, and not received again after a break', async () => {
    const session = new Session('K7Q2ZD');
    void session.open('table');
    session.close();
    await answer('attend', { outcome: 'attending', snapshot: snapshot() });
    expect(asked('detach')).toMatchObject([{ table: TABLE }]);
    await answer('detach', { outcome: 'done' });
    const before = socket();
    before.close();
    await vi.waitFor(() => expect(socket()).not.toBe(before));
    socket().tell({ type: 'welcome', protocol: 1, server: 'test', now_ms: 0 });
    expect(asked('attend')).toEqual([]);
  });

  it('keeps the token its answer brought', async () => {
    keep();
    const session = new Session('K7Q2ZD');
    void session.open('table');
    session.close();
    await answer('attend', entry({ seat: 0 }));
    expect(places.placeAt(TABLE)).toMatchObject({ token: 'newer' });
  });

  it('stays with the page that shows it now', async () => {
    const session = new Session('K7Q2ZD');
    void session.open('table');
    session.close();
    const other = new Session(TABLE);
    void other.open('table');
    const [first, second] = asked('attend');
    for (const { id } of [first!, second!]) socket().tell({ type: 'answer', id, answer: 'accepted', outcome: 'attending', snapshot: snapshot() });
    await settle();
    expect(asked('detach')).toEqual([]);
    other.close();
    expect(asked('detach')).toHaveLength(1);
  });
});

describe('a game that ended while nobody looked', () => {
  it('is no longer said to wait', async () => {
    keep();
    void new Session('K7Q2ZD').open('table');
    await answer('attend', entry({ seat: 0, info: info({ phase: 'over' }) }));
    expect(places.placeAt(TABLE)).toMatchObject({ token: 'newer', isOver: true });
  });

  it('is looked back at when its table is closed', async () => {
    keep();
    vi.stubGlobal('fetch', () => Promise.resolve({ ok: true, json: () => Promise.resolve(info({ phase: 'closed', standings: { scores: [1, 0], teams: [0, 1], winners: [0] } })) }));
    const session = new Session('K7Q2ZD');
    void session.open('table');
    await refuse('attend', 'unknown-table');
    expect(session.ended).toBe(TABLE);
    expect(places.placeAt(TABLE)).toMatchObject({ isOver: true });
  });

  it('is forgotten when it was never played to its end', async () => {
    keep();
    vi.stubGlobal('fetch', () => Promise.resolve({ ok: true, json: () => Promise.resolve(info({ phase: 'closed', standings: null })) }));
    const session = new Session('K7Q2ZD');
    void session.open('table');
    await refuse('attend', 'unknown-table');
    expect(session.isMissing).toBe(true);
    expect(places.placeAt(TABLE)).toBeUndefined();
  });
});

it('a place is kept while the house cannot be asked what became of it', async () => {
  keep();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const session = new Session('K7Q2ZD');
  void session.open('table');
  await refuse('attend', 'unknown-table');
  expect(session).toMatchObject({ isMissing: false, problem: 'That did not work. Try again.' });
  expect(places.placeAt(TABLE)).toBeDefined();
});

describe('who comes to a game that is under way', () => {
  it('has the log of what happened, and is not shown it all again', async () => {
    const session = new Session('K7Q2ZD');
    void session.open('table');
    expect(asked('attend')).toMatchObject([{ after: 0 }]);
    await answer('attend', { outcome: 'attending', snapshot: snapshot({ moment: moment(9, { events: [event(7), event(9)], is_gapless: true }) }) });
    expect(session.log.map(({ seq }) => seq)).toEqual([7, 9]);
    expect(session.moment).toMatchObject({ seq: 9, events: [] });
  });

  it('reads each event once, whatever is told again', async () => {
    const session = new Session('K7Q2ZD');
    void session.open('table');
    const told = (...seqs: number[]) => answer('attend', { outcome: 'attending', snapshot: snapshot({ moment: moment(seqs.at(-1)!, { events: seqs.map((seq) => event(seq)) }) }) });
    await told(7, 9);
    void session.open('table');
    await told(9, 12);
    expect(session.log.map(({ seq }) => seq)).toEqual([7, 9, 12]);
  });
});

describe('a table that is not given back after a break', () => {
  const back = async () => {
    const before = socket();
    before.close();
    await vi.waitFor(() => expect(socket()).not.toBe(before));
    socket().tell({ type: 'welcome', protocol: 1, server: 'test', now_ms: 0 });
  };
  const seated = async () => {
    keep();
    const session = new Session('K7Q2ZD');
    void session.open('table');
    await answer('attend', entry({ seat: 0 }));
    return session;
  };

  it('is open elsewhere only if another window has used the place', async () => {
    const session = await seated();
    keep({ token: 'of another window' });
    await back();
    await refuse('attend', 'bad-token');
    expect(session).toMatchObject({ displaced: 'claimed', refused: '' });
  });

  it('is otherwise lost for the reason the house gives', async () => {
    const session = await seated();
    await back();
    await refuse('attend', 'bad-token');
    expect(session).toMatchObject({ displaced: null, refused: 'refused: bad-token' });
  });
});

describe('the table of a rematch', () => {
  it('gets a number of one’s own as soon as one is there, and once', async () => {
    keep({ needsSeed: true });
    void new Session(TABLE).open('table');
    await answer('attend', entry({ seat: 0, info: info({ phase: 'waiting' }), moment: null }));
    expect(asked('ready')).toMatchObject([{ ready: false, seed: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown }]);
    void new Session(TABLE).open('table');
    await answer('attend', entry({ seat: 0, info: info({ phase: 'waiting' }), moment: null }));
    expect(asked('ready')).toHaveLength(1);
  });
});

describe('what people say', () => {
  const line = (seat: number | null, words: string) => socket().tell({ type: 'chat', table: TABLE, line: { at_ms: 0, name: 'Bea', seat, text: words } });
  const seated = async () => {
    keep();
    const session = new Session('K7Q2ZD');
    void session.open('table');
    await answer('attend', entry({ seat: 0 }));
    return session;
  };

  it('is unread only where another has said it and it is out of sight', async () => {
    const session = await seated();
    line(0, 'mine');
    expect(session.unread).toBe(0);
    line(1, 'theirs');
    expect(session.unread).toBe(1);
    session.isTalking = true;
    line(1, 'in sight');
    expect(session.unread).toBe(1);
    expect(session.chat).toHaveLength(3);
  });

  it('is for those with a seat, and for who hosts from a screen', async () => {
    const session = await seated();
    expect(session.maySpeak).toBe(true);
    Object.assign(session, { seat: null });
    expect(session.maySpeak).toBe(false);
    Object.assign(session, { isHost: true });
    expect(session.maySpeak).toBe(true);
  });
});

describe('what the house says in words', () => {
  it('comes to the screen in those of the client', async () => {
    const { instead } = await import('../text/house');
    Object.assign(instead, { 'push.rules': 'Regeln', 'push.reason.stop': 'sicher', 'refusal.full': 'Voll.', 'foul.no-stack': 'Kein Stapel.', 'refusal.too-fast': 'Langsam!' });
    const game = { id: 'push', title: 'Push', pitch: '', rules: 'rules', options: [] };
    vi.stubGlobal('fetch', (path: string) => Promise.resolve(path === '/api/games' ? { ok: true, json: () => [game] } : { ok: false, json: () => ({ code: 'too-fast', text: 'slow down' }) }));
    live.house.cut();
    live.house.connect();
    socket().tell({ type: 'welcome', protocol: 1, server: 'test', now_ms: 0 });
    await settle();
    expect(live.gameOf('push')?.rules).toBe('Regeln');
    await expect(live.get('/api/version')).rejects.toThrow('Langsam!');

    keep({ game: 'push' });
    const session = new Session('K7Q2ZD');
    void session.open('table');
    await answer('attend', entry({ seat: 0, info: info({ game: 'push' }) }));
    void session.do({ type: 'sit', table: TABLE, seat: 1 });
    await refuse('sit', 'full');
    expect(session.problem).toBe('Voll.');
    const why = session.check('stop');
    socket().tell({ type: 'answer', id: asked('check').at(-1)!.id, answer: 'refused', code: 'foul', foul: 'no-stack', text: 'there is no stack' });
    expect(await why).toBe('Kein Stapel.');
    void session.hint();
    await answer('hint', { outcome: 'hint', seq: 9, lines: [{ move: 'stop', text: 'stop', why: 'safe' }] });
    expect(session.advice?.lines[0]?.why).toBe('sicher');
  });
});
