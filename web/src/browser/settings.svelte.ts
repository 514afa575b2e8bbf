/** What a person chose for this browser. */
import type { Look } from '../wire/wire';

export type Tempo = 'calm' | 'brisk' | 'instant';

interface Settings {
  name: string;
  /** How one looked last. */
  look: Look | null;
  isMuted: boolean;
  /** Whether the reactions of others are not shown. */
  isQuiet: boolean;
  isStill: boolean;
  pace: Tempo;
  /** Games whose first lesson was taken. */
  learned: string[];
}

const KEY = 'stackhouse.settings';
const fallback: Settings = {
  name: '',
  look: null,
  isMuted: false,
  isQuiet: false,
  isStill: false,
  pace: 'calm',
  learned: [],
};

function read(): Settings {
  try {
    return { ...fallback, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
  } catch {
    return { ...fallback };
  }
}

export const settings = $state(read());

export function change(some: Partial<Settings>): void {
  Object.assign(settings, some);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Kept for this visit only.
  }
}

const asks = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null;

/** Whether things should appear in place instead of moving. */
export function isStill(): boolean {
  return settings.isStill || settings.pace === 'instant' || (asks?.matches ?? false);
}
