import { formOf, json, object, problem, refusal, text, type Operation, type Schema } from './operation.parts.js';

const TAGS = ['Tokens'];

/** A confidential client proves itself by Basic, in the form, or by an assertion; a public one only names itself. */
const clientAuthentication: Record<string, Schema> = {
  client_id: text('Unless it is told by the Authorization header or the assertion.'),
  client_secret: text('With the method `client_secret_post`.', { format: 'password' }),
  client_assertion_type: text('With the method `private_key_jwt`.', {
    enum: ['urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
  }),
  client_assertion: text('A JWT signed by the client (RFC 7523).'),
};
const AUTHENTICATED: Operation['security'] = [{ clientBasic: [] }, {}];

const CLIENT_REFUSED = refusal('The client has not proved itself.', { invalid_client: 'client authentication failed' });
const TOO_MANY = problem('Too many requests from this address.');

const tokenRequest = object(
  {
    grant_type: text('What is exchanged.', { enum: ['authorization_code', 'refresh_token', 'client_credentials'] }),
    code: text('With `authorization_code`: good once, for a short time (a minute, unless the operator sets another).'),
    redirect_uri: text('With `authorization_code`: the same as in the authorization request.', { format: 'uri' }),
    code_verifier: text('With `authorization_code`: the secret behind `code_challenge`.'),
    refresh_token: text('With `refresh_token`: it is replaced by the answer.'),
    scope: text(
      'With `client_credentials`: the scopes wanted; all that the client holds where none is named. With `refresh_token`: fewer than before.',
    ),
    resource: text('The base URL of the surface that the token is for.', { format: 'uri' }),
    ...clientAuthentication,
  },
  ['grant_type'],
);

export const token: Operation = {
  operationId: 'token',
  tags: TAGS,
  summary: 'Get tokens',
  description: 'Send a `DPoP` header with a proof to get a token that is bound to a key (RFC 9449).',
  security: AUTHENTICATED,
  requestBody: formOf(tokenRequest, {
    'client credentials': { grant_type: 'client_credentials', scope: 'users:read users:write' },
    'authorization code': {
      grant_type: 'authorization_code',
      code: 'SplxlOBeZQQYbYS6WxSbIA',
      redirect_uri: 'https://portal.example/callback',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    },
    'refresh token': { grant_type: 'refresh_token', refresh_token: 'tGzv3JOkF0XG5Qx2TlKWIA' },
  }),
  responses: {
    '200': json(
      'The tokens.',
      object(
        {
          access_token: text('For one surface, or for userinfo.'),
          token_type: text('`DPoP` when it is bound to a key.', { enum: ['Bearer', 'DPoP'] }),
          expires_in: { type: 'integer', description: 'Seconds.' },
          scope: text('What was granted.'),
          refresh_token: text('As client and scope allow.'),
          id_token: text('With the scope `openid`.'),
        },
        ['access_token', 'token_type', 'expires_in', 'scope'],
      ),
      {
        bearer: { access_token: 'eyJ0eXAi…', token_type: 'Bearer', expires_in: 3600, scope: 'users:read users:write' },
      },
    ),
    '400': refusal('The request is refused (RFC 6749, 5.2).', {
      invalid_request: 'missing required parameter(s)',
      invalid_grant: 'grant request is invalid',
      unauthorized_client: 'requested grant type is not allowed for this client',
      unsupported_grant_type: 'unsupported grant_type requested',
      invalid_scope: 'requested scope is not allowed',
      invalid_target: 'resource indicator is missing, or unknown',
      invalid_dpop_proof: 'invalid DPoP key binding',
    }),
    '401': CLIENT_REFUSED,
    '429': TOO_MANY,
  },
};

const tokenAsked = object(
  {
    token: text('The token.'),
    token_type_hint: text('Where to look first.', { enum: ['access_token', 'refresh_token'] }),
    ...clientAuthentication,
  },
  ['token'],
);

export const introspect: Operation = {
  operationId: 'introspect',
  tags: TAGS,
  summary: 'Ask whether a token holds',
  description:
    'For the client that the token was issued to, and, where a user is signed in by it, for servers of the same enterprise: clients with `client_credentials` and the scope `users:read` (for a token of the mobile operations: `notifications:read`), test and live apart (RFC 7662). Others get `active: false`.',
  security: AUTHENTICATED,
  requestBody: formOf(tokenAsked),
  responses: {
    '200': json(
      'What the token says, while it holds.',
      { ...object({ active: { type: 'boolean' } }, ['active']), additionalProperties: true },
      {
        active: { active: true, client_id: 'c', scope: 'openid', sub: '5f2b…', exp: 1767225600, token_type: 'Bearer' },
        void: { active: false },
      },
    ),
    '400': refusal('There is no token to ask about.', { invalid_request: "missing required parameter 'token'" }),
    '401': CLIENT_REFUSED,
    '429': TOO_MANY,
  },
};

export const revoke: Operation = {
  operationId: 'revoke',
  tags: TAGS,
  summary: 'Make a token void',
  description:
    'A refresh token takes its access tokens with it (RFC 7009). What is no token of ours is answered 200, too.',
  security: AUTHENTICATED,
  requestBody: formOf(tokenAsked),
  responses: {
    '200': json('The token is void, in all processes at once. The object is empty.', object({}), { void: {} }),
    '400': refusal('The token belongs to another client, or there is none.', {
      invalid_request: 'client is not authorized to revoke the presented token',
    }),
    '401': CLIENT_REFUSED,
    '429': TOO_MANY,
  },
};

export const userinfo: Operation = {
  operationId: 'userinfo',
  tags: TAGS,
  summary: 'Read who the user is',
  description: 'With an access token of a user that has the scope `openid`. The claims depend on the other scopes.',
  security: [{ accessToken: [] }],
  responses: {
    '200': json(
      'The claims.',
      object(
        {
          sub: text('The id that never changes.'),
          name: text('Scope `profile`.'),
          given_name: text('Scope `profile`.'),
          family_name: text('Scope `profile`.'),
          preferred_username: text('Scope `profile`.'),
          locale: text('Scope `profile`.'),
          email: text('Scope `email`.'),
          email_verified: {
            type: 'boolean',
            description: 'Scope `email`. True when the user has activated with a code that was mailed to this address.',
          },
          phone_number: text('Scope `phone`.'),
          groups: {
            type: 'array',
            items: { type: 'string' },
            description: 'Scope `groups`. The primary group, then the further ones.',
          },
        },
        ['sub'],
      ),
      { profile: { sub: '5f2b7c1e-9b0e-4d5e-8f90-2f5c6d7e8f90', name: 'Jane Doe', locale: 'en' } },
    ),
    '400': refusal('There is no token.', { invalid_request: 'no access token provided' }),
    '401': refusal('The token does not hold.', { invalid_token: 'invalid token provided' }),
    '403': refusal('The token lacks `openid`.', { insufficient_scope: 'access token missing openid scope' }),
    '429': TOO_MANY,
  },
};

export const userinfoByForm: Operation = {
  ...userinfo,
  operationId: 'userinfoByForm',
  summary: `${userinfo.summary ?? ''}, by POST`,
};
