import { show } from './printing.mjs';

/** A browser without a screen: it stores cookies, follows redirects, and submits the forms of a page. */
export class Browser {
  #cookies = new Map();

  constructor(who) {
    this.who = who;
  }

  /** `stopAt` is the beginning of an address that is not loaded, such as an app's. */
  async open(url, init = {}, stopAt = undefined) {
    const response = await this.send(url, init);
    const location = response.headers.get('location');
    const text = await response.text();
    if (location === null) return { url: new URL(url), status: response.status, text };
    const next = new URL(location, url);
    return stopAt && next.href.startsWith(stopAt) ? { url: next, status: 302, text: '' } : this.open(next, {}, stopAt);
  }

  /** Submits the form whose action ends with `ending`, with the `typed` values. */
  submit(page, ending, typed = {}, stopAt = undefined) {
    const form = [...page.text.matchAll(/<form[^>]* action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].find(([, action]) =>
      unescaped(action).endsWith(ending),
    );
    if (!form) throw new Error(`${page.url.origin}${page.url.pathname} has no form for ${ending}`);
    const inputs = [...form[2].matchAll(/<input\b([^>]*)>/g)].map(([, text]) => attributesOf(text));
    const fields = Object.fromEntries(inputs.map(({ name = '', value = '' }) => [name, value]));
    const body = new URLSearchParams({ ...fields, ...typed });
    return this.open(new URL(unescaped(form[1]), page.url), { method: 'POST', body }, stopAt);
  }

  follow(page, ending) {
    const found = [...page.text.matchAll(/<a[^>]* href="([^"]+)"/g)].map(([, href]) => unescaped(href));
    const href = found.find((one) => one.endsWith(ending));
    if (!href) throw new Error(`${page.url.origin}${page.url.pathname} has no link to ${ending}`);
    return this.open(new URL(href, page.url));
  }

  async send(url, init = {}) {
    const response = await this.quietly(url, init);
    show({ who: this.who, method: init.method ?? 'GET', what: url, status: response.status });
    return response;
  }

  /** Sends a request without printing it, for polling. */
  async quietly(url, init = {}) {
    const { hostname, pathname } = new URL(url);
    const mine = [...this.#cookies.values()].filter(
      (one) => one.hostname === hostname && pathname.startsWith(one.path),
    );
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html,*/*;q=0.8', cookie: mine.map(({ pair }) => pair).join('; '), ...init.headers },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair] = line.split(';');
      const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/';
      this.#cookies.set(`${hostname} ${path} ${pair.split('=')[0]}`, { hostname, path, pair });
    }
    return response;
  }
}

const attributesOf = (text) =>
  Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, unescaped(value)]));
export const unescaped = (text) => text.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)));
