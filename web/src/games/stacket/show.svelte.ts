/**
 * How a moment came about, before it is: a piece carried to where it is let go, the film of what came of it, and a word on
 * that. A later moment ends what is being shown; the same one told again does not.
 */
import { isStill } from '../../browser/settings.svelte';
import { play as sound } from '../../browser/sound';
import { text } from '../../text';
import { showing } from './film';
import type { Film, Pose, Shown, View } from '../../wire/stacket';
import type { Workshop } from './workshop';

const CARRY_MS = 480;
const SLOWLY = 2.2;
/** A fall that ends the game is looked at for so long. */
const LOSS_MS = 1400;

/** What is shown on, and to whom. */
export interface Onlooker {
  shop(): Workshop | null;
  view(): View;
  seat(): number | null;
  /** Where others hold a piece that has just come out of the box. */
  hover(piece: number): Pose;
  linger(ms: number): void;
  /** Puts everything as it is in a moment. */
  arrange(now: View, isAtOnce: boolean): void;
}

export class Show {
  isPlaying = $state(false);
  /** Whether it is shown once more: how it ends is known. */
  isAgain = $state(false);
  /** A word on what came of it. */
  flash = $state('');
  /** The last film, which can be watched again. */
  seen = $state.raw<{ film: Film; hasFall: boolean; fallen: readonly string[] } | null>(null);
  private seq = -1;
  private turn = 0;
  /** Whether it is still being shown how the moment came about. */
  private isShowing = false;

  constructor(private readonly to: Onlooker) {}

  /**
   * Shows what led here, then what stands. A moment that is told again changes nothing. Somebody who comes to a fallen
   * structure finds it as it fell, which `past` tells.
   */
  async present(
    now: View,
    led: readonly { shown: Shown | null }[],
    seq: number,
    past: readonly { shown: Shown | null }[] = [],
  ): Promise<void> {
    const isFirst = this.seq < 0;
    const last = past.at(-1)?.shown;
    if (isFirst && last?.type === 'settled' && last.verdict === 'loss')
      this.seen = { film: last.film, hasFall: last.fallen.length > 0, fallen: last.fallen };
    const isNext = !isFirst && seq > this.seq;
    if (seq === this.seq && this.isShowing) return;
    const mine = ++this.turn;
    this.seq = seq;
    this.to.shop()?.still();
    this.isPlaying = false;
    this.flash = '';
    if (isNext) {
      this.isShowing = true;
      for (const { shown } of led) {
        await this.act(shown, now);
        if (mine !== this.turn) return;
      }
      this.isShowing = false;
    }
    this.isPlaying = false;
    this.to.arrange(isNext ? this.to.view() : now, isFirst);
  }

  /** Plays the last film once more, slowly. */
  async again(): Promise<void> {
    const mine = ++this.turn;
    this.isShowing = true;
    this.flash = '';
    this.isAgain = true;
    await this.roll(SLOWLY);
    this.isAgain = false;
    if (mine !== this.turn) return;
    this.isShowing = false;
    this.to.arrange(this.to.view(), false);
  }

  private async act(shown: Shown | null, now: View): Promise<void> {
    const shop = this.to.shop();
    if (shown?.type === 'picked') sound('deal');
    if (shown?.type === 'released' && shown.seat !== this.to.seat() && shop && !isStill()) {
      this.to.linger(CARRY_MS);
      await shop.carry(shown.piece, shop.heldAt(shown.piece) ?? this.to.hover(shown.piece), shown.pose, CARRY_MS);
    }
    if (shown?.type !== 'settled') return;
    const hasFall = shown.fallen.length > 0;
    const { verdict } = shown;
    const kind = typeof verdict === 'string' ? verdict : 'placed';
    this.seen = { film: shown.film, hasFall, fallen: shown.fallen };
    shop?.stand(now.structure, shown.film);
    await this.roll(1);
    this.flash =
      typeof verdict === 'object' && this.to.view().options.points
        ? `+${verdict.placed.touching}`
        : (text.stacket.verdict[kind] ?? '');
    sound(hasFall ? 'bust' : 'bank');
    if (kind === 'loss' && typeof now.phase === 'object' && 'over' in now.phase) this.to.linger(LOSS_MS);
  }

  /** Plays the last film. */
  private async roll(slowness: number): Promise<void> {
    const shop = this.to.shop();
    if (!this.seen || !shop) return;
    const { film, hasFall } = this.seen;
    shop.hold(null, null, false, null);
    if (isStill() && slowness === 1) return shop.end(film, hasFall);
    this.isPlaying = true;
    if (slowness === 1) this.to.linger(showing(film, hasFall).lengthMs);
    await shop.play(film, hasFall, slowness);
    this.isPlaying = false;
  }
}
