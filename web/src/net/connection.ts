/**
 * The line to the server: one socket that comes back by itself.
 *
 * Every command gets an id and exactly one answer. What was not answered before a connection broke is sent again as it
 * was, after the tables it concerns are attended again from the last sequence known.
 */
import { refusalIn } from '../text/server';
import type { AttendAs, Command, Message, Outcome, Refusal, Request } from '../wire/wire';

/** How the line is: `lost` while it is being mended, `gone` when that takes long. */
export type LineState = 'connecting' | 'open' | 'lost' | 'gone';

/** What a table is received with. */
export interface Attendance {
  as: AttendAs;
  token: string | null;
  after: number | null;
}

/** A command the house refused. */
export class RefusedError extends Error {
  /** `isLate` says that the line broke between the command and its answer. */
  constructor(
    readonly refusal: Refusal,
    readonly isLate = false,
  ) {
    super(refusalIn(refusal));
  }
}

/** As much of a browser's socket as is needed. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

/** What a connection needs from outside: sockets, time, chance, and ids that nobody can guess. */
export interface Environment {
  dial(): Socket;
  now(): number;
  wait(ms: number, then: () => void): () => void;
  chance(): number;
  id(): string;
}

interface Pending {
  request: Request;
  table: string | null;
  isSent: boolean;
  /** Whether the line broke before it was answered. */
  isLate: boolean;
  /** Whether it is still wanted after that. */
  fits(): boolean;
  accept(outcome: Outcome): void;
  refuse(error: Error): void;
}

type AttendCommand = Extract<Command, { type: 'attend' }>;
type Answered = Extract<Message, { type: 'answer' }>;

const GONE_AFTER_MS = 12_000;
/** A house that says nothing for this long is asked whether it is there, */
const PING_MS = 1300;
/** sooner when it owes an answer, */
const ANSWER_MS = 1000;
/** and one that then says nothing for this long is not: a lost line is noticed within three seconds. */
const PONG_MS = 1200;
const LAST_MS = 300;
const DIAL_MS = 8000;
/** How long a table waits that the house was too busy to give. */
const BUSY_MS = 1500;

export class Connection {
  line: LineState = 'connecting';
  /** The server's time minus this machine's. */
  skewMs = 0;
  /** The release of the server, once it has said so. */
  release = '';
  private socket: Socket | null = null;
  private tries = 0;
  private lostAt: number | null = null;
  private readonly pending = new Map<string, Pending>();
  private readonly tables = new Map<string, Attendance>();
  private readonly resuming = new Set<string>();
  private wantsLobby = false;
  private readonly hearers = new Set<(message: Message) => void>();
  private readonly watchers = new Set<(line: LineState) => void>();
  private readonly losers = new Set<(table: string, refusal: Refusal) => void>();
  private stopWaiting: () => void = () => undefined;
  /** Ends the wait for a sign of life, of whichever kind it is. */
  private stopListening: () => void = () => undefined;
  /** When the house is asked whether it is there; past while it is. */
  private pingAt = -Infinity;

  constructor(private readonly environment: Environment) {}

