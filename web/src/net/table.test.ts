import { describe, expect, it, vi } from 'vitest';
import type { Opening, Outcome, Request } from '../wire/wire';
import {
  answer,
  asked,
  entry,
  event,
  info,
  keep,
  moment,
  places,
  refuse,
  server,
  settle,
  snapshot,
  socket,
  TABLE,
  TableClient,
} from './pretend';

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
