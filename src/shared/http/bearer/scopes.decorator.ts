import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';

export const SCOPES = 'countersign:scopes';
export const WITHOUT_TOKEN = 'countersign:without-token';

/** The name under which the documents describe our tokens. */
export const OAUTH_SCHEME = 'oauth2';

/** The scopes that a caller's token needs, all of them. On a class it holds for each route that names none itself. */
export const Scopes = (...scopes: [string, ...string[]]) =>
  applyDecorators(SetMetadata(SCOPES, scopes), ApiSecurity(OAUTH_SCHEME, scopes));

/** A route that anyone may call, and why that is right. */
export const WithoutToken = (reason: string) => SetMetadata(WITHOUT_TOKEN, reason);
