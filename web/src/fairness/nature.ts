/**
 * Nature drawn again in the browser, by `docs/fairness.md`: a key from the secret and the seeds, ChaCha20 for each fate,
 * and words made into places in a sorted pile. Shares no code with the server, so that it checks it.
 */
import { chacha20orig } from '@noble/ciphers/chacha.js';
import type { Fairness } from '../wire/wire';
import { digest } from './hashes';

const BLOCK_BYTES = 64;
const NONCE_BYTES = 8;

/** The 32-bit words of one event's stream, in order; the event's number is the nonce. */
export function* streamWords(key: Uint8Array, event: number): Generator<number, never> {
  const nonce = new Uint8Array(NONCE_BYTES);
  new DataView(nonce.buffer).setUint32(0, event, true);
  for (let counter = 0; ; counter++) {
    const block = chacha20orig(key, nonce, new Uint8Array(BLOCK_BYTES), undefined, counter);
    const view = new DataView(block.buffer, block.byteOffset);
    for (let at = 0; at < BLOCK_BYTES; at += 4) yield view.getUint32(at, true);
  }
}

/** A number below `most`, each as likely, from the next words. */
export function numberBelow(stream: Iterator<number>, most: number): number {
  const least = 2 ** 32 % most;
  for (;;) {
    const product = BigInt(stream.next().value as number) * BigInt(most);
    if (Number(product & 0xffffffffn) >= least) return Number(product >> 32n);
  }
}

/** The key of all of nature at a table. */
export function keyOf({ secret, seeds }: Pick<Fairness, 'secret' | 'seeds'>): Uint8Array {
  return digest('stackhouse nature 1', secret ?? '', seeds);
}
