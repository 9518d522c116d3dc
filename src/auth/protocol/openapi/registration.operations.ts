import { json, object, problem, refusal, text, type Operation, type Schema } from './operation.parts.js';

const TAGS = ['Client registration'];
const OFF = problem('This service does not let clients register themselves (setting `CLIENT_REGISTRATION`).');
const LIMITED = problem('Too many requests from this address.');
const BEARER: Operation['security'] = [{ registrationToken: [] }];
const list = (description: string): Schema => ({ type: 'array', items: { type: 'string' }, description });

const members: Record<string, Schema> = {
  client_name: text('The name of the client. Users see it on the consent page.', { example: 'Partner shop' }),
  redirect_uris: list('The allowed redirect addresses.'),
  post_logout_redirect_uris: list('The addresses to which users may be redirected after logout.'),
  grant_types: list('The grant types. Default: `authorization_code`.'),
  response_types: list('The only possible value is `code`, with the grant type `authorization_code`.'),
  scope: text('The scopes, separated by spaces. Default: all scopes that the initial access token allows.'),
  token_endpoint_auth_method: text('How the client authenticates. Default: `client_secret_basic`.'),
  application_type: text('The type of the application: `web` (default) or `native`.'),
  jwks: { type: 'object', additionalProperties: true, description: 'The public keys of the client.' },
  jwks_uri: text('The address where the client publishes its public keys. Send it instead of `jwks`.', {
    format: 'uri',
  }),
  id_token_signed_response_alg: text('The algorithm that signs ID tokens: `RS256` (default) or `ES256`.'),
  userinfo_signed_response_alg: text(
    'The algorithm that signs userinfo responses: `RS256` or `ES256`. Default: plain JSON without a signature.',
  ),
  backchannel_logout_uri: text('The address that the service calls when a session ends.', { format: 'uri' }),
  default_acr_values: list('The `acr_values` for requests that do not contain any.'),
  dpop_bound_access_tokens: {
    type: 'boolean',
    description: 'Whether the tokens of the client are bound to a DPoP key.',
  },
  require_pushed_authorization_requests: {
    type: 'boolean',
    description: 'Whether each sign-in must start with a pushed authorization request (RFC 9126).',
  },
};

const answer = object(
  {
    ...members,
    client_id: text('The id of the client.'),
    client_id_issued_at: { type: 'integer', description: 'When the client was registered, in seconds since 1970.' },
    client_secret: text(
      'The client secret. It is shown only in the response to the request that creates it: the service stores only its hash.',
    ),
    client_secret_expires_at: { type: 'integer', description: 'Always 0: the secret does not expire.' },
    registration_client_uri: text('The address of this registration.', { format: 'uri' }),
    registration_access_token: text('The token with which the client manages its registration.'),
  },
  ['client_id', 'registration_client_uri', 'registration_access_token'],
);
const partner = { client_name: 'Partner shop', redirect_uris: ['https://partner.example.com/callback'] };
const id = '0198c0de-0000-7000-8000-000000000001';
const registered = {
  ...partner,
  client_id: id,
  client_id_issued_at: 1_767_225_600,
  client_secret: 'K0mQ2uYVZ6yVQ8vRj9N1b3Xw5dT7pL4sA2hG6fC8eU0',
  client_secret_expires_at: 0,
  grant_types: ['authorization_code'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_basic',
  scope: 'openid profile',
  registration_client_uri: `https://id.example.com/service/authserver/oauth/register/${id}`,
  registration_access_token: 'p9T1xR5mW7bQ3kZ8nY2cV6hJ4gF0dS1aL5eU9iO3tXs',
};

const body = (schema: Schema, examples: Record<string, object>): Operation['requestBody'] => ({
  required: true,
  content: {
    'application/json': {
      schema,
      examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
    },
  },
});

const unauthorized = refusal('The token is unknown, used up or expired, or it belongs to another client.', {
  invalid_token: 'the token is not valid here, or was used up',
});
const invalid = refusal('The metadata is not allowed.', {
  invalid_redirect_uri: 'the initial access token does not allow https://other.example.com/',
  invalid_client_metadata: 'scope: the initial access token does not allow email',
});
const denied = refusal('The enterprise has too many clients, or an operator has taken over the client.', {
  access_denied: 'an operator has changed this client and manages it now',
});
const parameters: Operation['parameters'] = [
  { name: 'clientId', in: 'path', required: true, description: 'The id of the client.', schema: { type: 'string' } },
];

export const registerClient: Operation = {
  operationId: 'registerClient',
  tags: TAGS,
  summary: 'Register a client (RFC 7591)',
  description:
    'Requires an initial access token of an enterprise (`POST /v1/initialAccessTokens`). The token limits what the client can register. Unknown members are ignored. Only this response contains the client secret.',
  security: BEARER,
  requestBody: body(object(members), { partner }),
  responses: {
    '201': json('The client as it was registered.', answer, { partner: registered }),
    ...{ '400': invalid, '401': unauthorized, '403': denied, '404': OFF, '429': LIMITED },
  },
};

const { client_secret: _secret, ...shown } = registered;

export const readRegistration: Operation = {
  operationId: 'readRegistration',
  tags: TAGS,
  summary: 'Read the registration of a client (RFC 7592)',
  description:
    'Requires the registration access token of this client. The response does not contain the client secret.',
  ...{ security: BEARER, parameters },
  responses: {
    '200': json('The client.', answer, { partner: shown }),
    ...{ '401': unauthorized, '403': denied, '404': OFF, '429': LIMITED },
  },
};

export const replaceRegistration: Operation = {
  operationId: 'replaceRegistration',
  tags: TAGS,
  summary: 'Replace the registration of a client (RFC 7592)',
  description:
    'Send all metadata: an omitted member gets its default value. `client_id` is required. The response contains a new registration access token. The previous one becomes invalid.',
  ...{ security: BEARER, parameters },
  requestBody: body(object({ client_id: text('The id of the client.'), ...members }, ['client_id']), {
    partner: { client_id: id, ...partner },
  }),
  responses: {
    '200': json('The changed client.', answer, { partner: shown }),
    ...{ '400': invalid, '401': unauthorized, '403': denied, '404': OFF, '429': LIMITED },
  },
};

export const deleteRegistration: Operation = {
  operationId: 'deleteRegistration',
  tags: TAGS,
  summary: 'Delete your own client (RFC 7592)',
  description: 'The client is deleted, and its tokens are revoked at once.',
  ...{ security: BEARER, parameters },
  responses: {
    '204': { description: 'The client is deleted.' },
    ...{ '401': unauthorized, '403': denied, '404': OFF, '429': LIMITED },
  },
};
