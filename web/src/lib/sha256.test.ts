import { expect, it } from 'vitest';
import { sha256 } from './sha256';

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

it('gives the hashes of the standard', () => {
  const of = (words: string) => hex(sha256(new TextEncoder().encode(words)));
  expect(of('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(of('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(of('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe('248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1');
});

it('is what a browser computes, whatever the length', async () => {
  for (let length = 0; length <= 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 167 + length * 31) & 0xff);
    expect(hex(sha256(bytes)), `${length} bytes`).toBe(hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))));
  }
});
