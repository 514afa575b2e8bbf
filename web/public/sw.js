// The offline shell: keeps the last page, its parts and the rules, so that an installed Stackhouse opens, can say that its
// server is away, and still teaches. Nothing of a game that was played is ever kept.
const SHELF = 'stackhouse-shell-1';
const PART = /(?:src|href)="(\/assets\/[^"]+)"/g;
/** The parts of other pages, as the script of the first one names them. */
const NAMED = /"(assets\/[\w.-]+\.(?:js|css))"/g;
/** Games, their rules and their lessons: asked for anew while that is possible. */
const RULES = '/api/games';

self.addEventListener('install', (event) => {
  event.waitUntil(stock());
  self.skipWaiting();
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  if (url.pathname === RULES) {
    event.respondWith(
      fetch(event.request)
        .then(keep(RULES))
        .catch(() => caches.match(RULES)),
    );
  }
  if (url.pathname.startsWith('/api/')) return;
  if (event.request.mode === 'navigate') {
    event.respondWith(
      fetch(event.request)
        .then(keepPage)
        .catch(() => caches.match('/')),
    );
  } else if (url.pathname.startsWith('/assets/') || url.pathname === '/icon.svg') {
    const fetched = () => fetch(event.request).then(keep(event.request));
    event.respondWith(caches.match(event.request).then((kept) => kept ?? fetched()));
  }
});

/** Fetches the page and the parts it names, so that the first visit is enough. */
async function stock() {
  const shelf = await caches.open(SHELF);
  const page = await fetch('/');
  const parts = await allParts(await page.clone().text());
  await shelf.put('/', page);
  await shelf.addAll(['/icon.svg', '/manifest.webmanifest', RULES, ...parts]);
}

/** What a page names, and what its script names for the pages after it: lessons, replays, tables. */
async function allParts(page) {
  const parts = partsOf(page);
  const scripts = await Promise.all(
    parts.filter((path) => path.endsWith('.js')).map(async (path) => (await fetch(path)).text()),
  );
  const named = scripts.flatMap((script) => [...script.matchAll(NAMED)].map(([, path]) => `/${path}`));
  return [...new Set([...parts, ...named])];
}

function partsOf(page) {
  return [...page.matchAll(PART)].map(([, path]) => path);
}

/** Keeps a page of the client; those of another release make the parts of the last one useless. */
async function keepPage(response) {
  if (!response.ok || !response.headers.get('content-type')?.startsWith('text/html')) return response;
  const page = await response.clone().text();
  if (partsOf(page).length === 0) return response;
  const shelf = await caches.open(SHELF);
  const before = await (await shelf.match('/'))?.text();
  if (before !== page) {
    const parts = await allParts(page);
    await shelf.put('/', response.clone());
    const kept = (await shelf.keys()).map(({ url }) => new URL(url).pathname);
    await Promise.all(
      kept.filter((path) => path.startsWith('/assets/') && !parts.includes(path)).map((path) => shelf.delete(path)),
    );
    await shelf.addAll(parts.filter((path) => !kept.includes(path)));
  }
  return response;
}

function keep(key) {
  return async (response) => {
    if (response.ok) (await caches.open(SHELF)).put(key, response.clone());
    return response;
  };
}
