/**
 * One table as this browser receives it.
 *
 * Moments come as they happen and are shown one after another, each long enough to be seen; the moves of the last one
 * count only when it is shown.
 */
import type {
  AttendAs,
  ChatLine,
  Displaced,
  Happened,
  Hint,
  Message,
  Moment,
  MoveOdds,
  Outcome,
  Reaction,
  Refusal,
  Snapshot,
  TableInfo,
} from '../wire/wire';
import type { Move } from '../wire/games';
import { Ready } from '../browser/ready.svelte';
import { go, handedSeat } from '../browser/route.svelte';
import { settings } from '../browser/settings.svelte';
import { play as sound } from '../browser/sound';
import { say } from '../browser/voice.svelte';
import { text } from '../text';
import { hintIn, refusalIn } from '../text/server';
import { cueOf } from './cue';
import { RefusedError } from './connection';
import { entered, get, connection, ownSeed, wordsOf } from './server.svelte';
import { dropPlace, endPlace, placeAt } from './seats';
import { dwellMs, type IsHeavy } from './pace';
import { linesOf, newsOf } from './news';
import { isSame } from './turn';
import { Voices } from './voices.svelte';
import { ownSecret } from './secret';

const MOST_LOG = 300;
const MOST_NOTICES = 100;
/** How long somebody is away before it is told: a page that is loaded again is soon back. */
const AWAY_MS = 2000;

/** Something that happened besides the game, and after which moment of it. */
export interface Notice {
  seq: number;
  words: string;
}

/** Every table a page shows now. */
let opened: TableClient[] = [];

