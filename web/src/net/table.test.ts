import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Move } from '../wire/games';
import type { Message, Moment, Opening, Outcome, Request, Snapshot, TableInfo } from '../wire/wire';
import type * as Live from './server.svelte';
import type * as Places from './seats';
import type * as Sessions from './table.svelte';

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

const socket = () => Socket.last;
const asked = (type: string) => socket().sent.filter((request) => request.type === type);

const info = (some: Partial<TableInfo> = {}) =>
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
const moment = (seq: number, some: Partial<Moment> = {}) =>
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
const snapshot = (some: Partial<Snapshot> = {}): Snapshot => ({
  info: info(),
  seat: null,
  is_host: false,
  moment: moment(9),
  chat: [],
  ...some,
});
const event = (seq: number, some = {}) => ({
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
const settle = () => new Promise((done) => soon(done));

async function answer(type: string, outcome: object): Promise<void> {
  socket().tell({ type: 'answer', id: asked(type).at(-1)!.id, answer: 'accepted', ...(outcome as Outcome) });
  await settle();
}

async function refuse(type: string, code: string): Promise<void> {
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
let pressed = 0;
let server: typeof Live;
let places: typeof Places;
let TableClient: typeof Sessions.TableClient;

beforeEach(async () => {
  vi.resetModules();
  vi.doMock('../browser/press', () => ({ pressedAt: () => pressed }));
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

const keep = (some = {}) =>
  places.keepPlace({ table: TABLE, code: 'K7Q2ZD', game: 'nabbit', token: 'mine', name: 'Ada', at: 1, ...some });
const entry = (some: Partial<Snapshot> = {}) => ({
  outcome: 'entered',
  table: TABLE,
  seat: some.seat ?? null,
  token: 'newer',
  snapshot: snapshot(some),
});

describe('a table screen', () => {
  it('attends without the token of a seat this browser holds, and leaves the place alone', async () => {
    keep();
    void new TableClient('K7Q2ZD').open('screen');
    expect(asked('attend')).toMatchObject([{ as: 'screen', token: null, table: TABLE }]);
    await refuse('attend', 'bad-token');
    expect(places.placeAt('K7Q2ZD')).toMatchObject({ token: 'mine' });
  });

  it('attends with the token of who hosts the table from it', async () => {
    server.entered(entry({ is_host: true }) as Outcome);
    void new TableClient('K7Q2ZD').open('screen');
    expect(asked('attend')).toMatchObject([{ as: 'screen', token: 'newer' }]);
  });
});

describe('a table that was left before the house answered', () => {
  it('is not received, and not received again after a break', async () => {
    const client = new TableClient('K7Q2ZD');
    void client.open('table');
    client.close();
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
    const client = new TableClient('K7Q2ZD');
    void client.open('table');
    client.close();
    await answer('attend', entry({ seat: 0 }));
    expect(places.placeAt(TABLE)).toMatchObject({ token: 'newer' });
  });

  it('stays with the page that shows it now', async () => {
    const client = new TableClient('K7Q2ZD');
    void client.open('table');
    client.close();
    const other = new TableClient(TABLE);
    void other.open('table');
    const [first, second] = asked('attend');
    for (const { id } of [first!, second!])
      socket().tell({ type: 'answer', id, answer: 'accepted', outcome: 'attending', snapshot: snapshot() });
    await settle();
    expect(asked('detach')).toEqual([]);
    other.close();
    expect(asked('detach')).toHaveLength(1);
  });
});

describe('a game that ended while nobody looked', () => {
  it('is no longer said to wait', async () => {
    keep();
    void new TableClient('K7Q2ZD').open('table');
    await answer('attend', entry({ seat: 0, info: info({ phase: 'over' }) }));
    expect(places.placeAt(TABLE)).toMatchObject({ token: 'newer', isOver: true });
  });

  it('is looked back at when its table is closed', async () => {
    keep();
    vi.stubGlobal('fetch', () =>
      Promise.resolve({
        ok: true,
        json: () =>
          Promise.resolve(info({ phase: 'closed', standings: { scores: [1, 0], teams: [0, 1], winners: [0] } })),
      }),
    );
    const client = new TableClient('K7Q2ZD');
    void client.open('table');
    await refuse('attend', 'unknown-table');
    expect(client.ended).toBe(TABLE);
    expect(places.placeAt(TABLE)).toMatchObject({ isOver: true });
  });

  it('is forgotten when it was never played to its end', async () => {
    keep();
    vi.stubGlobal('fetch', () =>
      Promise.resolve({ ok: true, json: () => Promise.resolve(info({ phase: 'closed', standings: null })) }),
    );
    const client = new TableClient('K7Q2ZD');
    void client.open('table');
    await refuse('attend', 'unknown-table');
    expect(client.isMissing).toBe(true);
    expect(places.placeAt(TABLE)).toBeUndefined();
  });
});

it('a place is kept while the house cannot be asked what became of it', async () => {
  keep();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const client = new TableClient('K7Q2ZD');
  void client.open('table');
  await refuse('attend', 'unknown-table');
  expect(client).toMatchObject({ isMissing: false, problem: 'That did not work. Try again.' });
  expect(places.placeAt(TABLE)).toBeDefined();
});

describe('who comes to a game that is under way', () => {
  it('has the log of what happened, and is not shown it all again', async () => {
    const client = new TableClient('K7Q2ZD');
    void client.open('table');
    expect(asked('attend')).toMatchObject([{ after: 0 }]);
    await answer('attend', {
      outcome: 'attending',
      snapshot: snapshot({ moment: moment(9, { events: [event(7), event(9)], is_gapless: true }) }),
    });
    expect(client.log.map(({ seq }) => seq)).toEqual([7, 9]);
    expect(client.moment).toMatchObject({ seq: 9, events: [] });
  });

  it('reads each event once, whatever is told again', async () => {
    const client = new TableClient('K7Q2ZD');
    void client.open('table');
    const told = (...seqs: number[]) =>
      answer('attend', {
        outcome: 'attending',
        snapshot: snapshot({ moment: moment(seqs.at(-1)!, { events: seqs.map((seq) => event(seq)) }) }),
      });
    await told(7, 9);
    void client.open('table');
    await told(9, 12);
    expect(client.log.map(({ seq }) => seq)).toEqual([7, 9, 12]);
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
    const client = new TableClient('K7Q2ZD');
    void client.open('table');
    await answer('attend', entry({ seat: 0 }));
    return client;
  };

  it('is open elsewhere only if another window has used the place', async () => {
    const client = await seated();
    keep({ token: 'of another window' });
    await back();
    await refuse('attend', 'bad-token');
    expect(client).toMatchObject({ displaced: 'claimed', refused: '' });
  });

  it('is otherwise lost for the reason the house gives', async () => {
    const client = await seated();
    await back();
    await refuse('attend', 'bad-token');
    expect(client).toMatchObject({ displaced: null, refused: 'refused: bad-token' });
  });
});

describe('the table of a rematch', () => {
  it('gets a number of one’s own as soon as one is there, and once', async () => {
    keep({ needsSeed: true });
    void new TableClient(TABLE).open('table');
    await answer('attend', entry({ seat: 0, info: info({ phase: 'waiting' }), moment: null }));
    expect(asked('ready')).toMatchObject([{ ready: false, seed: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown }]);
    void new TableClient(TABLE).open('table');
    await answer('attend', entry({ seat: 0, info: info({ phase: 'waiting' }), moment: null }));
    expect(asked('ready')).toHaveLength(1);
  });
});

describe('what only this device knows', () => {
  const secrets = () =>
    socket().sent.flatMap((request) => ('secret' in request && request.secret ? [request.secret] : []));
  const opening = { game: 'push', seats: 2, name: 'Ada' } as Opening;

  it('comes with whatever takes a seat, and is the same each time', async () => {
    void server.openTable(opening);
    const client = new TableClient('K7Q2ZD');
    void client.open('table');
    await answer('attend', { outcome: 'attending', snapshot: snapshot() });
    void client.join('Ada', null, server.ownSeed());
    expect(secrets()).toEqual([expect.stringMatching(/^[\w-]{32,64}$/), secrets()[0]]);
    expect(localStorage.getItem('stackhouse.secret')).toBe(secrets()[0]);
  });

  it('is remembered for the visit where nothing is kept', () => {
    const closed = () => {
      throw new Error('private');
    };
    vi.stubGlobal('localStorage', { getItem: closed, setItem: closed });
    void server.openTable(opening);
    void server.openTable(opening);
    expect(secrets()).toEqual([expect.stringMatching(/^[\w-]{32,64}$/), secrets()[0]]);
  });

  it('is never the seed, which all are shown', () => {
    void server.openTable({ ...opening, seed: server.ownSeed() });
    const [sent] = asked('create') as (Request & { type: 'create' })[];
    expect(sent!.seed).not.toContain(sent!.secret);
  });

  it('are the ids of commands, too', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    for (let n = 0; n < 50; n++) void server.connection.ask({ type: 'ping' });
    const ids = socket().sent.map(({ id }) => id);
    expect(new Set(ids).size).toBe(50);
    for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
    // What goes on counting shares a beginning or an end with what came before.
    expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(50);
    expect(new Set(ids.map((id) => id.slice(-8))).size).toBe(50);
  });
});

describe('a move made while the line was down', () => {
  const back = async () => {
    const before = socket();
    before.close();
    await vi.waitFor(() => expect(socket()).not.toBe(before));
    socket().tell({ type: 'welcome', protocol: 1, server: 'test', now_ms: 0 });
  };
  const seated = async () => {
    keep();
    const client = new TableClient('K7Q2ZD');
    void client.open('table');
    await answer(
      'attend',
      entry({ seat: 0, moment: moment(9, { moves: { list: ['flip', 'stop'], is_complete: true, is_forced: false } }) }),
    );
    return client;
  };

  it('is sent as it was when the house is there again', async () => {
    const client = await seated();
    const made = client.send('flip');
    const [first] = asked('play');
    expect(first).toMatchObject({ after: 9, move: 'flip' });
    await back();
    await answer('attend', entry({ seat: 0, moment: moment(10, { is_gapless: true }) }));
    expect(asked('play')).toEqual([first]);
    await answer('play', { outcome: 'stored', seq: 11 });
    await made;
    expect(client).toMatchObject({ problem: '', isBusy: false });
  });

  it('is said not to be made when the game went on without it', async () => {
    const client = await seated();
    void client.send('flip');
    await back();
    await answer(
      'attend',
      entry({ seat: 0, moment: moment(12, { is_gapless: true, events: [event(11, { by_bot: true })] }) }),
    );
    await refuse('play', 'stale');
    expect(client.problem).toMatch(/^Your move was not made/);
    expect(client.isBusy).toBe(false);
  });

  it('is otherwise too late only if somebody was quicker', async () => {
    const client = await seated();
    void client.send('flip');
    await refuse('play', 'stale');
    expect(client.problem).toMatch(/^That came too late/);
  });
});

describe('a decision', () => {
  const list = (...moves: Move[]) => ({ moves: { list: moves, is_complete: true, is_forced: false } });
  const tell = (seq: number, by: number | null, ...moves: Move[]) =>
    socket().tell({
      type: 'moment',
      ...moment(seq, { ...list(...moves), is_gapless: true, events: [event(seq, { seat: by })] as Moment['events'] }),
    });
  /** Somebody presses something, which began so long ago. */
  const press = (client: Sessions.TableClient, agoMs = 0) => {
    pressed = performance.now() - agoMs;
    client.decide('end-turn');
  };
  /** Somebody at a table who has nothing to decide yet, and whose time the test moves by hand. */
  const seated = async () => {
    (await import('../browser/settings.svelte')).change({ pace: 'instant', isMuted: true });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    keep();
    const client = new TableClient('K7Q2ZD');
    void client.open('table');
    await answer('attend', entry({ seat: 0 }));
    return client;
  };
  afterEach(() => vi.useRealTimers());

  it('takes what is pressed once it has been on the screen for a moment', async () => {
    const client = await seated();
    tell(10, null, 'draw', 'end-turn');
    press(client);
    expect(asked('play')).toEqual([]);
    expect(client.ready.isReady).toBe(false);
    vi.advanceTimersByTime(200);
    expect(client.ready.isReady).toBe(true);
    press(client, 100);
    expect(asked('play'), 'a finger that came down before').toEqual([]);
    press(client);
    expect(asked('play')).toMatchObject([{ move: 'end-turn' }]);
  });

  it('is not made by a key that was pressed for the one before, even if it looks the same', async () => {
    const client = await seated();
    tell(10, null, 'draw', 'end-turn');
    vi.advanceTimersByTime(1000);
    // An event ends the turn, the others play at once, and the next turn is there.
    tell(11, null);
    tell(12, 1);
    tell(13, 2, 'draw', 'end-turn');
    expect(client.moment?.seq).toBe(13);
    press(client);
    expect(asked('play')).toEqual([]);
    vi.advanceTimersByTime(1000);
    tell(14, null, 'draw', 'end-turn');
    vi.advanceTimersByTime(199);
    press(client);
    expect(asked('play'), 'what nature did is to be seen first').toEqual([]);
    vi.advanceTimersByTime(1);
    press(client);
    expect(asked('play')).toHaveLength(1);
  });

  it('stays open while only others act and nothing changes for oneself', async () => {
    const client = await seated();
    tell(10, null, 'stop', 'end-turn');
    vi.advanceTimersByTime(1000);
    tell(11, 1, 'stop', 'end-turn');
    press(client);
    expect(asked('play')).toMatchObject([{ after: 11 }]);
  });

  it('begins anew where a table kept it back', async () => {
    const client = await seated();
    tell(10, null, 'stop', 'end-turn');
    vi.advanceTimersByTime(1000);
    client.appear();
    press(client);
    expect(asked('play')).toEqual([]);
  });
});

describe('somebody who is sent away', () => {
  const person = (seat: number, name: string) => ({
    seat,
    holder: { type: 'person', name, is_host: false, is_ready: false, is_present: true, stand_in: null },
  });
  const seats = (...names: string[]) =>
    info({
      phase: 'waiting',
      seats: names.map((name, seat) =>
        name ? person(seat, name) : { seat, holder: { type: 'free' } },
      ) as unknown as TableInfo['seats'],
    });
  const hosting = async () => {
    keep();
    const client = new TableClient('K7Q2ZD');
    void client.open('table');
    await answer('attend', entry({ seat: 0, is_host: true, moment: null, info: seats('Ada', 'Bea') }));
    return client;
  };

  it('is the one who sat there, also after a break', async () => {
    const client = await hosting();
    void client.sendAway(1);
    expect(asked('kick')).toMatchObject([{ seat: 1 }]);
    const before = socket();
    before.close();
    await vi.waitFor(() => expect(socket()).not.toBe(before));
    socket().tell({ type: 'welcome', protocol: 1, server: 'test', now_ms: 0 });
    await answer('attend', entry({ seat: 0, is_host: true, moment: null, info: seats('Ada', 'Cal') }));
    expect(asked('kick'), 'Cal has done nothing').toEqual([]);
  });

  it('is told of to everybody else', async () => {
    const client = await hosting();
    socket().tell({ type: 'table', ...seats('Ada', '') });
    expect(client.news).toBe('Bea is no longer at the table.');
    socket().tell({ type: 'table', ...seats('Ada', 'Cal') });
    expect(client.news).toBe('Cal has sat down.');
  });

  it('finds no place kept there', async () => {
    const client = await hosting();
    socket().tell({ type: 'displaced', table: TABLE, why: 'kicked' });
    expect(client.displaced).toBe('kicked');
    expect(places.placeAt(TABLE)).toBeUndefined();
  });
});

describe('what people say', () => {
  const line = (seat: number | null, words: string) =>
    socket().tell({ type: 'chat', table: TABLE, line: { at_ms: 0, name: 'Bea', seat, text: words } });
  const seated = async () => {
    keep();
    const client = new TableClient('K7Q2ZD');
    void client.open('table');
    await answer('attend', entry({ seat: 0 }));
    return client;
  };

  it('is unread only where another has said it and it is out of sight', async () => {
    const client = await seated();
    line(0, 'mine');
    expect(client.unread).toBe(0);
    line(1, 'theirs');
    expect(client.unread).toBe(1);
    client.isTalking = true;
    line(1, 'in sight');
    expect(client.unread).toBe(1);
    expect(client.chat).toHaveLength(3);
  });

  it('is for those with a seat, and for who hosts from a screen', async () => {
    const client = await seated();
    expect(client.maySpeak).toBe(true);
    Object.assign(client, { seat: null });
    expect(client.maySpeak).toBe(false);
    Object.assign(client, { isHost: true });
    expect(client.maySpeak).toBe(true);
  });
});

describe('what the house says in words', () => {
  it('comes to the screen in those of the client', async () => {
    const { instead } = await import('../text/server');
    Object.assign(instead, {
      'push.rules': 'Regeln',
      'push.reason.stop': 'sicher',
      'refusal.full': 'Voll.',
      'foul.no-stack': 'Kein Stapel.',
      'refusal.too-fast': 'Langsam!',
    });
    const game = { id: 'push', title: 'Push', pitch: '', rules: 'rules', options: [] };
    vi.stubGlobal('fetch', (path: string) =>
      Promise.resolve(
        path === '/api/games'
          ? { ok: true, json: () => [game] }
          : { ok: false, json: () => ({ code: 'too-fast', text: 'slow down' }) },
      ),
    );
    server.connection.cut();
    server.connection.connect();
    socket().tell({ type: 'welcome', protocol: 1, server: 'test', now_ms: 0 });
    await settle();
    expect(server.gameOf('push')?.rules).toBe('Regeln');
    await expect(server.get('/api/version')).rejects.toThrow('Langsam!');

    keep({ game: 'push' });
    const client = new TableClient('K7Q2ZD');
    void client.open('table');
    await answer('attend', entry({ seat: 0, info: info({ game: 'push' }) }));
    void client.do({ type: 'sit', table: TABLE, seat: 1 });
    await refuse('sit', 'full');
    expect(client.problem).toBe('Voll.');
    const why = client.check('stop');
    socket().tell({
      type: 'answer',
      id: asked('check').at(-1)!.id,
      answer: 'refused',
      code: 'foul',
      foul: 'no-stack',
      text: 'there is no stack',
    });
    expect(await why).toBe('Kein Stapel.');
    void client.hint();
    await answer('hint', { outcome: 'hint', seq: 9, lines: [{ move: 'stop', text: 'stop', why: 'safe' }] });
    expect(client.advice?.lines[0]?.why).toBe('sicher');
  });
});
