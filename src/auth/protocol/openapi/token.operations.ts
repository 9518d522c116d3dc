import { grantTypes } from '../../client/client-profile.js';
import { formOf, json, object, problem, refusal, text, type Operation, type Schema } from './operation.parts.js';

const TAGS = ['Tokens'];

/**
 * A confidential client authenticates with HTTP Basic, in the form body, or with an assertion. A public client only
 * sends its id.
 */
export const clientAuthentication: Record<string, Schema> = {
  client_id: text('The client id. Required, unless the Authorization header or the assertion contains it.'),
  client_secret: text('The client secret. Send it with the authentication method `client_secret_post`.', {
    format: 'password',
  }),
  client_assertion_type: text(
    'The type of the client assertion. Send it with the authentication method `private_key_jwt`.',
    {
      enum: ['urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
    },
  ),
  client_assertion: text('A JWT that the client has signed, for authentication by `private_key_jwt` (RFC 7523).'),
};
export const AUTHENTICATED: Operation['security'] = [{ clientBasic: [] }, {}];

const CLIENT_REFUSED = refusal('The client authentication failed.', { invalid_client: 'client authentication failed' });
const TOO_MANY = problem('Too many requests from this address.');

const tokenRequest = object(
  {
    grant_type: text('The grant type: what the client exchanges for tokens.', {
      enum: [...grantTypes],
    }),
    code: text(
      'With `authorization_code`: the code. It can be used once and expires soon (after a minute, unless the administrator sets another time).',
    ),
    redirect_uri: text('With `authorization_code`: the same `redirect_uri` as in the authorization request.', {
      format: 'uri',
    }),
    code_verifier: text('With `authorization_code`: the PKCE code verifier that belongs to the `code_challenge`.'),
    refresh_token: text(
      'With `refresh_token`: the refresh token. The response contains a new refresh token, which replaces it.',
    ),
    auth_req_id: text('With `urn:openid:params:grant-type:ciba`: the id of the backchannel authentication request.'),
    device_code: text(
      'With `urn:ietf:params:oauth:grant-type:device_code`: the `device_code` that the device received.',
    ),
    scope: text(
      'With `client_credentials`: the requested scopes. Default: all scopes that the client has. With `refresh_token`: a subset of the scopes that were already granted.',
    ),
    resource: text(
      'The API for which the token is requested (RFC 8707): the base URL of a surface of this service, or the `resource` of an API of your own.',
      { format: 'uri' },
    ),
    subject_token: text(
      'With `urn:ietf:params:oauth:grant-type:token-exchange`: the access token that your API received.',
    ),
    subject_token_type: text('With a `subject_token`: the type of that token.', {
      enum: ['urn:ietf:params:oauth:token-type:access_token'],
    }),
    ...clientAuthentication,
  },
  ['grant_type'],
);

export const token: Operation = {
  operationId: 'token',
  tags: TAGS,
  summary: 'Get tokens',
  description: 'To get a token that is bound to a key, send a proof in the header `DPoP` (RFC 9449).',
  security: AUTHENTICATED,
  requestBody: formOf(tokenRequest, {
    'client credentials': { grant_type: 'client_credentials', scope: 'users:read users:write' },
    'authorization code': {
      grant_type: 'authorization_code',
      code: 'SplxlOBeZQQYbYS6WxSbIA',
      redirect_uri: 'https://portal.example/callback',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    },
    'approval on the phone': {
      grant_type: 'urn:openid:params:grant-type:ciba',
      auth_req_id: 'qzFGYvLAXn5lGqQ0m3yrZlhZg2z',
    },
    'device without a keyboard': {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: 'GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS',
    },
    'token exchange': {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: 'eyJ0eXAi…',
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      resource: 'https://stock.bank.example',
    },
    'refresh token': { grant_type: 'refresh_token', refresh_token: 'tGzv3JOkF0XG5Qx2TlKWIA' },
  }),
  responses: {
    '200': json(
      'The issued tokens.',
      object(
        {
          access_token: text('The access token. It is valid for one API surface, or for the userinfo endpoint.'),
          token_type: text('`DPoP` if the token is bound to a key, otherwise `Bearer`.', { enum: ['Bearer', 'DPoP'] }),
          expires_in: { type: 'integer', description: 'The lifetime of the access token, in seconds.' },
          scope: text('The scopes that were granted, separated by spaces.'),
          issued_token_type: text('With token exchange: the type of the access token.'),
          refresh_token: text('The refresh token. Present if the client and the granted scopes allow one.'),
          id_token: text('The ID token. Present if the scope `openid` was granted.'),
        },
        ['access_token', 'token_type', 'expires_in', 'scope'],
      ),
      {
        bearer: { access_token: 'eyJ0eXAi…', token_type: 'Bearer', expires_in: 3600, scope: 'users:read users:write' },
      },
    ),
    '400': refusal('The request was refused (RFC 6749, section 5.2).', {
      invalid_request: 'missing required parameter(s)',
      invalid_grant: 'grant request is invalid',
      unauthorized_client: 'requested grant type is not allowed for this client',
      unsupported_grant_type: 'unsupported grant_type requested',
      invalid_scope: 'requested scope is not allowed',
      invalid_target: 'resource indicator is missing, or unknown',
      invalid_dpop_proof: 'invalid DPoP key binding',
      authorization_pending: 'the user has not answered yet',
      slow_down: 'the client polls too often',
      access_denied: 'the user declined',
      expired_token: 'the user did not answer in time',
      transaction_failed: 'the request was cancelled, or the user cannot answer any more',
    }),
    '401': CLIENT_REFUSED,
    '429': TOO_MANY,
  },
};

const tokenAsked = object(
  {
    token: text('The access token or refresh token.'),
    token_type_hint: text('The type of the token. It helps the server to find the token faster.', {
      enum: ['access_token', 'refresh_token'],
    }),
    ...clientAuthentication,
  },
  ['token'],
);

export const introspect: Operation = {
  operationId: 'introspect',
  tags: TAGS,
  summary: 'Check whether a token is valid',
  description:
    'The client to which the token was issued can check it. If the token belongs to a user, servers of the same enterprise can check it too. These are clients with the grant type `client_credentials` and the scope `users:read` (or `notifications:read`, for a token of the mobile operations). Test clients can check only test tokens. Live clients can check only live tokens. All other callers get `active: false` (RFC 7662).',
  security: AUTHENTICATED,
  requestBody: formOf(tokenAsked),
  responses: {
    '200': json(
      'The content of the token, or `active: false` if it is not valid.',
      { ...object({ active: { type: 'boolean' } }, ['active']), additionalProperties: true },
      {
        active: { active: true, client_id: 'c', scope: 'openid', sub: '5f2b…', exp: 1767225600, token_type: 'Bearer' },
        void: { active: false },
      },
    ),
    '400': refusal('The parameter `token` is missing.', { invalid_request: "missing required parameter 'token'" }),
    '401': CLIENT_REFUSED,
    '429': TOO_MANY,
  },
};

export const revoke: Operation = {
  operationId: 'revoke',
  tags: TAGS,
  summary: 'Revoke a token',
  description:
    'Revoking a refresh token also revokes its access tokens (RFC 7009). If the token is unknown, the status is also 200.',
  security: AUTHENTICATED,
  requestBody: formOf(tokenAsked),
  responses: {
    '200': json(
      'The token is revoked in all server processes at once. The response body is an empty object.',
      object({}),
      {
        void: {},
      },
    ),
    '400': refusal('The token belongs to another client, or the parameter `token` is missing.', {
      invalid_request: 'client is not authorized to revoke the presented token',
    }),
    '401': CLIENT_REFUSED,
    '429': TOO_MANY,
  },
};

export const userinfo: Operation = {
  operationId: 'userinfo',
  tags: TAGS,
  summary: 'Get the claims about the user',
  description:
    "Send a user's access token that has the scope `openid`. The other scopes of the token determine which claims are returned.",
  security: [{ accessToken: [] }],
  responses: {
    '200': json(
      'The claims about the user.',
      object(
        {
          sub: text('The subject: an id of the user that never changes.'),
          name: text('The full name. Requires the scope `profile`.'),
          given_name: text('The first name. Requires the scope `profile`.'),
          family_name: text('The last name. Requires the scope `profile`.'),
          preferred_username: text('The `userId` that the enterprise chose. Requires the scope `profile`.'),
          locale: text('The language of the user (BCP 47). Requires the scope `profile`.'),
          email: text('The e-mail address. Requires the scope `email`.'),
          email_verified: {
            type: 'boolean',
            description:
              'Whether the user was activated with a code that was sent to this e-mail address. Requires the scope `email`.',
          },
          phone_number: text('The phone number. Requires the scope `phone`.'),
          groups: {
            type: 'array',
            items: { type: 'string' },
            description:
              'The groups of the user: first the primary group, then the others. Requires the scope `groups`.',
          },
        },
        ['sub'],
      ),
      { profile: { sub: '5f2b7c1e-9b0e-4d5e-8f90-2f5c6d7e8f90', name: 'Jane Doe', locale: 'en' } },
    ),
    '400': refusal('The access token is missing.', { invalid_request: 'no access token provided' }),
    '401': refusal('The access token is not valid.', { invalid_token: 'invalid token provided' }),
    '403': refusal('The access token lacks the scope `openid`.', {
      insufficient_scope: 'access token missing openid scope',
    }),
    '429': TOO_MANY,
  },
};

export const userinfoByForm: Operation = {
  ...userinfo,
  operationId: 'userinfoByForm',
  summary: `${userinfo.summary ?? ''}, by POST`,
};
