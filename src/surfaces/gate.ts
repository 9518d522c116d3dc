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

/** Somebody who looks for a page. Programs get a problem document. */
const isLost = (surface: Surface, { method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '') && !serves(surface, url);

const twoAuthorizations = () => KernelErrors.brokenSyntax('A request has at most one Authorization header.');

/**
 * Whether the raw target is below a prefix, letter by letter. A path that could mean another one after decoding or
 * normalising (encoded slashes and dots, dot segments, doubled or backward slashes) matches nothing.
 */
export function serves(surface: Surface, target: string): boolean {
  const path = target.split('?', 1)[0] ?? '';
  if (!path.startsWith('/') || AMBIGUOUS.test(path)) return false;
  return (
    path === ROOT ||
    surface.prefixes.some((prefix) => (prefix.endsWith('/') ? path.startsWith(prefix) : path === prefix))
  );
}

/** The path that people open who know only a host. Every surface says there what it is. */
const ROOT = '/';

const AMBIGUOUS = /\/\/|[\\#]|[^!-~]|%(?:2e|2f|5c|00)|\/\.{1,2}(?:\/|$)/i;

/** RFC 9112, section 3.2. The service never reads `Host`, but a proxy in front of it may. */
export function hasOneHost(request: IncomingMessage): boolean {
  const hosts = countOf('host', request);
  return hosts === 1 || (hosts === 0 && request.httpVersionMinor === 0);
}

/** Node keeps the first of several headers, and a proxy in front of it may keep another. */
function countOf(header: string, { rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === header.length && name.toLowerCase() === header) count += 1;
  }
  return count;
}

/**
 * Accepted upgrades do not pass here. Others (such as `h2c`, which some HTTP clients offer with every plain request) are
 * only offers: a server that does not accept one answers the request as it is (RFC 9110, section 7.8).
 */
const isSocketHandshake = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket';
