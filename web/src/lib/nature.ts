/**
 * Nature drawn again in the browser, by `docs/fairness.md`: a key from the secret and the seeds, ChaCha20 a fate, and
 * words made into places in a sorted pile. Written apart from the server's own code, so that it checks it.
 */
import { digest } from './fair';
import type { Fairness } from '../wire/wire';

/** 20 rounds over a block of sixteen words, added to the block it began with. */
function block(key: Uint32Array, counter: number, stream: number): Uint32Array {
  const start = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...key, counter, 0, stream, 0);
  const x = start.slice();
  const turn = (word: number, by: number) => (word << by) | (word >>> (32 - by));
  const quarter = (a: number, b: number, c: number, d: number) => {
    for (const [p, q, r, by] of [
      [a, b, d, 16],
      [c, d, b, 12],
      [a, b, d, 8],
      [c, d, b, 7],
    ] as const) {
      x[p] = x[p]! + x[q]!;
      x[r] = turn(x[r]! ^ x[p]!, by);
    }
  };
  for (let round = 0; round < 10; round++) {
    for (let i = 0; i < 4; i++) quarter(i, 4 + i, 8 + i, 12 + i);
    for (let i = 0; i < 4; i++) quarter(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
  }
  return x.map((word, i) => word + start[i]!);
}

/** The words of one event's stream, in order. */
export function* words(key: Uint32Array, event: number): Generator<number> {
  for (let counter = 0; ; counter++) yield* block(key, counter, event);
}

/** A number below `most`, each as likely, from the next words. */
export function below(stream: Iterator<number>, most: number): number {
  const least = 2 ** 32 % most;
  for (;;) {
    const product = BigInt((stream.next().value as number) >>> 0) * BigInt(most);
    if (Number(product & 0xffffffffn) >= least) return Number(product >> 32n);
  }
}

/** The key of all of nature at a table. */
export function keyOf({ secret, seeds }: Pick<Fairness, 'secret' | 'seeds'>): Uint32Array {
  const bytes = digest('stackhouse nature 1', secret ?? '', seeds);
  const view = new DataView(bytes.buffer);
  return Uint32Array.from({ length: 8 }, (_, i) => view.getUint32(i * 4, true));
}
