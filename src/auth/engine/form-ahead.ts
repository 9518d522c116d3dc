import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { ISSUER_PATH } from '../../shared/http/bearer/issuer.js';
import { surfaceEnteredBy } from '../../surfaces/gate.js';
import { routes } from './engine-routes.js';

/** Where the engine takes forms, all of them small. */
const TAKES_FORM = new Set(
  [routes.token, routes.introspection, routes.revocation, routes.pushed_authorization_request].map(
    (path) => ISSUER_PATH + path,
  ),
);
/** What is longer, or does not say how long it is, is left to the engine, to read or to refuse. */
const LONGEST = 16 * 1024;
const FORM = /^application\/x-www-form-urlencoded(?:; ?charset=utf-8)?$/i;

/**
 * Reads a form before the engine does, and before the request has a context. The engine would await each piece, and that
 * is an eighth of what a token costs; the pieces come by themselves to whoever listens. Who leaves meanwhile is not answered.
 */
export const readFormAhead: RequestHandler = (request, _response, next) => {
  if (!isShortForm(request)) {
    next();
    return;
  }
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    request.body = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    next();
  });
};

function isShortForm(request: IncomingMessage): boolean {
  const { method, url = '', headers } = request;
  if (method !== 'POST' || !TAKES_FORM.has(url) || surfaceEnteredBy(request)?.name !== 'auth') return false;
  return FORM.test(headers['content-type'] ?? '') && Number(headers['content-length'] ?? Infinity) <= LONGEST;
}
