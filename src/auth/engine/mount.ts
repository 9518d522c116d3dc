import type { IncomingMessage } from 'node:http';
import { ISSUER_PATH } from '../../shared/http/bearer/issuer.js';
import { DISCOVERY, isEngineRoute } from './engine-routes.js';

/** RFC 8414, 3.1: the well-known part stands before the issuer's path. OpenID Connect puts it behind. */
const RFC_8414_PATH = `/.well-known/oauth-authorization-server${ISSUER_PATH}`;

/** Whether a request is for the protocol engine: it came in by the auth listener, for a path that the engine knows. */
export const isForEngine = ({ surface, url = '' }: IncomingMessage): boolean =>
  surface?.name === 'auth' && targetBelowIssuer(url) !== undefined;

/** The engine wants to see its own path in `url`, and where it stands in `originalUrl`. */
export function cutToEngine(request: IncomingMessage): void {
  const target = targetBelowIssuer(request.url ?? '') ?? '';
  request.originalUrl = ISSUER_PATH + target;
  request.url = target;
}

function targetBelowIssuer(url: string): string | undefined {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (path === RFC_8414_PATH) return DISCOVERY;
  return path.startsWith(ISSUER_PATH) && isEngineRoute(path.slice(ISSUER_PATH.length))
    ? url.slice(ISSUER_PATH.length)
    : undefined;
}
