/**
 * QR codes of byte mode and error correction level L, versions 1 to 5: enough for any link to a table.
 *
 * Rows and columns count from the top left corner; `true` is a dark module.
 */

/** Data and error correction codewords of versions 1 to 5 at level L; each is a single block. */
const VERSIONS = [
  [19, 7],
  [34, 10],
  [55, 15],
  [80, 20],
  [108, 26],
] as const;

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = x;
  EXP[i + 255] = x;
  LOG[x] = i;
  x = x & 128 ? (x << 1) ^ 0x11d : x << 1;
}

/** The modules of a code for the text. */
export function qr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.findIndex(([data]) => bytes.length <= data - 2) + 1;
  if (version === 0) throw new Error('the text is too long for a small code');
  const [dataLength, checkLength] = VERSIONS[version - 1]!;
  const data = codewords(bytes, dataLength);
  const bits = [...data, ...remainder(data, checkLength)].flatMap((byte) => bitsOf(byte, 8));
  let best: boolean[][] = [];
  let least = Infinity;
  for (let mask = 0; mask < 8; mask++) {
    const code = draw(version, bits, mask);
    const bad = penalty(code);
    if (bad < least) [best, least] = [code, bad];
  }
  return best;
}

function bitsOf(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => (value >> (count - 1 - i)) & 1);
}

function codewords(bytes: Uint8Array, length: number): number[] {
  const bits = [...bitsOf(4, 4), ...bitsOf(bytes.length, 8), ...[...bytes].flatMap((byte) => bitsOf(byte, 8))];
  bits.push(...Array<number>(Math.min(4, length * 8 - bits.length)).fill(0));
  while (bits.length % 8) bits.push(0);
  const words: number[] = [];
  for (let i = 0; i < bits.length; i += 8) words.push(parseInt(bits.slice(i, i + 8).join(''), 2));
  for (let pad = 0xec; words.length < length; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

function remainder(data: number[], count: number): number[] {
  let generator = [1];
  for (let i = 0; i < count; i++) {
    const next = [...generator, 0];
    generator.forEach((c, j) => (next[j + 1]! ^= c ? EXP[LOG[c]! + i]! : 0));
    generator = next;
  }
  const rest = [...data, ...Array<number>(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i]!;
    if (lead) generator.forEach((c, j) => (rest[i + j]! ^= c ? EXP[LOG[c]! + LOG[lead]!]! : 0));
  }
  return rest.slice(data.length);
}

const MASKS: ((r: number, c: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

function draw(version: number, bits: number[], mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const code: (boolean | null)[][] = Array.from({ length: size }, () => Array<null>(size).fill(null));
  const set = (r: number, c: number, dark: boolean) => {
    if (r >= 0 && c >= 0 && r < size && c < size) code[r]![c] = dark;
  };
  const square = (r: number, c: number, reach: number, dark: (d: number) => boolean) => {
    for (let i = -reach; i <= reach; i++)
      for (let j = -reach; j <= reach; j++) set(r + i, c + j, dark(Math.max(Math.abs(i), Math.abs(j))));
  };
  for (const [r, c] of [[3, 3], [3, size - 4], [size - 4, 3]] as const) square(r, c, 4, (d) => d !== 2 && d !== 4);
  if (version > 1) square(size - 7, size - 7, 2, (d) => d !== 1);
  for (let i = 8; i < size - 8; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  format(mask).forEach((dark, i) => {
    set(8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, dark);
    set(i < 7 ? size - 1 - i : i < 9 ? 15 - i : 14 - i, 8, dark);
    if (i === 7) set(8, size - 8, dark);
  });
  set(size - 8, 8, true);
  let at = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const r = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const c of [right, right - 1]) {
        if (code[r]![c] !== null) continue;
        code[r]![c] = (bits[at++] === 1) !== MASKS[mask]!(r, c);
      }
    }
  }
  return code as boolean[][];
}

/** The fifteen format bits for level L and a mask, the highest first. */
function format(mask: number): boolean[] {
  const data = (1 << 3) | mask;
  let rest = data << 10;
  for (let i = 14; i >= 10; i--) if ((rest >> i) & 1) rest ^= 0x537 << (i - 10);
  return bitsOf(((data << 10) | rest) ^ 0x5412, 15).map((bit) => bit === 1);
}

/** How hard a code is to read: long runs of one colour, and too much of it. */
function penalty(code: boolean[][]): number {
  const columns = code.map((_, c) => code.map((row) => row[c]!));
  let bad = 0;
  for (const line of [...code, ...columns]) {
    let run = 1;
    for (let i = 1; i <= line.length; i++) {
      if (i < line.length && line[i] === line[i - 1]) run++;
      else {
        if (run >= 5) bad += run - 2;
        run = 1;
      }
    }
  }
  const dark = code.flat().filter(Boolean).length / code.length ** 2;
  return bad + Math.floor(Math.abs(dark - 0.5) * 20) * 10;
}
