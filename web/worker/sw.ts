/**
 * The service worker of the app: caches the page, scripts and styles for use without a network, and shows push
 * messages. It does not handle API calls, so no API response is cached.
 */
export {};

declare const self: ServiceWorkerGlobalScope & {
  /** The addresses of the scripts and styles of this release. The server writes them before this script. */
  readonly precachedUrls: readonly string[];
};

const SHELL = '/app/';
const ASSETS = '/app/assets/';
const NAME = `app ${self.precachedUrls.map((address) => address.slice(ASSETS.length)).join(' ')}`;
/** After this time without a response, the cached page is shown. */
const PATIENCE_MS = 4_000;

self.addEventListener('install', (event) => event.waitUntil(keep().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches().then(() => self.clients.claim())));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && pathname === SHELL) event.respondWith(shell(event));
  else if (pathname.startsWith(ASSETS)) event.respondWith(asset(request));
});

async function keep(): Promise<void> {
  const cache = await caches.open(NAME);
  await cache.addAll(self.precachedUrls);
  await keepShell(await fetch(SHELL));
}

/** Caches the page, and the brand's style sheet and logo that it links to. Deletes those of an earlier brand. */
async function keepShell(page: Response): Promise<void> {
  if (!page.ok) return;
  const cache = await caches.open(NAME);
  const text = await page.clone().text();
  const linked = [...text.matchAll(/"(\/app\/assets\/(?:brand|mark)-[^"]+)"/g)].map(([, address = '']) => address);
  await cache.put(SHELL, page);
  await Promise.all([...new Set(linked)].map(async (address) => (await cache.match(address)) ?? cache.add(address)));
  const used = new Set([SHELL, ...self.precachedUrls, ...linked]);
  const unused = (await cache.keys()).filter(({ url }) => !used.has(new URL(url).pathname));
  await Promise.all(unused.map((request) => cache.delete(request)));
}

/** Deletes the caches of earlier releases, except the last one, which an open page may still use. */
async function deleteOldCaches(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith('app ') && name !== NAME);
  await Promise.all(ours.slice(0, -1).map((name) => caches.delete(name)));
}

async function shell(event: FetchEvent): Promise<Response> {
  const own = await caches.open(NAME);
  const cached = (await own.match(SHELL)) ?? (await caches.match(SHELL));
  try {
    const signal = cached ? AbortSignal.timeout(PATIENCE_MS) : null;
    const fresh = await fetch(event.request, { signal });
    await fresh.clone().arrayBuffer(); // a page that is incomplete when the time is over counts as no response
    event.waitUntil(keepShell(fresh.clone()));
    return fresh.status >= 500 && cached ? cached : fresh;
  } catch (error) {
    if (cached) return cached;
    throw error;
  }
}

/** Cached assets need no check for updates, because their names change with their content. */
async function asset(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

interface PushMessage {
  readonly title?: string;
  readonly body?: string;
  readonly notification_uuid?: string;
}

self.addEventListener('push', (event) => event.waitUntil(show(parsePushMessage(event.data))));

function parsePushMessage(data: PushMessageData | null): PushMessage {
  try {
    return Object(data?.json()) as PushMessage;
  } catch {
    return {};
  }
}

async function show({ title, body, notification_uuid: uuid }: PushMessage): Promise<void> {
  await self.registration.showNotification(title ?? '…', {
    ...(body !== undefined && { body }),
    ...(uuid !== undefined && { tag: uuid }),
    icon: '/app/icons/icon-192.png',
    badge: '/app/icons/badge-96.png',
    data: uuid,
    dir: 'auto',
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(typeof event.notification.data === 'string' ? event.notification.data : undefined));
});

/** Opens the request in an open window of the app, or else in a new one. */
async function open(uuid: string | undefined): Promise<void> {
  const hash = uuid === undefined || !/^[\w-]{1,64}$/.test(uuid) ? '#/requests' : `#/requests/${uuid}`;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Other pages of this host, such as those of an identity verification, cannot show a request.
  const window = windows.find(({ url }) => new URL(url).pathname === SHELL);
  if (!window) {
    await self.clients.openWindow(`${SHELL}${hash}`);
    return;
  }
  window.postMessage({ open: hash });
  await window.focus();
}
