/** The hashes that make nature fair, computed in the browser. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Fairness, SeatSeed } from '../wire/wire';

/** SHA-256 over a label, the secret, and each seed after its seat's number as one byte. */
export function digest(label: string, secret: string, seeds: readonly SeatSeed[]): Uint8Array {
  const numbered = seeds.flatMap(({ seat, seed }) => [Uint8Array.of(seat), hexToBytes(seed)]);
  return sha256(concatBytes(utf8ToBytes(label), hexToBytes(secret), ...numbered));
}

/** The same as hexadecimal digits. */
function hashOf(label: string, secret: string, seeds: readonly SeatSeed[]): string {
  return bytesToHex(digest(label, secret, seeds));
}

export interface FairnessVerdict {
  isPromiseKept: boolean;
  isCommitmentKept: boolean;
}

/** Whether what was shown after the game is what was promised before it. */
export function check(fairness: Fairness): FairnessVerdict {
  const secret = fairness.secret ?? '';
  return {
    isPromiseKept: hashOf('stackhouse promise 1', secret, []) === fairness.promise,
    isCommitmentKept: hashOf('stackhouse commitment 1', secret, fairness.seeds) === fairness.commitment,
  };
}
