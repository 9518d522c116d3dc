import { type RequestHandler, Router } from 'express';
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
  backchannel_authentication: '/oauth/bc-authorize',
  device_authorization: '/oauth/device-authorization',
  code_verification: '/oauth/device',
  end_session: '/oauth/logout',
} as const;

/**
 * The path of client registration. A controller answers it instead of the engine, which would store client secrets
 * unhashed and accept an initial access token any number of times.
 */
export const REGISTRATION = '/oauth/register';

export const DISCOVERY = '/.well-known/openid-configuration';

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  [DISCOVERY]: ['GET', 'HEAD', 'OPTIONS'],
  [routes.jwks]: ['GET', 'HEAD', 'OPTIONS'],
  [routes.authorization]: ['GET', 'HEAD', 'POST'],
  [routes.userinfo]: ['GET', 'HEAD', 'POST', 'OPTIONS'],
  [routes.token]: ['POST', 'OPTIONS'],
  [routes.introspection]: ['POST', 'OPTIONS'],
  [routes.revocation]: ['POST', 'OPTIONS'],
  [routes.pushed_authorization_request]: ['POST', 'OPTIONS'],
  [routes.backchannel_authentication]: ['POST'],
  [routes.device_authorization]: ['POST', 'OPTIONS'],
  [routes.code_verification]: ['GET', 'HEAD', 'POST'],
  [routes.end_session]: ['GET', 'HEAD', 'POST'],
};

/** The HTTP methods that an engine path supports, or undefined for a path without a list. */
export const methodsOf = (path: string): readonly string[] | undefined => ALLOWED[path];

const fixed = new Set<string>([
  ...Object.values(routes),
  DISCOVERY,
  `${routes.end_session}/confirm`,
  `${routes.end_session}/success`,
]);
const resumed = new RegExp(`^(?:${routes.authorization}|${routes.code_verification})/[\\w-]{1,64}$`);

/**
 * Whether the engine has a route for this path. The engine itself would also accept uppercase letters and a trailing
 * slash.
 */
export const isEngineRoute = (path: string): boolean => fixed.has(path) || resumed.test(path);

/**
 * Metadata is served wherever clients look for it: RFC 8414, 3.1, puts the well-known part before the issuer's path,
 * OpenID Connect puts it after the path, and some libraries know only the host.
 */
const discoveryPaths = new Set(
  [DISCOVERY, '/.well-known/oauth-authorization-server'].flatMap((name) => [
    name,
    name + ISSUER_PATH,
    ISSUER_PATH + name,
  ]),
);

/**
 * Mounts the engine on Express, below the issuer. The engine gets only its own paths. Controllers handle all others.
 */
export function engineRouter(answer: RequestHandler): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use((request, _response, next) => {
    if (discoveryPaths.has(request.path)) request.url = ISSUER_PATH + DISCOVERY;
    next();
  });
  router.use(ISSUER_PATH, (request, response, next) => {
    if (isEngineRoute(request.path)) answer(request, response, next);
    else next();
  });
  return router;
}
