import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { Config } from '../../config.js';
import { type Middleware, newTraceId, type RequestContext, runInContext } from '../kernel/index.js';
import { callerAddress, trustedProxies, type TrustedProxies } from './trusted-proxies.js';

declare module 'node:http' {
  interface IncomingMessage {
    /** The context of the request. Handlers of connection events read it here, because they run outside the context. */
    context?: RequestContext;
  }
}

const REQUEST_ID = /^[\w-]{1,128}$/;
/** W3C Trace Context: version, trace id, parent id, flags. All zeros, and version ff, are invalid. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:$|-)/;

/** The actor of a request until a guard has checked the token. */
const UNKNOWN = { kind: 'system', id: 'anonymous' } as const;

/** The first middleware: assigns the request id and runs everything that follows in the request's context. */
export function enterContext({ trustProxy }: Config): Middleware {
  const isTrusted = trustedProxies(trustProxy);
  return (request, response, next) => {
    const context = contextOf(request, isTrusted);
    request.context = context;
    response.setHeader('X-Request-Id', context.requestId);
    runInContext(context, next);
  };
}

/** Builds the context of a request from its headers and its address, before the request is processed. */
export function contextOf(request: IncomingMessage, isTrusted: TrustedProxies): RequestContext {
  const { traceparent } = request.headers;
  return {
    requestId: requestIdIn(request, isTrusted) ?? newRequestId(),
    traceId: TRACEPARENT.exec(typeof traceparent === 'string' ? traceparent : '')?.[1] ?? newTraceId(),
    address: callerAddress(request, isTrusted),
    actor: UNKNOWN,
  };
}

/**
 * The caller's `X-Request-Id`, if valid. On the console surface, only a trusted proxy may choose the request id,
 * because the audit log uses it to find the request that a second operator approved.
 */
function requestIdIn({ headers, surface, socket }: IncomingMessage, isTrusted: TrustedProxies): string | undefined {
  const { 'x-request-id': requestId } = headers;
  if (typeof requestId !== 'string' || !REQUEST_ID.test(requestId)) return undefined;
  return surface?.name === 'console' && !isTrusted(socket.remoteAddress ?? '') ? undefined : requestId;
}

export const newRequestId = (): string => randomUUID();

/** The ids of the caller, which a guard has stored on the request after checking the token. */
export interface Known {
  readonly clientId?: unknown;
  readonly enterpriseId?: unknown;
  readonly sub?: unknown;
}

/** The caller that a guard has identified: a client, or a user through a client. */
export function callerOf({ user }: Request): readonly [client: string, user: string] | undefined {
  const { clientId, sub } = (user ?? {}) as Known;
  if (typeof clientId !== 'string') return undefined;
  return [clientId, typeof sub === 'string' ? sub : ''];
}
