/** Something everybody must have time to read before the game goes on. */
import { settings } from '../../browser/settings.svelte';
import type { GameTable } from '../table';

/**
 * What is shown stays as long as it takes to read; on a screen for all, which nobody taps, until the next decision is made.
 * A tap goes on at once.
 */
export class Reading<T> {
  shown = $state.raw<T | null>(null);
  private since = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: () => Pick<GameTable, 'seq' | 'isScreen' | 'standings' | 'linger' | 'goOn'>) {}

  /** Shows something that takes so long to read; the next moment waits, unless everything is to happen at once. */
  show(what: T, ms: number): void {
    const { seq, isScreen, standings, linger } = this.table();
    clearTimeout(this.timer);
    this.shown = what;
    this.since = seq;
    if (settings.pace !== 'instant') linger?.(ms);
    if (!isScreen || standings) this.timer = setTimeout(() => (this.shown = null), ms);
  }

  /** Another moment is shown: whatever was told with an earlier one has been read. */
  pass(seq: number): void {
    if (this.shown !== null && seq !== this.since) this.end();
  }

  /** Whoever has read it goes on. */
  goOn(): void {
    this.end();
    this.table().goOn?.();
  }

  end(): void {
    clearTimeout(this.timer);
    this.shown = null;
  }
}
