/** What has just come to the screen ignores keys and taps for a moment: they were meant for what was there before. */
import { pressedAt } from './press';
import { settings } from './settings.svelte';

/** As long as it takes to see that something is new; shorter for whoever wants everything at once. */
const readyMs = () => (settings.pace === 'instant' ? 200 : 400);

export class Ready {
  isReady = $state(false);
  private at = Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Something to decide has come to the screen. */
  appear(): void {
    this.vanish();
    const ms = readyMs();
    this.at = performance.now() + ms;
    this.timer = setTimeout(() => (this.isReady = true), ms);
  }

  /** There is nothing to decide. */
  vanish(): void {
    clearTimeout(this.timer);
    this.at = Infinity;
    this.isReady = false;
  }

  /** Whether what is done now was begun when it could be meant for this. */
  takes(): boolean {
    return this.isReady && pressedAt() >= this.at;
  }
}
