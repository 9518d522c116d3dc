import type { Middleware } from '../shared/kernel/index.js';

const PREFLIGHT = [
  ['Access-Control-Allow-Methods', 'POST'],
  ['Access-Control-Allow-Headers', 'authorization, content-type, dpop'],
  ['Access-Control-Max-Age', '600'],
] as const;

/**
 * Allows pages of any origin (CORS) to call the paths below `prefix`. The routes there accept tokens and ignore
 * cookies, so a page has no more rights than any other program. The authorization server decides which pages get
 * tokens.
 */
export const allowOtherOrigins =
  (prefix: string): Middleware =>
  ({ method, headers, url }, response, next) => {
    if (headers.origin === undefined || url?.startsWith(prefix) !== true) {
      next();
      return;
    }
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', 'Countersign-Mode, Date, Retry-After, X-Request-Id');
    if (method !== 'OPTIONS') {
      next();
      return;
    }
    for (const [name, value] of PREFLIGHT) response.setHeader(name, value);
    response.writeHead(204).end();
  };
