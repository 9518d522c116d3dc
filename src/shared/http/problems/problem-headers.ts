import type { IncomingHttpHeaders } from 'node:http';
import type { DomainError } from '../../kernel/errors.js';

/** What RFC 9110 wants beside the status. */
export function problemHeaders({ kind, extra }: DomainError, request: IncomingHttpHeaders): Record<string, string> {
  const headers: Record<string, string> = {};
  if (extra.retryAfterSeconds !== undefined)
    headers['Retry-After'] = String(Math.max(1, Math.ceil(extra.retryAfterSeconds)));
  if (kind.faces.status === 401) headers['WWW-Authenticate'] = challenge(kind.faces.oauth, extra['challenge'], request);
  if (kind.faces.status === 403 && kind.faces.oauth === 'insufficient_scope') {
    headers['WWW-Authenticate'] = insufficient(extra['scope']);
  }
  if (Array.isArray(extra['allow'])) headers['Allow'] = extra['allow'].join(', ');
  return headers;
}

/** RFC 6750, section 3.1: who has sent no token at all is told no error code. Another scheme may bring its own words. */
function challenge(error = 'invalid_token', own: unknown, { authorization }: IncomingHttpHeaders): string {
  if (typeof own === 'string') return own;
  return authorization === undefined ? 'Bearer realm="api"' : `Bearer realm="api", error="${error}"`;
}

const insufficient = (scope: unknown): string =>
  `Bearer realm="api", error="insufficient_scope"${typeof scope === 'string' ? `, scope="${scope}"` : ''}`;
