import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { Request } from 'express';
import { type RequestContext } from '../kernel/request-context.js';
import { plainAddress } from './trusted-proxies.js';

const REQUEST_ID = /^[\w-]{1,128}$/;
/** W3C Trace Context: version, trace id, parent id, flags. All zeros, and version ff, are invalid. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:$|-)/;

/** Nobody until a guard has looked at the token. */
const UNKNOWN = { kind: 'system', id: 'anonymous' } as const;

export function requestContextOf(request: Request): RequestContext {
  const { 'x-request-id': requestId, traceparent } = request.headers;
  return {
    requestId: typeof requestId === 'string' && REQUEST_ID.test(requestId) ? requestId : newRequestId(),
    traceId: TRACEPARENT.exec(typeof traceparent === 'string' ? traceparent : '')?.[1] ?? newTraceId(),
    address: addressOf(request),
    actor: UNKNOWN,
  };
}

// Node keeps random bytes in stock for these; asking for sixteen each time costs more than all else that is done here.
export const newRequestId = (): string => randomUUID();
export const newTraceId = (): string => randomUUID().replaceAll('-', '');

/** Express counts the trusted hops; what a proxy writes there need not be an address. */
function addressOf({ ip, socket }: Request): string | null {
  const address = plainAddress(ip ?? '');
  return isIP(address) ? address : (socket.remoteAddress ?? null);
}
