import type { IncomingMessage } from 'node:http';
import { KernelErrors, type Middleware } from '../shared/kernel/index.js';
import type { Surface } from '../shared/http/index.js';

/** Answers 404 for every path that the listener of the request does not serve. */
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

/** Whether a browser asks for a page at an unknown path. Other callers get a problem document. */
const isLost = (surface: Surface, { method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '') && !serves(surface, url);

const twoAuthorizations = () => KernelErrors.brokenSyntax('A request has at most one Authorization header.');

/**
 * Whether the raw target begins with a prefix of the surface. A path that could mean another one after decoding or
 * normalising (encoded slashes and dots, dot segments, double slashes or backslashes) matches nothing.
 */
export function serves(surface: Surface, target: string): boolean {
  const path = target.split('?', 1)[0] ?? '';
  if (!path.startsWith('/') || AMBIGUOUS.test(path)) return false;
  return (
    path === ROOT ||
    surface.prefixes.some((prefix) => (prefix.endsWith('/') ? path.startsWith(prefix) : path === prefix))
  );
}

/** The path that people open when they know only the host. Each surface answers it with a description of itself. */
const ROOT = '/';

const AMBIGUOUS = /\/\/|[\\#]|[^!-~]|%(?:2e|2f|5c|00)|\/\.{1,2}(?:\/|$)/i;

/**
 * Whether the request has exactly one Host header (RFC 9112, section 3.2). The service never reads it, but a proxy in
 * front may.
 */
export function hasOneHost(request: IncomingMessage): boolean {
  const hosts = countOf('host', request);
  return hosts === 1 || (hosts === 0 && request.httpVersionMinor === 0);
}

/** Counts a header in the raw request: Node keeps the first of several, and a proxy in front may use another one. */
function countOf(header: string, { rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === header.length && name.toLowerCase() === header) count += 1;
  }
  return count;
}

/**
 * Whether a request that was not upgraded asked for a WebSocket. Other upgrades are only offers (such as `h2c`, which
 * some HTTP clients send with every request), so the request is answered normally (RFC 9110, section 7.8).
 */
const isSocketHandshake = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket';
