import type { OpenAPIObject } from '@nestjs/swagger';
import { ISSUER_PATH } from '../../../shared/auth-guard/index.js';
import { DISCOVERY, REGISTRATION, routes } from '../engine/engine.routes.js';
import { requestBackchannelAuthentication } from './backchannel.operations.js';
import { requestDeviceAuthorization } from './device.operations.js';
import { json, object, problem, text, type Operation, type Schema } from './operation.parts.js';
import {
  deleteRegistration,
  readRegistration,
  registerClient,
  replaceRegistration,
} from './registration.operations.js';
import { authorize, authorizeByForm, logout, logoutByForm, pushAuthorization } from './sign-in.operations.js';
import { introspect, revoke, token, userinfo, userinfoByForm } from './token.operations.js';

const TAGS = ['Metadata'];

const jwks: Operation = {
  operationId: 'jwks',
  tags: TAGS,
  summary: 'Get the public keys that verify tokens',
  description:
    'An old key stays in the list until every token that it signed has expired. Fetch the list again when you see an unknown `kid`.',
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
  summary: `Get the server metadata (${standard})`,
  description: 'Lists the endpoints of the authorization server and what they support. Fetch it once and cache it.',
  responses: {
    '200': json('The metadata: endpoints, scopes and algorithms.', {
      ...object({ issuer: text('The issuer. It is the `iss` claim of every token.', { format: 'uri' }) }, ['issuer']),
      additionalProperties: true,
    }),
    '429': problem('Too many requests from this address.'),
  },
});

const below = (path: string): string => `${ISSUER_PATH}${path}`;

/** The endpoints of the authorization server. The protocol engine handles them, so no controller describes them. */
export const authorizationServerPaths: OpenAPIObject['paths'] = {
  [below(routes.authorization)]: { get: authorize, post: authorizeByForm },
  [below(routes.token)]: { post: token },
  [below(routes.userinfo)]: { get: userinfo, post: userinfoByForm },
  [below(routes.introspection)]: { post: introspect },
  [below(routes.revocation)]: { post: revoke },
  [below(routes.pushed_authorization_request)]: { post: pushAuthorization },
  [below(routes.backchannel_authentication)]: { post: requestBackchannelAuthentication },
  [below(routes.device_authorization)]: { post: requestDeviceAuthorization },
  [below(routes.end_session)]: { get: logout, post: logoutByForm },
  [below(REGISTRATION)]: { post: registerClient },
  [`${below(REGISTRATION)}/{clientId}`]: {
    get: readRegistration,
    put: replaceRegistration,
    delete: deleteRegistration,
  },
  [below(routes.jwks)]: { get: jwks },
  [below(DISCOVERY)]: { get: metadata('openidConfiguration', 'OpenID Connect Discovery') },
  [`/.well-known/oauth-authorization-server${ISSUER_PATH}`]: { get: metadata('serverMetadata', 'RFC 8414') },
};

export const authorizationServerSchemas: Record<string, Schema> = {
  OAuthError: object(
    {
      error: text('The error code, for programs.'),
      error_description: text('An explanation for developers. Do not show it to users.'),
    },
    ['error'],
  ),
};
