/** The hashes that make nature fair, computed in the browser. */
import type { Fairness, SeatSeed } from '../wire/wire';
import { sha256 } from './sha256';

/** SHA-256 over a label, the secret, and each seed after its seat's number as one byte. */
export function digest(label: string, secret: string, seeds: readonly SeatSeed[]): Uint8Array {
  const parts = [new TextEncoder().encode(label), bytes(secret), ...seeds.flatMap(({ seat, seed }) => [Uint8Array.of(seat), bytes(seed)])];
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return sha256(all);
}

/** The same as hexadecimal digits. */
export function hashOf(label: string, secret: string, seeds: readonly SeatSeed[]): string {
  return [...digest(label, secret, seeds)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export interface Verdict {
  isPromiseKept: boolean;
  isCommitmentKept: boolean;
}

/** Whether what was shown after the game is what was promised before it. */
export function check(fairness: Fairness): Verdict {
  const secret = fairness.secret ?? '';
  return {
    isPromiseKept: hashOf('stackhouse promise 1', secret, []) === fairness.promise,
    isCommitmentKept: hashOf('stackhouse commitment 1', secret, fairness.seeds) === fairness.commitment,
  };
}
