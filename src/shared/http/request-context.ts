import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { Config } from '../../config.js';
import { newTraceId } from '../kernel/ids.js';
import { runInContext, type RequestContext } from '../kernel/request-context.js';
import type { Middleware } from './middleware.js';
import { callerAddress, trustedProxies, type TrustedProxies } from './trusted-proxies.js';

declare module 'node:http' {
  interface IncomingMessage {
    /** For what follows an event of the connection, which comes without the context of the request. */
    context?: RequestContext;
  }
}

const REQUEST_ID = /^[\w-]{1,128}$/;
/** W3C Trace Context: version, trace id, parent id, flags. All zeros, and version ff, are invalid. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:$|-)/;

/** Nobody until a guard has looked at the token. */
const UNKNOWN = { kind: 'system', id: 'anonymous' } as const;

/** The very first: whoever calls gets a request id, and what follows runs in the context of the request. */
export function enterContext({ trustProxy }: Config): Middleware {
  const isTrusted = trustedProxies(trustProxy);
  return (request, response, next) => {
    const context = contextOf(request, isTrusted);
    request.context = context;
    response.setHeader('X-Request-Id', context.requestId);
    runInContext(context, next);
  };
}

/** What is known of a request before anything is done for it. */
export function contextOf(request: IncomingMessage, isTrusted: TrustedProxies): RequestContext {
  const { 'x-request-id': requestId, traceparent } = request.headers;
  return {
    requestId: typeof requestId === 'string' && REQUEST_ID.test(requestId) ? requestId : newRequestId(),
    traceId: TRACEPARENT.exec(typeof traceparent === 'string' ? traceparent : '')?.[1] ?? newTraceId(),
    address: callerAddress(request, isTrusted),
    actor: UNKNOWN,
  };
}

export const newRequestId = (): string => randomUUID();

interface Known {
  readonly clientId?: unknown;
  readonly sub?: unknown;
}

/** Who a guard has found to be calling: a client, or a user by way of one. */
export function callerOf({ user }: Request): readonly [client: string, user: string] | undefined {
  const { clientId, sub } = (user ?? {}) as Known;
  if (typeof clientId !== 'string') return undefined;
  return [clientId, typeof sub === 'string' ? sub : ''];
}
