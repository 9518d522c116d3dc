export {};

const SHELL = '/app/';
const SCRIPT = '/app/assets/app-2.js';
const pathOf = (request: string | { readonly url: string }) =>
  new URL(typeof request === 'string' ? request : request.url, 'https://mobile.test').pathname;

class FakeCache {
  readonly responses = new Map<string, Response>();

  match = async (request: string | Request) => this.responses.get(pathOf(request))?.clone();
  put = async (request: string | Request, response: Response) => void this.responses.set(pathOf(request), response);
  add = async (request: string) => this.put(request, await fetch(request));
  addAll = async (requests: readonly string[]) => void (await Promise.all(requests.map((one) => this.add(one))));
  keys = async () => [...this.responses.keys()].map((path) => ({ url: `https://mobile.test${path}` }));
  delete = async (request: { readonly url: string }) => this.responses.delete(pathOf(request));
}

class FakeCaches {
  readonly byName = new Map<string, FakeCache>();

  keys = async () => [...this.byName.keys()];
  delete = async (name: string) => this.byName.delete(name);
  async open(name: string) {
    const cache = this.byName.get(name) ?? new FakeCache();
    this.byName.set(name, cache);
    return cache;
  }
  /** Searches the caches in the order in which they were created, like a browser. */
  async match(request: string | Request) {
    for (const cache of this.byName.values()) {
      const found = await cache.match(request);
      if (found) return found;
    }
    return undefined;
  }
}

const realFetch = globalThis.fetch;
const worker = Object.assign(new EventTarget(), {
  precachedUrls: [SCRIPT],
  location: { origin: 'https://mobile.test' },
  skipWaiting: async () => undefined,
  clients: { claim: async () => undefined },
});
let caches: FakeCaches;
let respond: (path: string) => Response;
beforeAll(async () => {
  Object.assign(globalThis, { self: worker });
  const script: string = '../../worker/sw.js'; // not a literal: its types are those of a service worker
  await import(script);
});
beforeEach(() => {
  caches = new FakeCaches();
  Object.assign(globalThis, { caches, fetch: async (request: string | Request) => respond(pathOf(request)) });
});
afterAll(() => {
  Object.assign(globalThis, { self: undefined, caches: undefined, fetch: realFetch });
});

/** Dispatches an event to the service worker. Returns its response, after all of its work has ended. */
async function dispatch(name: string, more = {}): Promise<Response | undefined> {
  const work: Promise<unknown>[] = [];
  let response: Promise<Response> | undefined;
  const waitUntil = (promise: Promise<unknown>) => work.push(promise);
  const respondWith = (promise: Promise<Response>) => (response = promise);
  worker.dispatchEvent(Object.assign(new Event(name), { waitUntil, respondWith, ...more }));
  const responded = await response;
  await Promise.all(work);
  return responded;
}

const openApp = async () => {
  const request = { url: `https://mobile.test${SHELL}`, method: 'GET', mode: 'navigate' };
  return (await dispatch('fetch', { request }))?.text();
};

const offline = () => {
  throw new TypeError('Failed to fetch');
};

async function update(page: Response): Promise<void> {
  await (await caches.open('app app-1.js')).put(SHELL, new Response('release 1'));
  respond = (path) => (path === SHELL ? page : new Response(path));
  await dispatch('install');
  await dispatch('activate');
}

describe('The service worker of the app', () => {
  it('shows the page of its own release after an update if the service cannot be reached or fails', async () => {
    await update(new Response('release 2'));
    respond = offline;
    expect(await openApp()).toBe('release 2');
    respond = () => new Response('', { status: 503 });
    expect(await openApp()).toBe('release 2');
  });

  it('shows the page of the previous release if it could not load its own', async () => {
    await update(new Response('', { status: 503 }));
    respond = offline;
    expect(await openApp()).toBe('release 1');
  });

  it('shows the kept page where the answer of the service breaks off', async () => {
    await update(new Response('release 2'));
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('rele'));
      },
      pull: (controller) => controller.error(new TypeError('network error')),
    });
    respond = () => new Response(broken);
    expect(await openApp()).toBe('release 2');
  });

  it.each([
    [
      'in the window of the app, and not in another page of its host',
      ['/IdvWebServer/session', '/app/#/history'],
      [['/app/#/history', '#/requests/n-1']],
    ],
    [
      'in a new window where only another page of its host is open',
      ['/IdvWebServer/session'],
      [['new', '/app/#/requests/n-1']],
    ],
  ])('opens the request of a push message %s', async (_, open, expected) => {
    const opened: string[][] = [];
    const windowAt = (path: string) => ({
      url: `https://mobile.test${path}`,
      postMessage: (message: { readonly open: string }) => opened.push([path, message.open]),
      focus: async () => undefined,
    });
    Object.assign(worker.clients, {
      matchAll: async () => open.map(windowAt),
      openWindow: async (path: string) => opened.push(['new', path]),
    });
    await dispatch('notificationclick', { notification: { close: () => undefined, data: 'n-1' } });
    expect(opened).toEqual(expected);
  });

  it('deletes the style sheet and the logo of an earlier brand from its cache', async () => {
    const branded = (colour: string) =>
      new Response(`<link href="/app/assets/brand-${colour}.css"><link href="/app/assets/mark-${colour}.svg">`);
    await update(branded('a7b0b8'));
    respond = (path) => (path === SHELL ? branded('123456') : new Response(path));
    await openApp();
    const [, cache] = [...caches.byName.values()];
    expect([...(cache?.responses.keys() ?? [])].sort()).toEqual([
      SHELL,
      SCRIPT,
      '/app/assets/brand-123456.css',
      '/app/assets/mark-123456.svg',
    ]);
  });
});
