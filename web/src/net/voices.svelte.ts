/** What people at a table show and say, for the moment in which everybody looks up. */
import { settings } from '../browser/settings.svelte';
import type { Reaction } from '../wire/wire';
import { readMs } from './pace';

export interface Voice {
  id: number;
  name: string;
  seat: number | null;
  /** How they feel, or what they say. */
  reaction: Reaction | null;
  words: string;
}

/** The most that are in sight at once. */
const MOST = 4;
const REACTION_MS = 3200;

export class Voices {
  list = $state.raw<Voice[]>([]);
  private next = 0;
  private timers: ReturnType<typeof setTimeout>[] = [];

  /** Somebody reacts, unless whoever looks on wants none of it. */
  react(name: string, seat: number | null, reaction: Reaction): void {
    if (!settings.isQuiet) this.add({ name, seat, reaction, words: '' }, REACTION_MS);
  }

  /** Somebody says something, where that is not read in the talk. */
  say(name: string, seat: number | null, words: string): void {
    this.add({ name, seat, reaction: null, words }, readMs(`${name} ${words}`) + 2000);
  }

  close(): void {
    this.timers.forEach((timer) => clearTimeout(timer));
  }

  private add(voice: Omit<Voice, 'id'>, ms: number): void {
    const id = this.next++;
    this.list = [...this.list, { id, ...voice }].slice(-MOST);
    this.timers = this.timers.slice(-MOST);
    this.timers.push(setTimeout(() => (this.list = this.list.filter((other) => other.id !== id)), ms));
  }
}
