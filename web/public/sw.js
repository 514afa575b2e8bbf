// The offline shell: keeps the last page and its parts, so that an installed Stackhouse opens and can say that its
// server is away. Nothing of a game is ever kept.
const SHELF = 'stackhouse-shell-1';

self.addEventListener('install', (event) => {
  event.waitUntil(stock());
  self.skipWaiting();
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  if (event.request.mode === 'navigate') {
    event.respondWith(fetch(event.request).then(keep('/')).catch(() => caches.match('/')));
  } else if (url.pathname.startsWith('/assets/') || url.pathname === '/icon.svg') {
    const fetched = () => fetch(event.request).then(keep(event.request));
    event.respondWith(caches.match(event.request).then((kept) => kept ?? fetched()));
  }
});

/** Fetches the page and the parts it names, so that the first visit is enough. */
async function stock() {
  const shelf = await caches.open(SHELF);
  const page = await fetch('/');
  const parts = [...(await page.clone().text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  await shelf.put('/', page);
  await shelf.addAll(['/icon.svg', '/manifest.webmanifest', ...parts]);
}

function keep(key) {
  return async (response) => {
    if (response.ok) (await caches.open(SHELF)).put(key, response.clone());
    return response;
  };
}
