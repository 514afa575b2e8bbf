import { describe, expect, it, vi } from 'vitest';
import type { Command, Message, Request } from '../wire/wire';
import { Connection, RefusedError, type Socket } from './connection';

/** A world whose sockets and time the test moves by hand. */
class Fake {
  wires: (Socket & { sent: Request[] })[] = [];
  waits: { ms: number; then: () => void }[] = [];
  time = 0;
  dial = () => {
    const sent: Request[] = [];
    const wire: Socket & { sent: Request[] } = {
      sent,
      send: (text) => void sent.push(JSON.parse(text) as Request),
      close: () => wire.onclose?.(),
      onopen: null,
      onmessage: null,
      onclose: null,
    };
    this.wires.push(wire);
    return wire;
  };
  now = () => this.time;
  wait = (ms: number, then: () => void) => {
    const entry = { ms, then };
    this.waits.push(entry);
    return () => void (this.waits = this.waits.filter((other) => other !== entry));
  };
  chance = () => 0.5;
  private ids = 0;
  id = () => `id ${++this.ids}`;
  get wire() {
    return this.wires.at(-1)!;
  }
  tell(message: Message) {
    this.wire.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome() {
    this.tell({ type: 'welcome', protocol: 1, server: 'test', now_ms: 1000 });
  }
  /** Lets the shortest wait run out. */
  pass() {
    const next = this.waits.sort((a, b) => a.ms - b.ms).shift()!;
    this.time += next.ms;
    next.then();
  }
}

function open() {
  const world = new Fake();
  const connection = new Connection(world);
  connection.connect();
  world.welcome();
  return { world, connection };
}

/** Breaks the line and mends it. */
function back(world: Fake, connection: Connection) {
  connection.cut();
  world.pass();
  world.welcome();
}

describe('the line to the house', () => {
  it('gives each command the answer with its id', async () => {
    const { world, connection } = open();
    const one = connection.ask({ type: 'ping' });
    const two = connection.ask({ type: 'chat', table: 't', text: 'hello' });
    const [first, second] = world.wire.sent;
    world.tell({ type: 'answer', id: second!.id, answer: 'refused', code: 'bad-text', text: 'say something else' });
    world.tell({ type: 'answer', id: first!.id, answer: 'accepted', outcome: 'pong', now_ms: 5 });
    await expect(one).resolves.toMatchObject({ outcome: 'pong' });
    await expect(two).rejects.toBeInstanceOf(RefusedError);
  });

  it('sends an unanswered command again as it was, after attending its table again', async () => {
    const { world, connection } = open();
    connection.attended('t', { as: 'place', token: 'abc', after: 7 });
    const play = connection.ask({ type: 'play', table: 't', after: 7, move: 'flip' });
    const sent = world.wire.sent[0]!;
    connection.cut();
    expect(connection.line).toBe('lost');
    world.pass();
    world.welcome();
    const attend = world.wire.sent[0]!;
    expect(attend).toMatchObject({ type: 'attend', table: 't', token: 'abc', after: 7 });
    expect(world.wire.sent).toHaveLength(1);
    world.tell({ type: 'answer', id: attend.id, answer: 'accepted', outcome: 'done' });
    await vi.waitFor(() => expect(world.wire.sent).toHaveLength(2));
    expect(world.wire.sent[1]).toEqual(sent);
    world.tell({ type: 'answer', id: sent.id, answer: 'accepted', outcome: 'stored', seq: 8 });
    await expect(play).resolves.toMatchObject({ seq: 8 });
  });

  it('sends a join again as it was, once its table is received again', async () => {
    const { world, connection } = open();
    connection.attended('t', { as: 'spectator', token: null, after: null });
    const join = connection.ask({ type: 'join', table: 't', name: 'Ada', secret: 's'.repeat(32) });
    const sent = world.wire.sent[0]!;
    back(world, connection);
    expect(
      world.wire.sent.map(({ type }) => type),
      'a seat first and then none would be no seat',
    ).toEqual(['attend']);
    world.tell({ type: 'answer', id: world.wire.sent[0]!.id, answer: 'accepted', outcome: 'done' });
    await vi.waitFor(() => expect(world.wire.sent).toHaveLength(2));
    expect(world.wire.sent[1]).toEqual(sent);
    world.tell({ type: 'answer', id: sent.id, answer: 'accepted', outcome: 'stored', seq: 3 });
    await expect(join).resolves.toMatchObject({ seq: 3 });
  });

  it('sends what opens a table again under the same id', () => {
    const { world, connection } = open();
    void connection.ask({ type: 'create', game: 'push', seats: 2, name: 'Ada', secret: 's'.repeat(32) } as Command);
    const sent = world.wire.sent[0]!;
    back(world, connection);
    expect(world.wire.sent).toEqual([sent]);
  });

  it('gives each command an id of its own', () => {
    const { world, connection } = open();
    for (let n = 0; n < 3; n++) void connection.ask({ type: 'chat', table: 't', text: 'hello' });
    expect(new Set(world.wire.sent.map(({ id }) => id)).size).toBe(3);
  });

  it('asks again what a connection refused because it was closing', async () => {
    const { world, connection } = open();
    const chat = connection.ask({ type: 'chat', table: 't', text: 'hello' });
    const sent = world.wire.sent[0]!;
    world.tell({ type: 'answer', id: sent.id, answer: 'refused', code: 'closing', text: 'shutting down' });
    back(world, connection);
    expect(world.wire.sent).toEqual([sent]);
    world.tell({ type: 'answer', id: sent.id, answer: 'accepted', outcome: 'done' });
    await expect(chat).resolves.toMatchObject({ outcome: 'done' });
  });

  it('says of a refusal whether the line broke before it', async () => {
    const { world, connection } = open();
    const refuse = () =>
      world.tell({
        type: 'answer',
        id: world.wire.sent.at(-1)!.id,
        answer: 'refused',
        code: 'stale',
        text: 'look again',
      });
    const one = connection.ask({ type: 'play', table: 't', after: 1, move: 'flip' });
    refuse();
    await expect(one).rejects.toMatchObject({ isLate: false });
    const two = connection.ask({ type: 'play', table: 't', after: 1, move: 'flip' });
    back(world, connection);
    refuse();
    await expect(two).rejects.toMatchObject({ isLate: true });
    connection.cut();
    const three = connection.ask({ type: 'play', table: 't', after: 1, move: 'flip' });
    world.pass();
    world.welcome();
    refuse();
    await expect(three, 'made while there was no line').rejects.toMatchObject({ isLate: true });
  });

  it('does not do late what is no longer wanted', async () => {
    const { world, connection } = open();
    connection.attended('t', { as: 'place', token: 'abc', after: 7 });
    let isBea = true;
    const kick = connection.ask({ type: 'kick', table: 't', seat: 2 }, () => isBea);
    expect(world.wire.sent).toMatchObject([{ type: 'kick' }]);
    back(world, connection);
    isBea = false;
    world.tell({ type: 'answer', id: world.wire.sent[0]!.id, answer: 'accepted', outcome: 'done' });
    await expect(kick).resolves.toMatchObject({ outcome: 'done' });
    expect(world.wire.sent.map(({ type }) => type)).toEqual(['attend']);
  });

  it('tells what it found on coming back to a table', async () => {
    const { world, connection } = open();
    const heard: Message[] = [];
    connection.hearing((message) => heard.push(message));
    connection.attended('t', { as: 'place', token: 'abc', after: 7 });
    connection.cut();
    world.pass();
    world.welcome();
    const { id } = world.wire.sent[0]!;
    world.tell({ type: 'answer', id, answer: 'accepted', outcome: 'done' });
    await vi.waitFor(() =>
      expect(heard.at(-1)).toEqual({ type: 'answer', id: '', answer: 'accepted', outcome: 'done' }),
    );
  });

  it('says that the server is gone after a while, and comes back', () => {
    const { world, connection } = open();
    connection.cut();
    for (let i = 0; i < 12; i++) {
      world.pass();
      world.wire.close();
    }
    expect(connection.line).toBe('gone');
    world.pass();
    world.welcome();
    expect(connection.line).toBe('open');
  });

  it('waits as long as a closing server asks for', () => {
    const { world, connection } = open();
    world.tell({ type: 'closing', reconnect_after_ms: 1234 });
    expect(connection.line).toBe('lost');
    expect(world.waits.some(({ ms }) => ms === 1234)).toBe(true);
    expect(connection.skewMs).toBe(1000);
  });

  it('finds out within seconds that a line leads nowhere when an answer is owed', () => {
    const { world, connection } = open();
    const dead = world.wire;
    dead.close = () => undefined;
    void connection.ask({ type: 'chat', table: 't', text: 'hello' });
    world.pass();
    expect(dead.sent.at(-1)).toMatchObject({ type: 'ping' });
    world.pass();
    world.pass();
    expect(connection.line, 'without waiting for the socket to close').toBe('lost');
    expect(world.time).toBeLessThanOrEqual(3000);
    world.pass();
    expect(world.wires).toHaveLength(2);
    world.welcome();
    expect(
      world.wire.sent.map(({ type }) => type),
      'the command again, the echo not',
    ).toEqual(['chat']);
  });

  it('asks at once whether the line still holds when the page wakes', () => {
    const { world, connection } = open();
    connection.wake();
    connection.wake();
    expect(world.wire.sent.map(({ type }) => type)).toEqual(['ping']);
    world.tell({ type: 'answer', id: world.wire.sent[0]!.id, answer: 'accepted', outcome: 'pong', now_ms: 0 });
    world.pass();
    expect(connection.line).toBe('open');
    expect(world.time, 'then only after some silence').toBeGreaterThan(1000);
  });

  it('notices a lost line within three seconds though nobody does anything', () => {
    const { world, connection } = open();
    for (let n = 0; n < 3; n++) world.pass();
    expect(connection.line).toBe('lost');
    expect(world.time).toBeLessThanOrEqual(3000);
  });

  it('tells why a table is not given back, and asks a busy connection again', async () => {
    const { world, connection } = open();
    const lost: string[] = [];
    connection.losing((table, refusal) => lost.push(`${table}: ${refusal.code}`));
    connection.attended('t', { as: 'place', token: 'abc', after: 7 });
    void connection.ask({ type: 'play', table: 't', after: 7, move: 'flip' }).catch(() => undefined);
    back(world, connection);
    const refuse = (code: 'busy' | 'bad-token') =>
      world.tell({ type: 'answer', id: world.wire.sent.at(-1)!.id, answer: 'refused', code, text: code });
    refuse('busy');
    await vi.waitFor(() => expect(world.waits.some(({ ms }) => ms === 1500)).toBe(true));
    world.waits = world.waits.filter(({ ms }) => ms === 1500);
    world.pass();
    expect(
      world.wire.sent.map(({ type }) => type),
      'the move waits for its table',
    ).toEqual(['attend', 'attend']);
    expect(lost).toEqual([]);
    refuse('bad-token');
    await vi.waitFor(() => expect(lost).toEqual(['t: bad-token']));
  });

  it('keeps a table one was not allowed to leave', async () => {
    const { world, connection } = open();
    connection.attended('t', { as: 'place', token: 'abc', after: 7 });
    const leave = connection.ask({ type: 'leave', table: 't' });
    world.tell({ type: 'answer', id: world.wire.sent[0]!.id, answer: 'refused', code: 'busy', text: 'not now' });
    await expect(leave).rejects.toBeInstanceOf(RefusedError);
    connection.cut();
    world.pass();
    world.welcome();
    expect(world.wire.sent).toMatchObject([{ type: 'attend', table: 't' }]);
  });
});
