import type { IncomingMessage } from 'node:http';
import { ISSUER_PATH } from '../../../shared/auth-guard/index.js';

/** The engine's paths below the issuer. */
export const routes = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  userinfo: '/oauth/userinfo',
  jwks: '/oauth/jwks',
  introspection: '/oauth/introspect',
  revocation: '/oauth/revoke',
  pushed_authorization_request: '/oauth/par',
  end_session: '/oauth/logout',
} as const;

export const DISCOVERY = '/.well-known/openid-configuration';

const fixed = new Set<string>([
  ...Object.values(routes),
  DISCOVERY,
  `${routes.end_session}/confirm`,
  `${routes.end_session}/success`,
]);
const resumed = new RegExp(`^${routes.authorization}/[\\w-]{1,64}$`);

/** An exact match: the engine would also accept capitals and a trailing slash. */
export const isEngineRoute = (path: string): boolean => fixed.has(path) || resumed.test(path);

/**
 * RFC 8414, 3.1, puts the well-known part before the issuer's path, OpenID Connect behind it. Libraries mix both, and
 * some know only the host.
 */
const discoveryPaths = new Set(
  [DISCOVERY, '/.well-known/oauth-authorization-server'].flatMap((name) => [
    name,
    name + ISSUER_PATH,
    ISSUER_PATH + name,
  ]),
);

/** Whether a request is for the protocol engine: it entered by the auth listener, for one of the engine's paths. */
export const isForEngine = ({ surface, url = '' }: IncomingMessage): boolean =>
  surface?.name === 'auth' && targetBelowIssuer(url) !== undefined;

/** The engine expects the path below its mount point in `url`, and the whole one in `originalUrl`. */
export function cutToEngine(request: IncomingMessage): void {
  const target = targetBelowIssuer(request.url ?? '') ?? '';
  request.originalUrl = ISSUER_PATH + target;
  request.url = target;
}

function targetBelowIssuer(url: string): string | undefined {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (discoveryPaths.has(path)) return DISCOVERY;
  return path.startsWith(ISSUER_PATH) && isEngineRoute(path.slice(ISSUER_PATH.length))
    ? url.slice(ISSUER_PATH.length)
    : undefined;
}
