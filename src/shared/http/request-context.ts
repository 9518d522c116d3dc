import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { newTraceId } from '../kernel/ids.js';
import { runInContext, type RequestContext } from '../kernel/request-context.js';
import { plainAddress } from './trusted-proxies.js';

const REQUEST_ID = /^[\w-]{1,128}$/;
/** W3C Trace Context: version, trace id, parent id, flags. All zeros, and version ff, are invalid. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:$|-)/;

/** Nobody until a guard has looked at the token. */
const UNKNOWN = { kind: 'system', id: 'anonymous' } as const;

const CONTEXT = Symbol('what is known of a request before anything is done for it');
type Known = IncomingMessage & { [CONTEXT]?: RequestContext };

/** To be called once, first of all. */
export function noteContext(request: Request & Known): RequestContext {
  return (request[CONTEXT] = made(request));
}

export const contextOf = (request: Known): RequestContext | undefined => request[CONTEXT];

/** What follows is done in the context of the request. Its own events are not: they come from its connection. */
export const enterContext: RequestHandler = (request, _response, next) => {
  const context = contextOf(request);
  if (context) runInContext(context, next);
  else next();
};

function made(request: Request): RequestContext {
  const { 'x-request-id': requestId, traceparent } = request.headers;
  return {
    requestId: typeof requestId === 'string' && REQUEST_ID.test(requestId) ? requestId : newRequestId(),
    traceId: TRACEPARENT.exec(typeof traceparent === 'string' ? traceparent : '')?.[1] ?? newTraceId(),
    address: addressOf(request),
    actor: UNKNOWN,
  };
}

export const newRequestId = (): string => randomUUID();

/** Express counts the trusted hops, when there are any; what a proxy writes there need not be an address. */
function addressOf(request: Request): string | null {
  const { remoteAddress = null } = request.socket;
  const told = request.headers['x-forwarded-for'] === undefined ? remoteAddress : request.ip;
  const address = plainAddress(told ?? '');
  return isIP(address) ? address : remoteAddress;
}