  /** Opens the line, or hurries up an attempt that waits. */
  connect(): void {
    if (this.socket) return;
    this.stopWaiting();
    const socket = this.environment.dial();
    this.socket = socket;
    this.giveUpAfter(DIAL_MS);
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.listen(PING_MS);
      this.hear(JSON.parse(event.data) as Message);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lose(this.delayMs());
    };
  }

  /** Looks at once whether the line still holds: after a sleep or in another network it often only seems to. */
  wake(): void {
    if (this.line === 'open') this.ping();
    else this.connect();
  }

  /** Cuts the line as a broken network would; it mends itself. */
  cut(): void {
    this.socket?.close();
  }

  hearing(hear: (message: Message) => void): () => void {
    this.hearers.add(hear);
    return () => this.hearers.delete(hear);
  }

  /** Hears of tables that are not given back after a break, and why. */
  losing(lose: (table: string, refusal: Refusal) => void): () => void {
    this.losers.add(lose);
    return () => this.losers.delete(lose);
  }

  watching(watch: (line: LineState) => void): () => void {
    this.watchers.add(watch);
    watch(this.line);
    return () => this.watchers.delete(watch);
  }

  /**
   * Sends a command; the promise holds its answer, and fails with what was refused. What breaks off is sent again as it
   * was, under the same id, so that the house does it once; unless it no longer `fits`, and then it is over and done.
   */
  ask(command: Command, fits = () => true): Promise<Outcome> {
    const id = this.environment.id();
    const table = 'table' in command && command.type !== 'attend' ? (command.table ?? null) : null;
    if (command.type === 'lobby') this.wantsLobby = command.on;
    return new Promise((accept, refuse) => {
      const pending: Pending = {
        request: { id, ...command },
        table,
        isSent: false,
        isLate: this.line === 'lost' || this.line === 'gone',
        fits,
        accept,
        refuse,
      };
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
        this.skewMs = message.now_ms - this.environment.now();
        this.release = message.server;
        this.opened();
        break;
      case 'answer':
        this.answered(message);
        break;
      case 'closing':
        this.end(message.reconnect_after_ms);
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
  }

  /** Attends a table again; its unanswered commands wait until that is done. */
  private resume(table: string, attendance: Attendance): void {
    this.resuming.add(table);
    const { as, token, after } = attendance;
    const command: AttendCommand = { type: 'attend', table, as, token, after };
    this.ask(command)
      .then((outcome) => {
        this.hearers.forEach((hear) => hear({ ...outcome, type: 'answer', id: '', answer: 'accepted' }));
        this.resumed(table);
      })
      .catch((error: unknown) => {
        if (!(error instanceof RefusedError)) return;
        const { refusal } = error;
        if (refusal.code === 'busy' || refusal.code === 'too-fast') return this.resumeLater(table, attendance);
        this.tables.delete(table);
        this.losers.forEach((lose) => lose(table, refusal));
        this.resumed(table);
      });
  }

  /** What waited for a table is sent again, as far as it is still wanted. */
  private resumed(table: string): void {
    this.resuming.delete(table);
    for (const [id, pending] of this.pending) {
      if (pending.table !== table || !pending.isLate || pending.isSent || pending.fits()) continue;
      this.pending.delete(id);
      pending.accept({ outcome: 'done' });
    }
    this.flush();
  }

  private resumeLater(table: string, attendance: Attendance): void {
    const socket = this.socket;
    this.environment.wait(BUSY_MS, () => {
      if (this.socket !== socket) return;
      if (this.tables.get(table) === attendance) this.resume(table, attendance);
      else this.resumed(table);
    });
  }

  private answered(message: Answered): void {
    const pending = this.pending.get(message.id);
    if (!pending) return;
    // A house that closes has not looked at it: it is asked again once it has opened.
    if (message.answer === 'refused' && message.code === 'closing') return;
    this.pending.delete(message.id);
    if (message.answer === 'refused') return pending.refuse(new RefusedError(message, pending.isLate));
    const { request } = pending;
    if (request.type === 'detach' || request.type === 'leave') this.tables.delete(request.table);
    pending.accept(message);
  }

  private flush(): void {
    if (this.line !== 'open' || !this.socket) return;
    for (const pending of this.pending.values()) {
      if (pending.isSent || (pending.table && this.resuming.has(pending.table))) continue;
      pending.isSent = true;
      this.socket.send(JSON.stringify(pending.request));
      if (this.pingAt > this.environment.now() + ANSWER_MS) this.listen(ANSWER_MS);
    }
  }

  /** Ends a line without waiting for the other side to agree. */
  private end(delayMs: number): void {
    const socket = this.socket;
    this.lose(delayMs);
    socket?.close();
  }

  private lose(delayMs: number): void {
    this.socket = null;
    this.stopListening();
    this.lostAt ??= this.environment.now();
    // A new attempt to receive a table is made for each connection, and nobody waits for the echo of an old one.
    for (const [id, { request }] of this.pending) {
      const isResuming = request.type === 'attend' && 'table' in request && this.resuming.has(request.table);
      if (isResuming || request.type === 'ping') this.pending.delete(id);
      else Object.assign(this.pending.get(id)!, { isSent: false, isLate: true });
    }
    this.turn(
      this.environment.now() - this.lostAt > GONE_AFTER_MS
        ? 'gone'
        : this.line === 'connecting'
          ? 'connecting'
          : 'lost',
    );
    this.stopWaiting = this.environment.wait(delayMs, () => this.connect());
  }

  private delayMs(): number {
    const most = Math.min(250 * 2 ** this.tries++, 5000);
    return most * (0.5 + this.environment.chance() / 2);
  }

  private turn(line: LineState): void {
    if (line === 'connecting' && this.lostAt !== null && this.environment.now() - this.lostAt > GONE_AFTER_MS)
      line = 'gone';
    this.line = line;
    for (const watch of this.watchers) watch(line);
  }

  /** Waits for a sign of life, and asks for one when none comes. */
  private listen(ms: number): void {
    this.stopListening();
    this.pingAt = this.environment.now() + ms;
    this.stopListening = this.environment.wait(ms, () => this.ping());
  }

  private ping(): void {
    if (this.pingAt === -Infinity) return;
    this.giveUpAfter(PONG_MS);
    this.ask({ type: 'ping' }).catch(() => undefined);
  }

  /** Gives the line up unless something is heard: a socket that leads nowhere may take minutes to close. */
  private giveUpAfter(ms: number): void {
    const socket = this.socket;
    this.stopListening();
    this.pingAt = -Infinity;
    this.stopListening = this.environment.wait(ms, () => {
      // Where the page itself was busy, what came meanwhile is heard first.
      this.stopListening = this.environment.wait(LAST_MS, () => {
        if (this.socket === socket) this.end(this.delayMs());
      });
    });
  }
}
