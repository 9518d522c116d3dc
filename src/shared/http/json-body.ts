import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import express, { type Request, type RequestHandler } from 'express';
import { KernelErrors } from '../kernel/index.js';
import { UnreadBody } from '../fields/index.js';

export const LARGEST_BODY = 1024 * 1024;

/**
 * The maximum Content-Length of a refused body that is still read to the end, because many clients do not read the
 * response until they have sent the whole body.
 */
const READ_OFF = 16 * LARGEST_BODY;

const METHODS = new Set(['POST', 'PUT', 'PATCH']);

const parse = express.json({
  limit: LARGEST_BODY,
  // accepts scalars, because they are valid JSON; the validation refuses them later if the route expects an object
  strict: false,
  verify(request, _response, bytes) {
    if (!isUtf8(bytes)) throw KernelErrors.brokenSyntax('The body is not UTF-8.');
    if (request.headers['webhook-signature'] !== undefined) signedBodies.set(request, bytes);
  },
});

/** The exact bytes of signed request bodies, because signatures cover bytes. Released together with the request. */
const signedBodies = new WeakMap<IncomingMessage, Buffer>();

/** The bytes of a JSON body that came with `Webhook-Signature`. Empty if the request has no such header. */
export const signedBodyOf = (request: IncomingMessage): Buffer => signedBodies.get(request) ?? Buffer.alloc(0);

/** Reads JSON bodies of POST, PUT and PATCH. Bodies of other types are left to the routes that accept them. */
export const jsonBody: RequestHandler = (request, response, next) => {
  if (!METHODS.has(request.method) || !hasBody(request)) {
    next();
  } else if (isNotWorthReading(request)) {
    response.setHeader('Connection', 'close');
    next(KernelErrors.bodyTooLarge());
  } else if (isOtherText(request)) {
    next(KernelErrors.unsupportedMediaType());
  } else {
    request.body = new UnreadBody();
    parse(request, response, next);
  }
};

/**
 * Whether the Content-Type header names a character encoding other than UTF-8. The parser would accept other encodings,
 * even UTF-7.
 */
const isOtherText = ({ headers }: Request): boolean =>
  /^application\/json\b.*;\s*charset=(?!"?utf-?8"?\s*(?:;|$))/i.test(headers['content-type'] ?? '');

/**
 * With `Expect: 100-continue`, the caller has not sent the body yet, so the response can be sent without reading it.
 */
const awaitsContinue = ({ headers }: IncomingMessage): boolean => headers.expect?.toLowerCase() === '100-continue';

export const isTooLarge = ({ headers }: IncomingMessage): boolean =>
  /^application\/json\b/i.test(headers['content-type'] ?? '') && Number(headers['content-length'] ?? 0) > LARGEST_BODY;

const isNotWorthReading = (request: Request): boolean =>
  isTooLarge(request) && (awaitsContinue(request) || Number(request.headers['content-length']) > READ_OFF);

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
