import { formOf, json, object, problem, refusal, text, type Operation, type Schema } from './operation.parts.js';
import { AUTHENTICATED, clientAuthentication } from './token.operations.js';

const backchannelRequest: Record<string, Schema> = {
  scope: text('The requested scopes, separated by spaces. They must include `openid`.', { example: 'openid' }),
  login_hint: text(
    'The user: the `userId`, or a name that the user signs in with. Send exactly one of `login_hint`, `id_token_hint` and `login_hint_token`.',
    { maxLength: 1024, example: 'jane.doe' },
  ),
  id_token_hint: text('An ID token of the user that was issued to this client. It may have expired.', {
    maxLength: 8192,
  }),
  login_hint_token: text(
    'A JWT that the client has signed with a key of its `jwks`. Its `typ` is `login-hint+jwt`, its `iss` is the client, and its `aud` is the issuer. It also contains `exp`, `iat`, `jti` and `sub_id` (RFC 9493). It can be used only once.',
    { maxLength: 4096 },
  ),
  binding_message: text(
    'A text that both the phone and your application show, so that the user sees that they show the same request: 1 to 64 letters, digits, spaces and `.,:;+-/#!?()`.',
    { maxLength: 64, example: 'K7-42' },
  ),
  authorization_details: text(
    'What exactly the user is asked to approve: a JSON array of 1 to 5 objects, each with a `type` that the client may use (RFC 9396). The phone shows them, the signature covers them, and the token contains them.',
    { maxLength: 4096 },
  ),
  acr_values: text(
    'The level that the answer must have. At level 2 and above, the user must also confirm the answer.',
    {
      example: 'urn:countersign:acr:1',
    },
  ),
  requested_expiry: text('How long the user has to answer, in seconds: 15 to 600. Default: 120.', { example: '120' }),
  user_code: text(
    "A code from the user's authenticator app. Required if the client's `backchannel.userCode` is true, and after the user has declined twice.",
    { maxLength: 16 },
  ),
  client_notification_token: text(
    'With the delivery mode `ping`: a secret that you choose. The service sends it as the bearer token of the ping.',
    { maxLength: 1024 },
  ),
  request: text(
    'All parameters as a JWT that the client has signed. Required if the client has a `backchannel.signingAlg`.',
  ),
  ...clientAuthentication,
};

export const requestBackchannelAuthentication: Operation = {
  operationId: 'requestBackchannelAuthentication',
  tags: ['Signing in'],
  summary: 'Ask a user to approve something on the phone',
  description:
    "OpenID Connect Client-Initiated Backchannel Authentication (CIBA). The phone shows the client's request, and signs the user's answer. The client then gets its tokens at the token endpoint. Requires the grant type `urn:openid:params:grant-type:ciba`.",
  security: AUTHENTICATED,
  requestBody: formOf(object(backchannelRequest), {
    payment: {
      scope: 'openid',
      login_hint: 'jane.doe',
      authorization_details:
        '[{"type":"payment_initiation","instructedAmount":{"amount":"25.00","currency":"EUR"},"creditorName":"Bookshop","creditorAccount":{"iban":"DE02100100109307118603"}}]',
    },
    approval: { scope: 'openid', login_hint: 'jane.doe', binding_message: 'K7-42' },
  }),
  responses: {
    '200': json(
      'The request was accepted, and the user is being asked.',
      object(
        {
          auth_req_id: text('The id of the request. Only this client can use it.'),
          expires_in: { type: 'integer', description: 'How long the user has to answer, in seconds.' },
          interval: {
            type: 'integer',
            description:
              'How long to wait between two token requests, in seconds. After each `slow_down`, wait five seconds longer.',
          },
          notification_uuid: text(
            'The UUID of the notification on the phone. With this UUID, your server can cancel the notification.',
            { format: 'uuid' },
          ),
        },
        ['auth_req_id', 'expires_in', 'interval', 'notification_uuid'],
      ),
      {
        asked: {
          auth_req_id: 'qzFGYvLAXn5lGqQ0m3yrZlhZg2z',
          expires_in: 120,
          interval: 5,
          notification_uuid: '0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77',
        },
      },
    ),
    '400': refusal('The request was refused, and the user was not asked.', {
      invalid_request: 'urn:openid:params:grant-type:ciba is not allowed for this client',
      invalid_scope: 'requested scope is not allowed',
      unknown_user_id: 'could not identify end-user',
      expired_login_hint_token: 'the login_hint_token has expired',
      missing_user_code: "send a code of the user's authenticator app",
      invalid_user_code: 'the user_code is not valid',
      invalid_binding_message: 'use 1 to 64 letters, digits, spaces and .,:;+-/#!?()',
      invalid_authorization_details: 'authorization_details[0]: creditorName is missing',
      unmet_authentication_requirements: 'the user has no credential for the level that is asked',
      access_denied: 'the user has declined twice: send a user_code, or wait for ten minutes',
      temporarily_unavailable: 'the user has too many requests: try again in a minute',
    }),
    '401': refusal('The client authentication failed.', { invalid_client: 'client authentication failed' }),
    '429': problem('Too many requests from this address.'),
  },
};
