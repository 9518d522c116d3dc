import type { OpenAPIObject } from '@nestjs/swagger';
import { ISSUER_PATH } from '../../../shared/auth-guard/index.js';
import { DISCOVERY, routes } from '../engine/engine.routes.js';
import { json, object, problem, text, type Operation, type Schema } from './operation.parts.js';
import { authorize, authorizeByForm, logout, logoutByForm, pushAuthorization } from './sign-in.operations.js';
import { introspect, revoke, token, userinfo, userinfoByForm } from './token.operations.js';

const TAGS = ['Metadata'];

const jwks: Operation = {
  operationId: 'jwks',
  tags: TAGS,
  summary: 'Read the public signing keys',
  description: 'Old keys stay until nothing signed with them can be valid. Fetch again when a `kid` is unknown.',
  responses: {
    '200': json(
      'A JSON Web Key Set (RFC 7517).',
      object({ keys: { type: 'array', items: { type: 'object', additionalProperties: true } } }, ['keys']),
      { keys: { keys: [{ kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256', kid: 'k1', x: '…', y: '…' }] } },
      'application/jwk-set+json',
    ),
    '429': problem('Too many requests from this address.'),
  },
};

const metadata = (operationId: string, standard: string): Operation => ({
  operationId,
  tags: TAGS,
  summary: `Read what the server can do (${standard})`,
  description: 'Where its endpoints are, and what they take. Programs read it once and keep it.',
  responses: {
    '200': json('The metadata: endpoints, scopes, algorithms.', {
      ...object({ issuer: text('Whom tokens name as `iss`.', { format: 'uri' }) }, ['issuer']),
      additionalProperties: true,
    }),
    '429': problem('Too many requests from this address.'),
  },
});

const below = (path: string): string => `${ISSUER_PATH}${path}`;

/** The endpoints of the authorization server: the protocol engine answers them, so no controller describes them. */
export const authorizationServerPaths: OpenAPIObject['paths'] = {
  [below(routes.authorization)]: { get: authorize, post: authorizeByForm },
  [below(routes.token)]: { post: token },
  [below(routes.userinfo)]: { get: userinfo, post: userinfoByForm },
  [below(routes.introspection)]: { post: introspect },
  [below(routes.revocation)]: { post: revoke },
  [below(routes.pushed_authorization_request)]: { post: pushAuthorization },
  [below(routes.end_session)]: { get: logout, post: logoutByForm },
  [below(routes.jwks)]: { get: jwks },
  [below(DISCOVERY)]: { get: metadata('openidConfiguration', 'OpenID Connect Discovery') },
  [`/.well-known/oauth-authorization-server${ISSUER_PATH}`]: { get: metadata('serverMetadata', 'RFC 8414') },
};

export const authorizationServerSchemas: Record<string, Schema> = {
  OAuthError: object(
    {
      error: text('Programs go by it.'),
      error_description: text('For people who develop.'),
    },
    ['error'],
  ),
};
