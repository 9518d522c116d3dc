import type { IdvPortal } from '../idv-portal.js';
import type { TestApplication } from '../application.js';

export interface Shown {
  readonly status: number;
  /** The address to which the response redirects the browser; empty if it does not. */
  readonly location: string;
  readonly headers: Headers;
  readonly text: string;
}

/** An upload that is broken off: only the first bytes of the body are sent, and the signal ends the request. */
export interface Stop {
  readonly first: number;
  readonly signal: AbortSignal;
}

const PAGES = '/IdvWebServer';

/** A browser without a screen: it keeps cookies, sends forms as they are on the page, and follows our redirects. */
export class HttpBrowser {
  readonly #cookies = new Map<string, string>();

  /** `languages` is the header Accept-Language, such as `de, en;q=0.5`. */
  constructor(
    private readonly running: Pick<TestApplication, 'url'>,
    private readonly languages = 'en',
  ) {}

  /** Opens a page, follows our redirects, and returns the last page. */
  async open(path: string): Promise<Shown> {
    let shown = await this.send('GET', path);
    for (let hops = 0; shown.location.startsWith('/') && hops < 5; hops++)
      shown = await this.send('GET', shown.location);
    return shown;
  }

  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  session = (): Promise<Shown> => this.open(`${PAGES}/session`);

  /** Sends the form whose action ends with `form`, with these fields in addition. */
  async submit(page: Shown, form: string, fields: Readonly<Record<string, string>> = {}): Promise<Shown> {
    const action = new RegExp(`action="([^"]*/${form})"`).exec(page.text)?.[1] ?? `${PAGES}/session/${form}`;
    const own = {
      csrf: hiddenIn(page, 'csrf'),
      ...(page.text.includes('name="token"') && { token: hiddenIn(page, 'token') }),
    };
    const body = new URLSearchParams({ ...own, ...fields });
    return this.send('POST', action, body, {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
    });
  }

  /** Sends bytes as the page's script does, with its headers. */
  picture(
    page: Shown,
    path: string,
    bytes: Uint8Array,
    type = 'image/jpeg',
    more: Record<string, string> = {},
    stop?: Stop,
  ): Promise<Shown> {
    const headers = { 'content-type': type, accept: 'application/json', 'form-token': formTokenIn(page), ...more };
    return this.send('POST', `${PAGES}/session/${path}`, bytes, headers, stop);
  }

  async send(
    method: string,
    path: string,
    body?: URLSearchParams | Uint8Array,
    headers: Record<string, string> = {},
    stop?: Stop,
  ): Promise<Shown> {
    const cookie = this.cookies;
    const answer = await fetch(this.running.url('idv', path), {
      method,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        'sec-fetch-site': 'same-origin',
        'accept-language': this.languages,
        ...(cookie && { cookie }),
        ...headers,
      },
      ...(body !== undefined && { body: bodyOf(body, stop) }),
      ...(stop && { duplex: 'half' as const, signal: stop.signal }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s);
      this.#cookies.set(name, value);
    }
    const location = answer.headers.get('location') ?? '';
    return { status: answer.status, location, headers: answer.headers, text: await answer.text() };
  }

  /** A browser with the same cookies: another tab, or a thief who copied them. */
  copy(): HttpBrowser {
    const other = new HttpBrowser(this.running, this.languages);
    for (const [name, value] of this.#cookies) other.#cookies.set(name, value);
    return other;
  }
}

function bodyOf(body: URLSearchParams | Uint8Array, stop: Stop | undefined) {
  if (body instanceof URLSearchParams) return body;
  if (!stop) return new Uint8Array(body);
  return new ReadableStream({ start: (sink) => sink.enqueue(body.subarray(0, stop.first)) });
}

const hiddenIn = ({ text }: Shown, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
const formTokenIn = (page: Shown): string => /data-csrf="([^"]*)"/.exec(page.text)?.[1] ?? hiddenIn(page, 'csrf');

export const linkOf = (token: string): string => `${PAGES}/idvRegistration.htm?token=${token}`;

/** A new user of the portal, and a browser that has started the user's session. */
export async function startedBrowser(
  running: TestApplication,
  portal: IdvPortal,
  userId: string,
  fields: object = {},
): Promise<{ readonly browser: HttpBrowser; readonly token: string }> {
  const token = await portal.token(await portal.enrol(userId, fields));
  const browser = new HttpBrowser(running);
  await browser.submit(await browser.open(linkOf(token)), 'start');
  return { browser, token };
}
