// Packs every file of the build that packs well, for the server to send as it is, and weighs the scripts: what the
// lobby and any one card game load must stay under the limit.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const LIMIT = 120 * 1024;
const dist = new URL('../dist/', import.meta.url);
const isText = (name) => /\.(js|css|html|svg|webmanifest)$/.test(name);
const bytes = new Map();
for (const name of readdirSync(dist, { recursive: true }).filter(isText)) {
  const packed = gzipSync(readFileSync(new URL(name, dist)), { level: 9 });
  writeFileSync(new URL(`${name}.gz`, dist), packed);
  if (name.endsWith('.js')) bytes.set(name, packed.length);
}

// What leads to what is for this script only.
const map = new URL('.vite/', dist);
const parts = JSON.parse(readFileSync(new URL('manifest.json', map), 'utf8'));
rmSync(map, { recursive: true });

/** Every script that comes with some parts of the client. */
function scripts(names, found = new Set()) {
  for (const { file, imports = [] } of names.map((name) => parts[name])) {
    if (!found.has(file)) scripts(imports, found.add(file));
  }
  return found;
}

const kb = (n) => (n / 1024).toFixed(1).padStart(7);
for (const [name, size] of [...bytes].sort((a, b) => b[1] - a[1])) console.log(`${kb(size)} KB  ${name}`);
// Stacket brings a library for three dimensions along.
const tables = Object.keys(parts).filter((name) => /^src\/games\/(?!stacket)\w+\/Table\.svelte$/.test(name));
for (const table of tables) {
  const loaded = [...scripts(['index.html', 'src/pages/table/Table.svelte', table])];
  const total = loaded.reduce((sum, file) => sum + bytes.get(file), 0);
  console.log(`${kb(total)} KB  the lobby and ${table.split('/')[2]}; the limit is ${LIMIT / 1024} KB`);
  if (total > LIMIT) process.exitCode = 1;
}
