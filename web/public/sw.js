// The offline shell: keeps the last page and its parts, so that an installed Stackhouse opens and can say that its
// server is away. Nothing of a game is ever kept.
const SHELF = 'stackhouse-shell-1';
const PART = /(?:src|href)="(\/assets\/[^"]+)"/g;

self.addEventListener('install', (event) => {
  event.waitUntil(stock());
  self.skipWaiting();
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
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
  const parts = partsOf(await page.clone().text());
  await shelf.put('/', page);
  await shelf.addAll(['/icon.svg', '/manifest.webmanifest', ...parts]);
}

function partsOf(page) {
  return [...page.matchAll(PART)].map(([, path]) => path);
}

/** Keeps a page of the client; those of another release make the parts of the last one useless. */
async function keepPage(response) {
  if (!response.ok || !response.headers.get('content-type')?.startsWith('text/html')) return response;
  const page = await response.clone().text();
  const parts = partsOf(page);
  if (parts.length === 0) return response;
  const shelf = await caches.open(SHELF);
  const before = await (await shelf.match('/'))?.text();
  if (before !== page) {
    await shelf.put('/', response.clone());
    const kept = (await shelf.keys()).map(({ url }) => new URL(url).pathname);
    await Promise.all(
      kept.filter((path) => path.startsWith('/assets/') && !parts.includes(path)).map((path) => shelf.delete(path)),
    );
  }
  return response;
}

function keep(key) {
  return async (response) => {
    if (response.ok) (await caches.open(SHELF)).put(key, response.clone());
    return response;
  };
}
