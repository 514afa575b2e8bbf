/**
 * The secret of this device: the house knows by it who sends a command again whose answer was lost.
 *
 * It is told to the house alone, and shown nowhere.
 */
import { randomWord } from '../browser/random';

const KEY = 'stackhouse.secret';
/** For a browser that keeps nothing. */
let unkept = '';

export function ownSecret(): string {
  try {
    const found = localStorage.getItem(KEY);
    if (found && /^[\w-]{32,64}$/.test(found)) return found;
    unkept ||= randomWord(32);
    localStorage.setItem(KEY, unkept);
  } catch {
    unkept ||= randomWord(32);
  }
  return unkept;
}
