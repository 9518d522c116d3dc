import http, {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { issuerOf } from '../shared/auth-guard/index.js';
import { DeveloperOnly, framedPaths, surfaces } from '../shared/http/index.js';
import { KernelErrors, type Middleware } from '../shared/kernel/index.js';
import { outboundTrust, type OutboundTrust } from '../shared/outbound/index.js';

const FRAMED = ['auth', 'idv', 'mobile'];
/** Headers that apply to one connection and are not forwarded (RFC 9110, section 7.6.1). */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'content-length'];
/** Browsers accept cookies with these prefixes only over TLS, so they are renamed. */
const PREFIXES = { '__Host-': 'demo-host-', '__Secure-': 'demo-secure-' };

/**
 * A reverse proxy that serves the pages in the demo's frames from the demo's own origin, so that a browser has to
 * accept only one development certificate. It forwards requests to the listeners of the service, and rewrites only URLs
 * and cookies.
 */
@Injectable()
export class DemoGateway {
  readonly #log = new Logger('Demo');
  readonly #trust: OutboundTrust;
  readonly #developers: DeveloperOnly;
  readonly #origins: readonly string[];

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.#trust = outboundTrust(config);
    this.#developers = new DeveloperOnly(config);
    this.#origins = [config.authUrl, config.idvUrl, config.mobileUrl, comeBackAt(config)];
  }

  readonly pass: Middleware = (request, response, next) => {
    const target = this.#targetOf(request.url ?? '');
    if (target === undefined) next();
    else if (!this.#developers.admits(request)) next(KernelErrors.notFound());
    else
      this.#passTo(target, request, response).catch((error: unknown) => {
        this.#log.debug({ err: error }, 'A frame was not answered');
        if (response.headersSent) response.destroy();
        else next(KernelErrors.unavailable());
      });
  };

  /** The URL of the listener that serves this path. `undefined` if the demo serves it itself. */
  #targetOf(path: string): string | undefined {
    if (
      !framedPaths.some((prefix) => path.split('?')[0] === prefix || (prefix.endsWith('/') && path.startsWith(prefix)))
    )
      return undefined;
    const surface = surfaces.find(
      ({ name, prefixes }) => FRAMED.includes(name) && prefixes.some((prefix) => path.startsWith(prefix)),
    );
    return surface?.url(this.config);
  }

  async #passTo(target: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await this.#answerOf(target, request);
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    response.statusCode = answer.statusCode ?? 502;
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && !OF_THE_CONNECTION.includes(name))
        response.setHeader(name, this.#rewriteResponseHeader(name, value));
    if (/^text\/html\b/.test(answer.headers['content-type'] ?? '')) {
      response.end(this.#pageHere((await buffer(answer)).toString('utf8')));
      return;
    }
    await pipeline(answer, response);
  }

  #answerOf(target: string, request: IncomingMessage): Promise<IncomingMessage> {
    const url = new URL(request.url ?? '', target);
    const secure = url.protocol === 'https:';
    const options: RequestOptions = {
      method: request.method,
      headers: this.#upstreamHeaders(url, request.headers),
      ...(secure && { secureContext: this.#trust() }),
    };
    return new Promise((resolve, reject) => {
      const asked = (secure ? https : http).request(url, options, resolve);
      asked.on('error', reject);
      request.on('aborted', () => asked.destroy());
      request.pipe(asked);
    });
  }

  #upstreamHeaders({ host }: URL, headers: IncomingHttpHeaders): IncomingHttpHeaders {
    const { referer: _, ...more } = headers;
    const kept = Object.entries(more).filter(
      ([name]) => name === 'content-length' || !OF_THE_CONNECTION.includes(name),
    );
    return {
      ...Object.fromEntries(kept),
      ...{ host, 'accept-encoding': 'identity', cookie: cookiesThere(headers.cookie ?? '') },
    };
  }

  #rewriteResponseHeader(name: string, value: string | string[]): string | string[] {
    if (name === 'set-cookie') return [value].flat().map((cookie) => this.#cookieHere(cookie));
    const isAddress = ['location', 'content-security-policy', 'link'].includes(name);
    return isAddress ? this.#rewriteOrigins(String(value)) : value;
  }

  #cookieHere(cookie: string): string {
    const [prefix, name] = Object.entries(PREFIXES).find(([start]) => cookie.startsWith(start)) ?? ['', ''];
    return `${name}${cookie.slice(prefix.length)}`.replace(/; *Secure/i, '');
  }

  /**
   * Replaces the service's URLs in a page, except in the app's settings `issuer` and `mobileUrl`. These must not
   * change: tokens contain the issuer, and a phone signs the URL of each operation.
   */
  #pageHere(page: string): string {
    const { mobileUrl } = this.config;
    const names = Object.entries({ issuer: issuerOf(this.config), mobileUrl });
    const kept = names.map(([name, url]) => `&#34;${name}&#34;:&#34;${url}&#34;`);
    const at = kept.find((setting) => page.includes(setting));
    if (at === undefined) return this.#rewriteOrigins(page);
    return page
      .split(at)
      .map((part) => this.#pageHere(part))
      .join(at);
  }

  #rewriteOrigins(text: string): string {
    const { demoUrl } = this.config;
    const sockets = (url: string): string => url.replace(/^http/, 'ws');
    return this.#origins.reduce(
      (done, origin) => done.replaceAll(origin, demoUrl).replaceAll(sockets(origin), sockets(demoUrl)),
      text,
    );
  }
}

/** Replaces the origin of a URL of the service with the demo's, so that a frame of the demo can open the page. */
export function atDemo(url: string, { demoUrl }: Config): string {
  const { pathname, search, hash } = new URL(url);
  return `${demoUrl}${pathname}${search}${hash}`;
}

/**
 * The origin of the demo page that a verification redirects to at its end. The API accepts only https URLs for it, so
 * `http:` becomes `https:`, and the gateway changes it back.
 */
export const comeBackAt = ({ demoUrl }: Config): string => demoUrl.replace(/^http:/, 'https:');

/**
 * Restores the original names of the cookies that the gateway renamed. Drops cookies that the browser got from the
 * service itself, and not through the gateway.
 */
function cookiesThere(cookies: string): string {
  const pairs = cookies.split(';').map((pair) => pair.trim());
  return pairs
    .filter((pair) => !Object.keys(PREFIXES).some((prefix) => pair.startsWith(prefix)))
    .map((pair) => {
      const [prefix, name] = Object.entries(PREFIXES).find(([, here]) => pair.startsWith(here)) ?? ['', ''];
      return `${prefix}${pair.slice(name.length)}`;
    })
    .join('; ');
}
