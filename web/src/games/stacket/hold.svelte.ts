/**
 * The piece in one's hand: where it is, whether it may be let go there, and what moving it means.
 *
 * Poses are only proposed here; the server is asked about each, and says why one is refused.
 */
import { setDown, type Site } from './drop';
import type { Piece } from './pieces';
import { add, facing, rounded, scale, turned, type Quat, type Vec } from './pose';
import type { Pose } from '../../wire/stacket';

/** Asks the server about a pose: empty if it may be let go there, else why not. */
export type Check = (pose: Pose) => Promise<string>;

export type Step =
  | 'left'
  | 'right'
  | 'away'
  | 'near'
  | 'up'
  | 'down'
  | 'turnLeft'
  | 'turnRight'
  | 'tiltAway'
  | 'tiltNear'
  | 'tiltLeft'
  | 'tiltRight';

/** The key of each step, as the browser names it. */
export const KEYS: Record<Step, string> = {
  left: 'ArrowLeft',
  right: 'ArrowRight',
  away: 'ArrowUp',
  near: 'ArrowDown',
  up: 'PageUp',
  down: 'PageDown',
  turnLeft: 'q',
  turnRight: 'e',
  tiltAway: 'w',
  tiltNear: 's',
  tiltLeft: 'a',
  tiltRight: 'd',
};

const CHECK_EVERY_MS = 120;
const MOVE = 0.1;
const FINE_MOVE = 0.01;
const TURN = Math.PI / 12;
const FINE_TURN = Math.PI / 180;
const TILT = Math.PI / 2;
const FINE_TILT = Math.PI / 36;
/** How far above the structure a piece is first held. */
const FIRST_GAP = 0.35;
const REACH = 4.3;

export class Hold {
  pose = $state.raw<Pose | null>(null);
  /** Why the pose is refused; empty if it is not. */
  refusal = $state('');
  /** Whether the server has answered for this very pose. */
  isKnown = $state(false);
  /** Whether the piece stays on what is below it while it is moved. */
  follows = $state(true);
  isFine = $state(false);
  /** Whether the piece may be tilted: one hand cannot. */
  tilts = $state(true);
  private piece: Piece | null = null;
  private site: Site | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private askedAt = 0;
  private asks = 0;

  constructor(private readonly check: Check) {}

  /** Whether the server has said that the piece may not be let go here. */
  get isRefused(): boolean {
    return this.isKnown && this.refusal !== '';
  }

  /** Takes a piece in hand above a place, or where it was let go before. */
  take(piece: Piece, site: Site, above: Vec, turn: Quat, before: Pose | null): void {
    this.piece = piece;
    this.site = site;
    this.follows = true;
    if (before) return this.put(before, false);
    const resting = setDown(site, piece, { at: above, turn }, true);
    this.put({ at: add(resting.at, [0, FIRST_GAP, 0]), turn }, false);
  }

  drop(): void {
    this.piece = this.site = null;
    this.pose = null;
    clearTimeout(this.timer);
  }

  /** Brings the piece into a pose; while it follows what is below, only place and turn count. */
  put(pose: Pose, follows = this.follows): void {
    if (!this.piece || !this.site) return;
    const far = Math.hypot(pose.at[0], pose.at[2]);
    const at: Vec = far > REACH ? [(pose.at[0] * REACH) / far, pose.at[1], (pose.at[2] * REACH) / far] : pose.at;
    const within = { at, turn: pose.turn };
    this.pose = rounded(follows ? setDown(this.site, this.piece, within, true) : within);
    this.isKnown = false;
    this.ask();
  }

  /** Raises or lowers it; from then on it keeps its height. A gentle hand stops where it touches something. */
  lift(pose: Pose, isGentle = false): void {
    const sinks =
      isGentle && this.pose && this.piece && this.site && this.refusal === '' && pose.at[1] < this.pose.at[1];
    const least = sinks ? setDown(this.site!, this.piece!, this.pose!, false).at[1] : 0.02;
    this.follows = false;
    this.put({ at: [pose.at[0], Math.max(least, pose.at[1]), pose.at[2]], turn: pose.turn }, false);
  }

  turn(axis: Vec, angle: number): void {
    if (!this.pose || (!this.tilts && axis[1] !== 1)) return;
    this.put(turned(this.pose, axis, angle));
  }

  /** Lets the piece sink until it touches something: from where it is, or from above if it is in something. */
  settle(): void {
    if (!this.pose || !this.piece || !this.site) return;
    this.put(setDown(this.site, this.piece, this.pose, this.refusal !== ''), false);
  }

  /** One step, as seen by somebody who looks along `yaw`. */
  step(step: Step, yaw: number, isFine = this.isFine): void {
    if (!this.pose) return;
    const { right, away } = facing(yaw);
    const far = isFine ? FINE_MOVE : MOVE;
    const spin = isFine ? FINE_TURN : TURN;
    const tip = isFine ? FINE_TILT : TILT;
    const move = (way: Vec, by: number) => this.put({ at: add(this.pose!.at, scale(way, by)), turn: this.pose!.turn });
    const raise = (by: number) => this.lift({ at: add(this.pose!.at, [0, by, 0]), turn: this.pose!.turn });
    const steps: Record<Step, () => void> = {
      left: () => move(right, -far),
      right: () => move(right, far),
      away: () => move(away, far),
      near: () => move(away, -far),
      up: () => raise(far),
      down: () => raise(-far),
      turnLeft: () => this.turn([0, 1, 0], spin),
      turnRight: () => this.turn([0, 1, 0], -spin),
      tiltAway: () => this.turn(right, -tip),
      tiltNear: () => this.turn(right, tip),
      tiltLeft: () => this.turn(away, -tip),
      tiltRight: () => this.turn(away, tip),
    };
    steps[step]();
  }

  /** Asks about the pose, at most so often; the last pose is always asked about. */
  private ask(): void {
    clearTimeout(this.timer);
    const wait = Math.max(0, this.askedAt + CHECK_EVERY_MS - performance.now());
    this.timer = setTimeout(() => {
      const pose = this.pose;
      if (!pose) return;
      this.askedAt = performance.now();
      const mine = ++this.asks;
      this.check(pose)
        .then((refusal) => {
          if (mine !== this.asks) return;
          this.refusal = refusal;
          this.isKnown = pose === this.pose;
        })
        .catch(() => undefined);
    }, wait);
  }
}
