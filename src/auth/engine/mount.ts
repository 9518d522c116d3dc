import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { ISSUER_PATH } from '../../shared/http/bearer/issuer.js';
import { surfaceEnteredBy } from '../../surfaces/gate.js';
import { AuthorizationServer } from './authorization-server.js';

/** RFC 8414, 3.1: the well-known part stands before the issuer's path. OpenID Connect puts it behind. */
const RFC_8414_PATH = `/.well-known/oauth-authorization-server${ISSUER_PATH}`;
const OPENID_PATH = `${ISSUER_PATH}/.well-known/openid-configuration`;

/** Puts the protocol engine ahead of our own body parser and routes: it reads and answers by itself. */
export function mountAuthorizationServer(app: NestExpressApplication): void {
  const { handle } = app.get(AuthorizationServer);
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (surfaceEnteredBy(request)?.name !== 'auth') {
      next();
      return;
    }
    if (request.path === RFC_8414_PATH) request.url = request.originalUrl = OPENID_PATH;
    next();
  });
  app.use(ISSUER_PATH, handle);
}
