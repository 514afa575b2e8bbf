/**
 * The line to the house: one socket that comes back by itself.
 *
 * Every command gets an id and exactly one answer. What was not answered before a connection broke is sent again as it
 * was, after the tables it concerns are attended again from the last sequence known.
 */
import type { AttendAs, Command, Message, Outcome, Refusal, Request } from '../wire/wire';

/** How the line is: `lost` while it is being mended, `gone` when that takes long. */
export type Line = 'connecting' | 'open' | 'lost' | 'gone';

/** What a table is received with. */
export interface Attendance {
  as: AttendAs;
  token: string | null;
  after: number | null;
}

/** A command the house refused. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.text);
  }
}

/** As much of a browser's socket as is needed. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

/** What the world outside gives: sockets, time and chance. */
export interface World {
  dial(): Wire;
  now(): number;
  wait(ms: number, then: () => void): () => void;
  chance(): number;
}

interface Pending {
  request: Request;
  table: string | null;
  isSent: boolean;
  accept(outcome: Outcome): void;
  refuse(error: Error): void;
}

type AttendCommand = Extract<Command, { type: 'attend' }>;
type Answered = Extract<Message, { type: 'answer' }>;

const GONE_AFTER_MS = 12_000;
const PING_MS = 20_000;
const PONG_MS = 10_000;

export class House {
  line: Line = 'connecting';
  /** The server's time minus this machine's. */
  skewMs = 0;
  /** The release of the server, once it has said so. */
  release = '';
  private wire: Wire | null = null;
  private tries = 0;
  private lostAt: number | null = null;
  private number = 0;
  private readonly prefix: string;
  private readonly pending = new Map<string, Pending>();
  private readonly tables = new Map<string, Attendance>();
  private readonly resuming = new Set<string>();
  private wantsLobby = false;
  private readonly hearers = new Set<(message: Message) => void>();
  private readonly watchers = new Set<(line: Line) => void>();
  private stopWaiting: () => void = () => undefined;
  private stopPinging: () => void = () => undefined;

  constructor(private readonly world: World) {
    this.prefix = Math.floor(world.chance() * 36 ** 8).toString(36);
  }

  /** Opens the line, or hurries up an attempt that waits. */
  connect(): void {
    if (this.wire) return;
    this.stopWaiting();
    const wire = this.world.dial();
    this.wire = wire;
    const giveUp = this.world.wait(8000, () => wire.close());
    wire.onmessage = (event) => {
      giveUp();
      if (this.wire === wire) this.hear(JSON.parse(event.data) as Message);
    };
    wire.onclose = () => {
      giveUp();
      if (this.wire === wire) this.lose(this.delayMs());
    };
  }

  /** Cuts the line as a broken network would; it mends itself. */
  cut(): void {
    this.wire?.close();
  }

  hearing(hear: (message: Message) => void): () => void {
    this.hearers.add(hear);
    return () => this.hearers.delete(hear);
  }

  watching(watch: (line: Line) => void): () => void {
    this.watchers.add(watch);
    watch(this.line);
    return () => this.watchers.delete(watch);
  }

  /** Sends a command; the promise holds its answer, and fails with what was refused. */
  ask(command: Command): Promise<Outcome> {
    const id = `${this.prefix}-${++this.number}`;
    const table = 'table' in command && command.type !== 'attend' && command.type !== 'join' ? command.table : null;
    if (command.type === 'lobby') this.wantsLobby = command.on;
    if (command.type === 'detach' || command.type === 'leave') this.tables.delete(command.table);
    return new Promise((accept, refuse) => {
      const pending: Pending = { request: { id, ...command }, table, isSent: false, accept, refuse };
      this.pending.set(id, pending);
      this.flush();
    });
  }

  /** Notes how a table is received, so that it is received again after a break. */
  attended(table: string, attendance: Attendance): void {
    this.tables.set(table, attendance);
  }

