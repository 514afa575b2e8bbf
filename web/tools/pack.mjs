// Packs every file of the build that packs well, for the server to send as it is, and weighs the scripts: what the
// lobby and a card game load must stay under the limit.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const LIMIT = 120 * 1024;
const dist = new URL('../dist/', import.meta.url);
const isText = (name) => /\.(js|css|html|svg|webmanifest)$/.test(name);
const weighed = readdirSync(dist, { recursive: true })
  .filter(isText)
  .map((name) => {
    const packed = gzipSync(readFileSync(new URL(name, dist)), { level: 9 });
    writeFileSync(new URL(`${name}.gz`, dist), packed);
    return { name, bytes: packed.length };
  })
  .filter(({ name }) => name.endsWith('.js'))
  .sort((a, b) => b.bytes - a.bytes);
const isStacket = ({ name }) => /^assets.(stacket|three)/i.test(name);
const total = weighed.filter((file) => !isStacket(file)).reduce((sum, file) => sum + file.bytes, 0);
for (const { name, bytes } of weighed) console.log(`${(bytes / 1024).toFixed(1).padStart(7)} KB  ${name}`);
console.log(`${(total / 1024).toFixed(1)} KB in all without Stacket; the limit is ${LIMIT / 1024} KB`);
if (total > LIMIT) process.exit(1);
