import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Move } from '../wire/games';
import type { Moment, TableInfo } from '../wire/wire';
import {
  answer,
  asked,
  entry,
  event,
  info,
  keep,
  moment,
  places,
  lastPress,
  refuse,
  server,
  settle,
  socket,
  TABLE,
  TableClient,
} from './pretend';
import type { TableClient as Client } from './table.svelte';

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
  const press = (client: Client, agoMs = 0) => {
    lastPress.at = performance.now() - agoMs;
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