  /** Notes the last sequence seen of a table. */
  seen(table: string, seq: number): void {
    const attendance = this.tables.get(table);
    if (attendance) attendance.after = seq;
  }

  forget(table: string): void {
    this.tables.delete(table);
  }

  private hear(message: Message): void {
    switch (message.type) {
      case 'welcome':
        this.skewMs = message.now_ms - this.world.now();
        this.release = message.server;
        this.opened();
        break;
      case 'answer':
        this.answered(message);
        break;
      case 'closing':
        this.wire?.close();
        this.lose(message.reconnect_after_ms);
        break;
      case 'displaced':
        this.tables.delete(message.table);
        break;
      default:
    }
    for (const hear of this.hearers) hear(message);
  }

  private opened(): void {
    this.tries = 0;
    this.lostAt = null;
    this.turn('open');
    this.resuming.clear();
    for (const [table, attendance] of this.tables) this.resume(table, attendance);
    const asksLobby = [...this.pending.values()].some(({ request }) => request.type === 'lobby');
    if (this.wantsLobby && !asksLobby) void this.ask({ type: 'lobby', on: true }).catch(() => undefined);
    this.flush();
    this.ping();
  }

  /** Attends a table again; its unanswered commands wait until that is done. */
  private resume(table: string, attendance: Attendance): void {
    this.resuming.add(table);
    const { as, token, after } = attendance;
    const command: AttendCommand = { type: 'attend', table, as, token, after };
    this.ask(command)
      .then((outcome) => this.hearers.forEach((hear) => hear({ ...outcome, type: 'answer', id: '', answer: 'accepted' })))
      .catch((error: unknown) => {
        if (!(error instanceof Refused)) return;
        this.tables.delete(table);
        this.hearers.forEach((hear) => hear({ type: 'displaced', table, why: 'claimed' }));
      })
      .finally(() => {
        this.resuming.delete(table);
        this.flush();
      });
  }

  private answered(message: Answered): void {
    const pending = this.pending.get(message.id);
    if (!pending) return;
    this.pending.delete(message.id);
    if (message.answer === 'accepted') pending.accept(message);
    else pending.refuse(new Refused(message));
  }

  private flush(): void {
    if (this.line !== 'open' || !this.wire) return;
    for (const pending of this.pending.values()) {
      if (pending.isSent || (pending.table && this.resuming.has(pending.table))) continue;
      pending.isSent = true;
      this.wire.send(JSON.stringify(pending.request));
    }
  }

  private lose(delayMs: number): void {
    this.wire = null;
    this.stopPinging();
    this.lostAt ??= this.world.now();
    // A new attempt to receive a table is made for each connection.
    for (const [id, pending] of this.pending) {
      pending.isSent = false;
      if (pending.request.type === 'attend' && 'table' in pending.request && this.resuming.has(pending.request.table)) {
        this.pending.delete(id);
      }
    }
    this.turn(this.world.now() - this.lostAt > GONE_AFTER_MS ? 'gone' : this.line === 'connecting' ? 'connecting' : 'lost');
    this.stopWaiting = this.world.wait(delayMs, () => this.connect());
  }

  private delayMs(): number {
    const most = Math.min(250 * 2 ** this.tries++, 5000);
    return most * (0.5 + this.world.chance() / 2);
  }

  private turn(line: Line): void {
    if (line === 'connecting' && this.lostAt !== null && this.world.now() - this.lostAt > GONE_AFTER_MS) line = 'gone';
    this.line = line;
    for (const watch of this.watchers) watch(line);
  }

  private ping(): void {
    this.stopPinging();
    this.stopPinging = this.world.wait(PING_MS, () => {
      const wire = this.wire;
      const tooLate = this.world.wait(PONG_MS, () => wire?.close());
      this.ask({ type: 'ping' })
        .finally(tooLate)
        .then(() => this.ping())
        .catch(() => undefined);
    });
  }
}
