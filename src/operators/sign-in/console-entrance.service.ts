import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { AllowedCallers, setConsoleCaller } from '../../shared/auth-guard/index.js';
import { surfaces } from '../../shared/http/index.js';
import { KernelErrors, type Middleware } from '../../shared/kernel/index.js';
import { OperatorErrors } from '../contract/operators.errors.js';
import { browserOf, callerOf, ConsoleSessions } from '../sessions/console-sessions.service.js';
import { ConsoleCookies, SESSION } from '../sessions/console-cookies.service.js';

const management = surfaces.find(({ name }) => name === 'management');
const API = '/api/v1/';
/**
 * The header of requests that a page sends without an action by the operator. They do not count as use of the session,
 * so that an unused session still expires.
 */
const UNATTENDED = 'unattended';
const READING = new Set(['GET', 'HEAD']);

/**
 * Authenticates operators by their session cookie. Under `/api/v1/`, they use the management API with their own rights.
 */
@Injectable()
export class ConsoleEntrance {
  readonly #cookies: ConsoleCookies;
  readonly #callers: AllowedCallers;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly sessions: ConsoleSessions,
  ) {
    this.#cookies = new ConsoleCookies(config.consoleUrl);
    this.#callers = new AllowedCallers(config.consoleAllowedCallers);
  }

  readonly enter: Middleware = (request, _response, next): void => {
    delete request.headers.authorization;
    const { url = '/' } = request;
    if (!this.#callers.includes(request.context?.address ?? undefined)) next(OperatorErrors.callerRefused());
    else if (!READING.has(request.method ?? '') && !this.#isFromHere(request)) next(OperatorErrors.otherSite());
    else if (url.startsWith(API)) this.#admit(request).then(() => next(), next);
    else {
      if (url.split('?', 1)[0] === '/') request.url = '/console/home';
      next();
    }
  };

  /**
   * Whether the request comes from a page of the console. Browsers set the headers `Sec-Fetch-Site` and `Origin`
   * themselves, so pages of other sites cannot forge them.
   */
  #isFromHere({ headers }: IncomingMessage): boolean {
    const site = headers['sec-fetch-site'];
    const own = site === undefined ? headers.origin === this.config.consoleUrl : site === 'same-origin';
    return own && /^application\/json *(?:;|$)/i.test(headers['content-type'] ?? '');
  }

  async #admit(request: IncomingMessage): Promise<void> {
    const cookie = this.#cookies.read(request, SESSION);
    const isUse = request.headers[UNATTENDED] === undefined;
    const browser = browserOf(request);
    const session = await (isUse ? this.sessions.open(cookie, browser) : this.sessions.look(cookie, browser));
    setConsoleCaller(request, callerOf(session));
    takeFromQuery(request);
    if (management) request.surface = management;
    request.url = (request.url ?? '').slice('/api'.length);
  }
}

/**
 * The query parameters that a page can send instead of headers, because browsers send no custom headers when they load
 * images, downloads and event sources.
 */
const IN_QUERY = { _data: 'data', _enterprise: 'enterprise-id' } as const;

export function takeFromQuery(request: IncomingMessage): void {
  const [path = '', query] = (request.url ?? '').split(/\?(.*)/s);
  if (query === undefined || !/(?:^|&)_(?:data|enterprise)=/.test(query) || request.method !== 'GET') return;
  const left = new URLSearchParams(query);
  for (const [name, header] of Object.entries(IN_QUERY)) {
    const value = left.get(name);
    left.delete(name);
    if (value === null) continue;
    if (!/^[ -~]*$/.test(value)) throw KernelErrors.invalidArguments(`The parameter ${name} must be printable ASCII.`);
    request.headers[header] = value;
  }
  const rest = left.toString();
  request.url = rest === '' ? path : `${path}?${rest}`;
}
