import type { INestApplicationContext } from '@nestjs/common';
import type { RequestHandler } from 'express';
import { ISSUER_PATH } from '../../shared/http/bearer/issuer.js';
import { surfaceEnteredBy } from '../../surfaces/gate.js';
import { AuthorizationServer } from './authorization-server.js';
import { DISCOVERY, isEngineRoute } from './engine-routes.js';

/** RFC 8414, 3.1: the well-known part stands before the issuer's path. OpenID Connect puts it behind. */
const RFC_8414_PATH = `/.well-known/oauth-authorization-server${ISSUER_PATH}`;

/** Puts the protocol engine ahead of our own body parser and routes: it reads and answers by itself. */
export function mountAuthorizationServer(app: INestApplicationContext): RequestHandler {
  const { handle } = app.get(AuthorizationServer);
  return (request, response, next) => {
    const target = surfaceEnteredBy(request)?.name === 'auth' ? targetBelowIssuer(request.url) : undefined;
    if (target === undefined) {
      next();
      return;
    }
    const { url } = request;
    request.originalUrl = ISSUER_PATH + target; // the engine reads off it where it is
    request.url = target;
    handle(request, response, (refusal?: unknown) => {
      request.url = url;
      next(refusal);
    });
  };
}

/** What the engine is asked for; undefined when it is nothing that it knows. */
function targetBelowIssuer(url: string): string | undefined {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (path === RFC_8414_PATH) return DISCOVERY;
  return path.startsWith(ISSUER_PATH) && isEngineRoute(path.slice(ISSUER_PATH.length))
    ? url.slice(ISSUER_PATH.length)
    : undefined;
}
