// Weighs the built scripts: what the lobby and a card game load must stay under the limit, compressed.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const LIMIT = 120 * 1024;
const dir = new URL('../dist/assets/', import.meta.url);
const files = readdirSync(dir).filter((name) => name.endsWith('.js'));
const weighed = files.map((name) => ({ name, bytes: gzipSync(readFileSync(new URL(name, dir))).length }));
const isStacket = ({ name }) => /^(stacket|three)/i.test(name);
const light = weighed.filter((file) => !isStacket(file));
const total = light.reduce((sum, file) => sum + file.bytes, 0);
for (const { name, bytes } of weighed.sort((a, b) => b.bytes - a.bytes)) {
  console.log(`${(bytes / 1024).toFixed(1).padStart(7)} KB  ${name}`);
}
console.log(`${(total / 1024).toFixed(1)} KB in all without Stacket; the limit is ${LIMIT / 1024} KB`);
if (total > LIMIT) process.exit(1);
