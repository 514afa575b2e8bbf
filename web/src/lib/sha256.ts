/**
 * SHA-256 (FIPS 180-4), for pages that are not secure: browsers keep theirs from plain addresses of the local network,
 * and there as well everybody may check the shuffle.
 */

/** The first 32 bits of the fractional parts of a root of the first primes. */
function primes(count: number, root: number): Uint32Array {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return Uint32Array.from(found, (prime) => fraction(prime, root));
}

/** Exact, as floating point is not for a cube root: the largest whole `x` with `x ^ root <= prime * 2 ^ (32 * root)`. */
function fraction(prime: number, root: number): number {
  const power = BigInt(root);
  const goal = BigInt(prime) << (32n * power);
  let x = 0n;
  for (let bit = 1n << 37n; bit > 0n; bit >>= 1n) if ((x | bit) ** power <= goal) x |= bit;
  return Number(x & 0xffffffffn);
}

const K = primes(64, 3);
const START = primes(8, 2);

const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n));

/** The bytes with a one, zeroes, and their number of bits, in whole blocks. */
function padded(bytes: Uint8Array): DataView {
  const all = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setBigUint64(all.length - 8, BigInt(bytes.length) * 8n);
  return view;
}

export function sha256(bytes: Uint8Array): Uint8Array {
  const blocks = padded(bytes);
  const hash = START.slice();
  const w = new Uint32Array(64);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = blocks.getUint32(at + i * 4);
    for (let i = 16; i < 64; i++) {
      const [x, y] = [w[i - 15]!, w[i - 2]!];
      w[i] = w[i - 16]! + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7]! + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = hash[i]! + word));
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => out.setUint32(i * 4, word));
  return new Uint8Array(out.buffer);
}
