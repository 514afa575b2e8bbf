import { describe, expect, it, vi } from 'vitest';
import type { Message, Request } from '../wire/wire';
import { House, Refused, type Wire } from './house';

/** A world whose sockets and time the test moves by hand. */
class Fake {
  wires: (Wire & { sent: Request[] })[] = [];
  waits: { ms: number; then: () => void }[] = [];
  time = 0;
  dial = () => {
    const sent: Request[] = [];
    const wire: Wire & { sent: Request[] } = {
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
  const house = new House(world);
  house.connect();
  world.welcome();
  return { world, house };
}

describe('the line to the house', () => {
  it('gives each command the answer with its id', async () => {
    const { world, house } = open();
    const one = house.ask({ type: 'ping' });
    const two = house.ask({ type: 'chat', table: 't', text: 'hello' });
    const [first, second] = world.wire.sent;
    world.tell({ type: 'answer', id: second!.id, answer: 'refused', code: 'bad-text', text: 'say something else' });
    world.tell({ type: 'answer', id: first!.id, answer: 'accepted', outcome: 'pong', now_ms: 5 });
    await expect(one).resolves.toMatchObject({ outcome: 'pong' });
    await expect(two).rejects.toBeInstanceOf(Refused);
  });

  it('sends an unanswered command again as it was, after attending its table again', async () => {
    const { world, house } = open();
    house.attended('t', { as: 'place', token: 'abc', after: 7 });
    const play = house.ask({ type: 'play', table: 't', after: 7, move: 'flip' });
    const sent = world.wire.sent[0]!;
    house.cut();
    expect(house.line).toBe('lost');
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

  it('tells what it found on coming back to a table', async () => {
    const { world, house } = open();
    const heard: Message[] = [];
    house.hearing((message) => heard.push(message));
    house.attended('t', { as: 'place', token: 'abc', after: 7 });
    house.cut();
    world.pass();
    world.welcome();
    const { id } = world.wire.sent[0]!;
    world.tell({ type: 'answer', id, answer: 'accepted', outcome: 'done' });
    await vi.waitFor(() => expect(heard.at(-1)).toEqual({ type: 'answer', id: '', answer: 'accepted', outcome: 'done' }));
  });

  it('says that the server is gone after a while, and comes back', () => {
    const { world, house } = open();
    house.cut();
    for (let i = 0; i < 12; i++) {
      world.pass();
      world.wire.close();
    }
    expect(house.line).toBe('gone');
    world.pass();
    world.welcome();
    expect(house.line).toBe('open');
  });

  it('waits as long as a closing server asks for', () => {
    const { world, house } = open();
    world.tell({ type: 'closing', reconnect_after_ms: 1234 });
    expect(house.line).toBe('lost');
    expect(world.waits.some(({ ms }) => ms === 1234)).toBe(true);
    expect(house.skewMs).toBe(1000);
  });

  it('finds out within seconds that a line leads nowhere when an answer is owed', () => {
    const { world, house } = open();
    const dead = world.wire;
    dead.close = () => undefined;
    void house.ask({ type: 'chat', table: 't', text: 'hello' });
    world.pass();
    expect(dead.sent.at(-1)).toMatchObject({ type: 'ping' });
    world.pass();
    world.pass();
    expect(house.line, 'without waiting for the socket to close').toBe('lost');
    expect(world.time).toBeLessThan(10_000);
    world.pass();
    expect(world.wires).toHaveLength(2);
    world.welcome();
    expect(world.wire.sent.map(({ type }) => type), 'the command again, the echo not').toEqual(['chat']);
  });

  it('asks at once whether the line still holds when the page wakes', () => {
    const { world, house } = open();
    house.wake();
    house.wake();
    expect(world.wire.sent.map(({ type }) => type)).toEqual(['ping']);
    world.tell({ type: 'answer', id: world.wire.sent[0]!.id, answer: 'accepted', outcome: 'pong', now_ms: 0 });
    world.pass();
    expect(house.line).toBe('open');
    expect(world.time, 'then only after a long silence').toBeGreaterThan(10_000);
  });

  it('tells why a table is not given back, and asks a busy house again', async () => {
    const { world, house } = open();
    const lost: string[] = [];
    house.losing((table, refusal) => lost.push(`${table}: ${refusal.code}`));
    house.attended('t', { as: 'place', token: 'abc', after: 7 });
    house.cut();
    world.pass();
    world.welcome();
    const refuse = (code: 'busy' | 'bad-token') => world.tell({ type: 'answer', id: world.wire.sent.at(-1)!.id, answer: 'refused', code, text: code });
    refuse('busy');
    await vi.waitFor(() => expect(world.waits.some(({ ms }) => ms === 1500)).toBe(true));
    world.pass();
    expect(world.wire.sent.map(({ type }) => type)).toEqual(['attend', 'attend']);
    expect(lost).toEqual([]);
    refuse('bad-token');
    await vi.waitFor(() => expect(lost).toEqual(['t: bad-token']));
  });

  it('keeps a table one was not allowed to leave', async () => {
    const { world, house } = open();
    house.attended('t', { as: 'place', token: 'abc', after: 7 });
    const leave = house.ask({ type: 'leave', table: 't' });
    world.tell({ type: 'answer', id: world.wire.sent[0]!.id, answer: 'refused', code: 'busy', text: 'not now' });
    await expect(leave).rejects.toBeInstanceOf(Refused);
    house.cut();
    world.pass();
    world.welcome();
    expect(world.wire.sent).toMatchObject([{ type: 'attend', table: 't' }]);
  });
});