export class TableClient {
  info = $state.raw<TableInfo | null>(null);
  seat = $state<number | null>(null);
  isHost = $state(false);
  /** The moment that is shown. */
  moment = $state.raw<Moment | null>(null);
  /** How many moments wait to be shown. */
  waiting = $state(0);
  log = $state.raw<Happened[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  /** Whether what people say is in sight. */
  isTalking = $state(false);
  displaced = $state<Displaced | null>(null);
  /** Why the table is no longer received, in the house's words. */
  refused = $state('');
  problem = $state('');
  isMissing = $state(false);
  /** The table's id, when it is closed and its game can only be looked back at. */
  ended = $state('');
  isBusy = $state(false);
  /** Whether the last move was made for the player, so that there is nothing to take back. */
  wasForced = $state(false);
  advice = $state.raw<Hint | null>(null);
  isThinking = $state(false);
  /** What nature may do next, for the moment of that sequence. */
  odds = $state.raw<{ seq: number; moves: MoveOdds[] } | null>(null);
  /** What somebody else tries, in the moment of that sequence. */
  tried = $state.raw<{ seq: number; move: Move } | null>(null);
  next = $state.raw<{ table: string; token: string | null; isAgain: boolean } | null>(null);

  /** Whether the table still shows how this moment came about. */
  isLingering = $state(false);
  /** What happened besides the game since this page was opened. */
  notices = $state.raw<Notice[]>([]);
  /** Who came to the table or went, last of all. */
  news = $state('');
  /** What people show and say just now. */
  readonly voices = new Voices();
  /** Takes what is pressed only once the decision has been on the screen for a moment. */
  readonly ready = new Ready();

  private queue: Moment[] = [];
  /** Whether the moment that is shown was the newest when it came to the screen. */
  private wasNewest = false;
  private lingersUntil = 0;
  private lingering: ReturnType<typeof setTimeout> | undefined;
  private shownAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Those whose going has yet to be told, by seat. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is shown of it
  private going = new Map<number, ReturnType<typeof setTimeout>>();
  private stopHearing: () => void;
  private as: AttendAs = 'spectator';
  private token: string | undefined;

  constructor(
    readonly which: string,
    private readonly isHeavy: IsHeavy = () => false,
  ) {
    opened = [...opened, this];
    const stops = [
      connection.hearing((message) => this.hear(message)),
      connection.losing((table, refusal) => table === this.table && void this.lost(refusal)),
    ];
    this.stopHearing = () => stops.forEach((stop) => stop());
  }

  get table(): string {
    return this.info?.table ?? '';
  }

  /** Begins to receive the table: in one's own place if this browser keeps one, else as a spectator or as the screen. */
  async open(wanted: 'table' | 'screen'): Promise<void> {
    const kept = placeAt(this.which);
    // A screen shows no seat: whoever sits here keeps their place, and the screen beside it has none.
    const place = wanted === 'screen' && !kept?.isScreen ? undefined : kept;
    const handed = handedSeat();
    this.as = wanted === 'screen' ? 'screen' : place || handed ? 'place' : 'spectator';
    const token = handed ?? place?.token ?? null;
    const at = kept ? { table: kept.table } : this.which.length < 12 ? { code: this.which } : { table: this.which };
    try {
      const secret = token && ownSecret();
      this.take(await connection.ask({ type: 'attend', as: this.as, token, after: 0, secret, ...at }));
      // Before anything else is asked of the table, so that the number counts however the game starts.
      if (place?.needsSeed && this.seat !== null && this.info?.phase === 'waiting')
        connection
          .ask({ type: 'ready', table: this.table, ready: place.isAgain ?? false, seed: ownSeed() })
          .catch(() => undefined);
    } catch (error) {
      const code = error instanceof RefusedError ? error.refusal.code : '';
      if (code === 'bad-token' && (handed || place)) {
        // A code that was scanned too late leaves what this browser had.
        if (handed) this.problem = text.handing.used;
        else if (place) dropPlace(place.table);
        await this.open(wanted);
        if (handed) this.problem = text.handing.used;
        return;
      }
      if (code === 'unknown-table') await this.seek('table' in at ? at.table : undefined);
      else this.problem = wordsOf(error);
    }
  }

  /** What became of a table that is no longer open: played to its end, or nothing to come back to. */
  private async seek(table: string | undefined): Promise<void> {
    try {
      if (table && (await get<TableInfo>(`/api/tables/${table}`)).standings) {
        endPlace(table);
        this.ended = table;
        return;
      }
    } catch (error) {
      // Nothing is given up because the house could not be asked.
      if (error instanceof TypeError) return void (this.problem = text.failed);
    }
    if (table) dropPlace(table);
    this.isMissing = true;
  }

  /** What the house said when it was asked for the table again. */
  private async lost(refusal: Refusal): Promise<void> {
    // Another window of this browser has used the place since: it is open there.
    if (refusal.code === 'bad-token' && placeAt(this.table)?.token !== this.token) this.displaced = 'claimed';
    else if (refusal.code === 'unknown-table') await this.seek(this.table);
    else this.refused = refusalIn(refusal);
  }

  close(): void {
    opened = opened.filter((other) => other !== this);
    this.stopHearing();
    clearTimeout(this.timer);
    clearTimeout(this.lingering);
    this.going.forEach((timer) => clearTimeout(timer));
    this.voices.close();
    this.ready.vanish();
    if (this.info && !this.displaced) this.detach(this.info);
  }

  /** Stops receiving a table, unless another page shows it. */
  private detach({ table, code }: TableInfo): void {
    if (opened.some(({ which }) => which === table || which.toUpperCase() === code)) return;
    connection.forget(table);
    connection.ask({ type: 'detach', table }).catch(() => undefined);
  }

  /** Takes a free seat. */
  async join(name: string, seat: number | null, seed: string): Promise<void> {
    await this.try(async () => {
      const { look } = settings;
      this.take(await connection.ask({ type: 'join', table: this.table, name, seat, seed, look, secret: ownSecret() }));
    });
  }

  /** Makes this device the screen in the middle of the room: it keeps its place and gives up its seat. */
  async becomeScreen(): Promise<void> {
    if (await this.do({ type: 'sit', table: this.table, seat: null })) go(`/screen/${this.info!.code}`, true);
  }

  /** Lets this device play that was the screen. */
  async becomePlayer(): Promise<void> {
    const { table, code, seats } = this.info!;
    const free = seats.find(({ holder }) => holder.type === 'free')?.seat ?? seats.length;
    if (!this.token || (await this.do({ type: 'sit', table, seat: free }))) go(`/${code}`, true);
  }

  /** Asks for a token that moves a seat to another device; nothing where that is refused. */
  async handOver(seat: number | null): Promise<string> {
    let token = '';
    await this.try(async () => {
      const outcome = await connection.ask({
        type: 'hand-over',
        table: this.table,
        ...(seat === null ? {} : { seat }),
      });
      if (outcome.outcome === 'handed-over') token = outcome.token;
    });
    return token;
  }

  /** Shows everybody how one feels; too many are not worth a word. */
  react(reaction: Reaction): void {
    connection.ask({ type: 'react', table: this.table, reaction }).catch(() => undefined);
  }

  /** Whether one can react here. */
  get mayReact(): boolean {
    return this.maySpeak && this.as !== 'screen' && (this.info?.manners.reactions ?? false);
  }

  /** Makes a move somebody pressed something for, if that was meant for what is asked now. */
  decide(move: Move): void {
    if (this.ready.takes()) void this.send(move);
  }

  /** Makes a move; what is shown goes on as soon as the server has stored it. */
  async send(move: Move, isForced = false): Promise<void> {
    if (this.isBusy || !this.moment) return;
    this.isBusy = true;
    this.wasForced = isForced;
    this.problem = '';
    try {
      await connection.ask({ type: 'play', table: this.table, after: this.moment.seq, move });
    } catch (error) {
      this.problem = whyNot(error);
    } finally {
      this.isBusy = false;
    }
  }

  /** Asks why a move would be refused, without making it; nothing if it may be made. */
  async check(move: Move): Promise<string | null> {
    try {
      await connection.ask({ type: 'check', table: this.table, move });
    } catch (error) {
      if (error instanceof RefusedError && error.refusal.code === 'foul') return error.message;
    }
    return null;
  }

  /** What may be done has come to the screen later than its moment. */
  appear(): void {
    if (this.moment && this.moment.moves.list.length > 0) this.ready.appear();
  }

  /** Keeps the next moment back while the table shows something that takes so long. */
  linger(ms: number): void {
    const now = performance.now();
    this.lingersUntil = Math.max(this.lingersUntil, now) + ms;
    this.isLingering = true;
    clearTimeout(this.lingering);
    this.lingering = setTimeout(() => (this.isLingering = false), this.lingersUntil - now);
    this.schedule();
  }

  /** What is shown has been read. */
  goOn(): void {
    clearTimeout(this.lingering);
    this.lingersUntil = 0;
    this.isLingering = false;
    this.schedule();
  }

  async hint(): Promise<void> {
    if (this.isThinking) return;
    this.isThinking = true;
    this.advice = null;
    const asked = this.moment;
    await this.try(async () => {
      const outcome = await connection.ask({ type: 'hint', table: this.table });
      // Of no use once the table has moved on: what is shown is no longer what was asked about, or what was looked at.
      const isTimely = outcome.outcome === 'hint' && this.moment === asked && outcome.seq >= (asked?.seq ?? 0);
      if (isTimely) this.advice = hintIn(this.info?.game ?? '', outcome);
    });
    this.isThinking = false;
  }

  /** Asks what nature may do after each of one's moves; a table without such odds stays silent. */
  async countOdds(): Promise<void> {
    const seq = this.moment?.seq;
    if (seq === undefined || this.odds?.seq === seq) return;
    this.odds = { seq, moves: [] };
    try {
      const outcome = await connection.ask({ type: 'odds', table: this.table });
      if (outcome.outcome === 'odds' && this.moment?.seq === seq) this.odds = { seq, moves: outcome.moves };
    } catch {
      // Nature answers none of these moves, or the table has moved on.
    }
  }

  /** Sends a command about the table and keeps what went wrong, to show it. After a lost line only what still `fits` is sent again. */
  async do(...asked: Parameters<typeof connection.ask>): Promise<boolean> {
    return this.try(async () => this.take(await connection.ask(...asked)));
  }

  /** Sends whoever sits in a seat away; nobody else who sits there by the time the line is mended. */
  async sendAway(seat: number): Promise<void> {
    const nameIn = () => {
      const holder = this.info?.seats[seat]?.holder;
      return holder?.type === 'person' ? holder.name : null;
    };
    const name = nameIn();
    await this.do({ type: 'kick', table: this.table, seat }, () => nameIn() === name);
  }

  private async try(deed: () => Promise<unknown>): Promise<boolean> {
    this.problem = '';
    try {
      await deed();
      return true;
    } catch (error) {
      this.problem = wordsOf(error);
      return false;
    }
  }

  private take(outcome: Outcome): void {
    if (!opened.includes(this)) {
      // The page was left before the answer came.
      if (outcome.outcome === 'entered') this.detach(entered(outcome).snapshot.info);
      else if (outcome.outcome === 'attending') this.detach(outcome.snapshot.info);
    } else if (outcome.outcome === 'entered') {
      const { token } = entered(outcome);
      this.as = this.as === 'screen' ? 'screen' : 'place';
      this.token = token;
      connection.attended(outcome.table, { as: this.as, token, after: null });
      this.receive(outcome.snapshot);
    } else if (outcome.outcome === 'attending') {
      connection.attended(outcome.snapshot.info.table, { as: this.as, token: null, after: null });
      this.receive(outcome.snapshot);
    }
  }

  private receive(snapshot: Snapshot): void {
    this.displaced = null;
    this.refused = '';
    this.problem = '';
    this.info = snapshot.info;
    this.seat = snapshot.seat;
    this.isHost = snapshot.is_host;
    this.chat = snapshot.chat;
    if (snapshot.info.phase === 'over') endPlace(this.table);
    if (!snapshot.moment) return;
    connection.seen(this.table, snapshot.moment.seq);
    if (this.moment && snapshot.moment.is_gapless) this.enqueue(snapshot.moment);
    else {
      // What happened before is for the log; it is not shown again.
      this.note(snapshot.moment.events);
      this.queue = [];
      this.wasNewest = false;
      this.show({ ...snapshot.moment, events: [] });
    }
  }

  private note(events: readonly Happened[]): void {
    const last = this.log.at(-1)?.seq ?? 0;
    const news = events.filter(({ seq }) => seq > last);
    if (news.length > 0) this.log = [...this.log, ...news].slice(-MOST_LOG);
  }

  private hear(message: Message): void {
    if (message.type === 'answer') {
      if (message.id === '' && message.answer === 'accepted') this.resumed(message);
      return;
    }
    if (!('table' in message) || !this.info || message.table !== this.table) return;
    switch (message.type) {
      case 'table':
        this.greet(this.info, message);
        this.notice(this.info, message);
        this.info = message;
        if (message.phase === 'over') endPlace(message.table);
        break;
      case 'moment':
        connection.seen(this.table, message.seq);
        this.enqueue(message);
        break;
      case 'chat':
        this.chat = [...this.chat, message.line].slice(-100);
        if (!this.isOwn(message.line)) this.listen(message.line);
        break;
      case 'reacted':
        this.voices.react(message.name, message.seat, message.reaction);
        break;
      case 'tried':
        this.tried = message;
        break;
      case 'displaced':
        this.displaced = message.why;
        if (message.why !== 'claimed' && this.info.phase !== 'over') dropPlace(message.table);
        break;
      case 'rematch':
        this.next = { table: message.next, token: message.token, isAgain: message.is_again };
        break;
      default:
    }
  }

  /** Tells who came to the table and who went, while people gather. */
  private greet(before: TableInfo, now: TableInfo): void {
    if (now.phase !== 'waiting') return;
    const [were, are] = [peopleAt(before), peopleAt(now)];
    const news = [
      ...are.filter((name) => !were.includes(name)).map(text.waiting.came),
      ...were.filter((name) => !are.includes(name)).map(text.waiting.went),
    ];
    // A new name is one who goes and one who comes at once: no news.
    if (news.length !== 1) return;
    this.news = news[0]!;
    say(this.news);
  }

  /** Tells what happens besides the game while it is played. */
  private notice(before: TableInfo, now: TableInfo): void {
    if (before.phase !== 'playing' || now.phase !== 'playing') return;
    newsOf(before, now, this.seat).forEach((words) => this.tell(words));
    for (const { seat, isAway, words } of linesOf(before, now, this.seat)) {
      const wasUntold = this.going.has(seat);
      clearTimeout(this.going.get(seat));
      this.going.delete(seat);
      if (isAway)
        this.going.set(
          seat,
          setTimeout(() => {
            this.going.delete(seat);
            this.tell(words);
          }, AWAY_MS),
        );
      else if (!wasUntold) this.tell(words);
    }
  }

  private tell(words: string): void {
    const seq = this.moment?.seq ?? 0;
    this.notices = [...this.notices, { seq, words }].slice(-MOST_NOTICES);
  }

  /** Only who has a seat or hosts from a screen can speak. */
  get maySpeak(): boolean {
    return this.seat !== null || this.isHost;
  }

  private isOwn(line: ChatLine): boolean {
    return line.seat === this.seat && this.maySpeak;
  }

  private listen(line: ChatLine): void {
    say(text.table.said(line.name, line.text));
    // Nobody opens the talk on a screen in the middle of the room.
    if (this.as === 'screen') this.voices.say(line.name, line.seat, line.text);
    if (this.isTalking) return;
    this.unread += 1;
    sound('chat');
  }

  private resumed(outcome: Outcome): void {
    const found = outcome.outcome === 'entered' || outcome.outcome === 'attending' ? outcome.snapshot.info.table : '';
    if (found === this.table && found) this.take(outcome);
  }

  private enqueue(moment: Moment): void {
    const last = this.queue.at(-1) ?? this.moment;
    if (last && moment.seq < last.seq) return;
    if (last && moment.seq === last.seq && moment.events.length === 0) {
      // The same moment told again, with its clocks and moves as they are now.
      if (this.queue.length > 0) this.queue[this.queue.length - 1] = { ...moment, events: this.queue.at(-1)!.events };
      else this.moment = { ...moment, events: this.moment?.events ?? [] };
      return;
    }
    this.queue.push(moment);
    this.waiting = this.queue.length;
    this.schedule();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    const [next] = this.queue;
    if (!next) return;
    const isHidden = document.visibilityState === 'hidden';
    const dwell = isHidden ? 0 : dwellMs(this.moment, this.seat, settings.pace, this.queue.length, next, this.isHeavy);
    const left = Math.max(this.shownAt + dwell, isHidden ? 0 : this.lingersUntil) - performance.now();
    if (left <= 0) {
      this.queue.shift();
      this.show(next);
      this.schedule();
    } else this.timer = setTimeout(() => this.schedule(), left);
  }

  private show(moment: Moment): void {
    if (moment.moves.list.length === 0) this.ready.vanish();
    else if (!this.isSameDecision(moment)) this.ready.appear();
    this.wasNewest = this.queue.length === 0;
    const cue = cueOf(this.moment, moment, this.seat);
    if (cue) sound(cue);
    this.moment = moment;
    this.waiting = this.queue.length;
    this.shownAt = performance.now();
    this.note(moment.events);
    if (this.advice && this.advice.seq !== moment.seq) this.advice = null;
  }

  /** Whether one is asked the same as before: only others have acted, and one's own moves are the same. */
  private isSameDecision({ events, moves }: Moment): boolean {
    const isByOthers = events.every(({ seat, is_takeback }) => seat !== null && seat !== this.seat && !is_takeback);
    return this.wasNewest && isByOthers && isSame(this.moment?.moves.list, moves.list);
  }
}

/** Why a move was not made, in words. */
function whyNot(error: unknown): string {
  if (!(error instanceof RefusedError)) return wordsOf(error);
  if (error.isLate) return text.notMade;
  // A Call that somebody else was quicker with is a foul of its game.
  return error.refusal.code === 'stale' || error.refusal.foul === 'too-late' ? text.tooLate : error.message;
}

/** The names of the people who have a seat. */
function peopleAt({ seats }: TableInfo): string[] {
  return seats.flatMap(({ holder }) => (holder.type === 'person' ? [holder.name] : []));
}
