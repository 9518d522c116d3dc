import type { IncomingMessage } from 'node:http';
import { KernelErrors, type Middleware } from '../shared/kernel/index.js';
import type { Surface } from '../shared/http/index.js';

/** Responds with 404 to every path that the request's listener does not serve. */
export const gate: Middleware = (request, response, next) => {
  const { surface } = request;
  const handshake = isSocketHandshake(request);
  if (handshake) response.setHeader('Connection', 'close');
  if (surface?.lostPage !== undefined && !handshake && isLost(surface, request)) request.url = surface.lostPage;
  else if (!surface || handshake || !serves(surface, request.url ?? '')) {
    next(KernelErrors.notFound());
    return;
  }
  if (!hasOneHost(request)) next(KernelErrors.brokenSyntax('A request has exactly one Host header.'));
  else if (countOf('authorization', request) > 1) next(twoAuthorizations());
  else next();
};

/**
 * Whether a browser requests a page at an unknown path. Some listeners, such as that of the console, then respond with
 * a page of their own. Other callers get a problem document.
 */
const isLost = (surface: Surface, { method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '') && !serves(surface, url);

const twoAuthorizations = () => KernelErrors.brokenSyntax('A request has at most one Authorization header.');

/**
 * Whether the surface (a listener with its own paths) serves the path of a raw request target. A path that could become
 * another one by decoding or normalising never matches: encoded slashes or dots, dot segments, double slashes,
 * backslashes.
 */
export function serves(surface: Surface, target: string): boolean {
  const path = target.split('?', 1)[0] ?? '';
  if (!path.startsWith('/') || AMBIGUOUS.test(path)) return false;
  return (
    path === ROOT ||
    surface.prefixes.some((prefix) => (prefix.endsWith('/') ? path.startsWith(prefix) : path === prefix))
  );
}

/** The path that people open if they know only the host. Each listener responds with a page or a redirect. */
const ROOT = '/';

const AMBIGUOUS = /\/\/|[\\#]|[^!-~]|%(?:2e|2f|5c|00)|\/\.{1,2}(?:\/|$)/i;

/**
 * Whether the request has exactly one Host header (RFC 9112, section 3.2). HTTP/1.0 requests may have none. The service
 * does not use the header, but a proxy in front of it may.
 */
export function hasOneHost(request: IncomingMessage): boolean {
  const hosts = countOf('host', request);
  return hosts === 1 || (hosts === 0 && request.httpVersionMinor === 0);
}

/**
 * Counts the occurrences of a header in the raw request. Node keeps only the first one, but a proxy in front of the
 * service may use another one.
 */
function countOf(header: string, { rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === header.length && name.toLowerCase() === header) count += 1;
  }
  return count;
}

/**
 * Whether a request that Node treats as an ordinary one was meant to open a WebSocket. Other upgrades are only offers,
 * such as `h2c`, which some HTTP clients send with every request. Requests with such offers get a normal response (RFC
 * 9110, section 7.8).
 */
const isSocketHandshake = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket';
