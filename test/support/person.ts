import type { TestApplication } from './application.js';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

export interface Form {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly buttons: readonly { readonly name: string; readonly value: string }[];
}

/** What a person sees, and where they are. */
export interface Seen {
  readonly status: number;
  readonly url: URL;
  readonly headers: Headers;
  readonly html: string;
  /** Set when the way has left our pages: the address that a browser would go to. */
  readonly left: URL | undefined;
  readonly forms: readonly Form[];
}

/** Where the pages are: the address that they go by, and the one to call. */
export interface Service {
  readonly config: Pick<TestApplication['config'], 'authUrl'>;
  url(surface: 'auth', path: string): string;
}

/** Somebody with a browser that knows cookies, redirects and forms, and no JavaScript. */
export class Person {
  readonly cookies: Cookie[] = [];
  /** Whether the browser goes on by itself to where an answer leads. Otherwise the address is in `left`. */
  goesOn = true;

  /** `visited`: origins beside ours that the way may lead through. Elsewhere it ends. */
  constructor(
    private readonly running: Service,
    private readonly headers: Readonly<Record<string, string>> = {},
    private readonly visited: readonly string[] = [],
  ) {}

  open(url: string | URL): Promise<Seen> {
    return this.go(new URL(url, this.running.config.authUrl), { method: 'GET' });
  }

  /** Sends a form of a page as it is, with what was typed, by the button that was pressed. */
  send(
    page: Seen,
    ending: string,
    typed: Readonly<Record<string, string>> = {},
    extra: Readonly<Record<string, string>> = {},
  ): Promise<Seen> {
    const form = page.forms.find(({ action }) => action.endsWith(ending));
    if (!form) throw new Error(`No form for ${ending} in ${page.html}`);
    const body = new URLSearchParams({ ...form.fields, ...typed });
    return this.go(new URL(form.action, page.url), { method: 'POST', body, headers: extra });
  }

  follow(page: Seen, ending: string): Promise<Seen> {
    const hrefs = [...page.html.matchAll(/<a[^>]* href="([^"]+)"/g)].map(([, href = '']) => unescaped(href));
    const href = hrefs.find((candidate) => candidate.endsWith(ending));
    if (!href) throw new Error(`No link to ${ending} in ${page.html}`);
    return this.open(new URL(href, page.url));
  }

  async go(url: URL, init: RequestInit): Promise<Seen> {
    const { authUrl } = this.running.config;
    const response = await fetch(url.origin === authUrl ? this.running.url('auth', url.pathname + url.search) : url, {
      ...init,
      redirect: 'manual',
      headers: {
        accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
        cookie: this.cookies
          .filter(({ path }) => `${url.pathname}/`.startsWith(path === '/' ? '/' : `${path}/`))
          .map(({ name, value }) => `${name}=${value}`)
          .join('; '),
        ...this.headers,
        ...Object.fromEntries(new Headers(init.headers)),
      },
    });
    this.#keep(response.headers.getSetCookie());
    const location = response.headers.get('location');
    const html = await response.text();
    if (location === null) return seen(response, url, html);
    const next = new URL(location, url);
    if (!this.goesOn || ![authUrl, ...this.visited].includes(next.origin))
      return { ...seen(response, url, html), left: next };
    return this.go(next, { method: 'GET' });
  }

  forget(name: string): void {
    this.cookies.splice(0, Infinity, ...this.cookies.filter((cookie) => cookie.name !== name));
  }

  #keep(set: readonly string[]): void {
    for (const line of set) {
      const [pair = '', ...attributes] = line.split(/; ?/);
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      const path = attributes.find((part) => /^path=/i.test(part))?.slice(5) ?? '/';
      const kept = this.cookies.findIndex((cookie) => cookie.name === name && cookie.path === path);
      if (kept >= 0) this.cookies.splice(kept, 1);
      if (value !== '') this.cookies.push({ name, value, path });
    }
  }
}

const seen = (response: Response, url: URL, html: string): Seen => ({
  status: response.status,
  url,
  headers: response.headers,
  html,
  left: undefined,
  forms: formsIn(html),
});

function formsIn(html: string): Form[] {
  return [...html.matchAll(/<form[^>]* action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].map(
    ([, action = '', inner = '']) => {
      const inputs = [...inner.matchAll(/<input\b([^>]*)>/g)]
        .filter(([, text = '']) => !/type="checkbox"/.test(text) || /\schecked\b/.test(text))
        .map(([, text = '']) => attributesOf(text));
      const buttons = [...inner.matchAll(/<button\b([^>]*)>/g)].map(([, text = '']) => attributesOf(text));
      return {
        action: unescaped(action),
        fields: Object.fromEntries(inputs.map(({ name = '', value = '' }) => [name, value])),
        buttons: buttons.map(({ name = '', value = '' }) => ({ name, value })),
      };
    },
  );
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map((found) => [found[1] ?? '', unescaped(found[2] ?? '')]),
  );

const unescaped = (text: string): string =>
  text.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
