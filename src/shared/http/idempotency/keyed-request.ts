import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { JsonValue } from '../../kernel/json.js';
import { KernelErrors } from '../../kernel/kernel.errors.js';
import { canonicalJson } from '../../security/canonical-json.js';
import { callerOf } from '../caller.js';
import { UnreadBody } from '../validation/unread-body.js';

/** A request that may be repeated without being done twice. */
export interface KeyedRequest {
  /** One for each caller, path and key. */
  readonly id: Buffer;
  /** Differs for every other request. */
  readonly content: string;
}

const KEY = /^[!-~]{1,255}$/;

/**
 * What a POST says with its Idempotency-Key. `undefined`: it has none, or nobody to keep it for. Users of one client are
 * callers of their own: none may be answered with what another was told.
 */
export function keyedRequest(request: Request): KeyedRequest | undefined {
  const key = request.headers['idempotency-key'];
  const caller = callerOf(request);
  if (key === undefined || caller === undefined || request.method !== 'POST') return undefined;
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw KernelErrors.invalidArguments('An Idempotency-Key has 1 to 255 visible ASCII characters.');
  }
  const content = contentOf(request);
  return content === undefined ? undefined : { id: idOf([...caller, request.path, key]), content };
}

const idOf = (parts: readonly string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();

/**
 * The same members in another order are the same request. A body that is not JSON, or that no route would take, is not
 * worth keeping an answer for.
 */
function contentOf({ body, originalUrl, headers }: Request): string | undefined {
  if (body instanceof UnreadBody) return undefined;
  const query = originalUrl.slice(originalUrl.indexOf('?') + 1 || originalUrl.length);
  try {
    const parts = [query, headers['enterprise-id'] ?? null, (body as JsonValue | undefined) ?? null];
    return createHash('sha256').update(canonicalJson(parts)).digest('base64url');
  } catch {
    return undefined;
  }
}
