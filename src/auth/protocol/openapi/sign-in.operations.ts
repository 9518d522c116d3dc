import {
  formOf,
  json,
  object,
  problem,
  queryOf,
  refusal,
  text,
  type Operation,
  type Schema,
} from './operation.parts.js';

const TAGS = ['Signing in'];
const REQUIRED = ['client_id', 'response_type', 'scope', 'redirect_uri'];

const authorizationRequest: Record<string, Schema> = {
  client_id: text('The id of the client, as issued when the client was registered.', {
    example: '0190f2a4-5d5e-7c1e-9b0e-2f5c6d7e8f90',
  }),
  response_type: text('Must be `code`. Only the authorization code flow is supported.', {
    enum: ['code'],
    example: 'code',
  }),
  scope: text('The requested scopes, separated by spaces. Unknown scopes are ignored if at least one scope is known.', {
    example: 'openid profile',
  }),
  redirect_uri: text(
    "The address to return to. It must be identical to one of the client's registered redirect addresses.",
    {
      format: 'uri',
      maxLength: 2048,
      example: 'https://portal.example/callback',
    },
  ),
  state: text(
    'Any text that you choose. It is returned unchanged. Bind it to the browser session, to protect against CSRF.',
    {
      maxLength: 4096,
      example: 'af0ifjsldkj',
    },
  ),
  nonce: text('Any text that you choose. The ID token contains it, so that you can detect replays.', {
    maxLength: 1024,
  }),
  code_challenge: text('The PKCE code challenge (RFC 7636). Public clients must send it.', {
    example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  }),
  code_challenge_method: text('The method of the `code_challenge`. Required with `code_challenge`.', {
    enum: ['S256'],
  }),
  prompt: text(
    '`none`: return an error instead of showing a page. `login`, `select_account`: the user must sign in again. `consent`: ask for consent again.',
  ),
  max_age: {
    type: 'integer',
    minimum: 0,
    description:
      "The maximum age of the user's last login, in seconds. If the last login is older, the user must log in again.",
  },
  login_hint: text('The user name with which the login page is prefilled.'),
  id_token_hint: text('An ID token of the user who is expected to be signed in.', { maxLength: 8192 }),
  ui_locales: text('The languages for the pages, in order of preference, separated by spaces (BCP 47).', {
    example: 'de en',
  }),
  response_mode: text(
    'How the result is returned to the client. Discovery lists the supported values in `response_modes_supported`.',
  ),
  authorization_details: text(
    'What exactly the user is asked to approve: a JSON array of 1 to 5 objects, each with a `type` that the client may use (RFC 9396). The consent page shows them, and the token contains them.',
    { maxLength: 4096 },
  ),
  resource: text('The base URL of the API surface for which the token is requested (RFC 8707).', {
    format: 'uri',
    maxLength: 2048,
  }),
  dpop_jkt: text('The thumbprint of the DPoP key to which the authorization code is bound (RFC 9449).'),
};

const redirected = {
  description:
    'A redirect. After a successful sign-in it leads to `redirect_uri` with the parameters `code`, `iss` and, if it was sent, `state`. After a failure it leads to `redirect_uri` with `error`, ' +
    '`error_description`, `iss` and `state`. If the user must sign in or consent first, it leads to the login or consent page.',
  headers: {
    Location: {
      schema: { type: 'string' as const, format: 'uri' },
      example:
        'https://portal.example/callback?code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj&iss=https%3A%2F%2Fauth.example',
    },
  },
};

const notRedirected = {
  '400': refusal(
    'The client or its redirect address is unknown. The browser sees an error page; a caller that accepts JSON gets JSON.',
    {
      invalid_client: 'client is invalid',
      invalid_redirect_uri: "redirect_uri did not match any of the client's registered redirect_uris",
    },
  ),
  '429': problem('Too many requests from this address.'),
};

export const authorize: Operation = {
  operationId: 'authorize',
  tags: TAGS,
  summary: "Start a user's sign-in",
  description:
    "Open this address in the user's browser. After a pushed authorization request, send only `client_id` and `request_uri`.",
  parameters: queryOf(
    {
      ...authorizationRequest,
      request_uri: text('The `request_uri` that the pushed authorization request returned (RFC 9126).'),
    },
    REQUIRED,
  ),
  responses: { '303': redirected, ...notRedirected },
};

export const authorizeByForm: Operation = {
  operationId: 'authorizeByForm',
  tags: TAGS,
  summary: "Start a user's sign-in with a form",
  description:
    'Takes the same parameters as the GET request, as a form of at most 8,192 characters. The browser is redirected to a GET request.',
  requestBody: formOf(object(authorizationRequest, REQUIRED)),
  responses: {
    '303': redirected,
    ...notRedirected,
    '413': refusal('The form is longer than 8,192 characters.', { invalid_request: 'the request is too long' }),
    '415': refusal('The request body is not a form.', { invalid_request: 'only forms are understood' }),
  },
};

export const pushAuthorization: Operation = {
  operationId: 'pushAuthorizationRequest',
  tags: TAGS,
  summary: 'Push an authorization request',
  description:
    "The client sends the parameters directly to the service. The user's browser then carries only a reference to them (RFC 9126).",
  security: [{ clientBasic: [] }, {}],
  requestBody: formOf(object(authorizationRequest, REQUIRED)),
  responses: {
    '201': json(
      'The request was stored. Its reference can be used once.',
      object(
        {
          request_uri: text('The reference. Send it as `request_uri` to `/oauth/authorize`.'),
          expires_in: { type: 'integer' },
        },
        ['request_uri', 'expires_in'],
      ),
      { pushed: { request_uri: 'urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c', expires_in: 60 } },
    ),
    '400': refusal('A parameter is missing or wrong.', {
      invalid_request: 'missing required parameter(s)',
      invalid_scope: 'requested scope is not allowed',
    }),
    '401': refusal('The client authentication failed.', { invalid_client: 'client authentication failed' }),
    '429': problem('Too many requests from this address.'),
  },
};

const logoutRequest: Record<string, Schema> = {
  id_token_hint: text('The ID token of the session to end.', { maxLength: 8192 }),
  client_id: text('The id of the client. Required with `post_logout_redirect_uri` if there is no `id_token_hint`.'),
  post_logout_redirect_uri: text(
    "The address to return to after logout. It must be one of the client's `postLogoutRedirectUris`.",
    { format: 'uri', maxLength: 2048 },
  ),
  state: text('Any text that you choose. It is returned unchanged.', { maxLength: 4096 }),
  ui_locales: text('The languages for the page, in order of preference, separated by spaces (BCP 47).'),
};

const logoutAnswers: Operation['responses'] = {
  '200': {
    description: 'A page that asks the user whether to sign out.',
    content: { 'text/html': { schema: { type: 'string' } } },
  },
  '303': { description: 'The user was signed out. The browser is redirected to `post_logout_redirect_uri`.' },
  '400': refusal('A parameter is wrong. The browser sees an error page; a caller that accepts JSON gets JSON.', {
    invalid_request: 'post_logout_redirect_uri not registered',
  }),
  '429': problem('Too many requests from this address.'),
};

export const logout: Operation = {
  operationId: 'logout',
  tags: TAGS,
  summary: 'Sign a user out',
  description: "Open this address in the user's browser (OpenID Connect RP-Initiated Logout 1.0).",
  parameters: queryOf(logoutRequest, []),
  responses: logoutAnswers,
};

export const logoutByForm: Operation = {
  operationId: 'logoutByForm',
  tags: TAGS,
  summary: 'Sign a user out with a form',
  description: 'Takes the same parameters as the GET request, as a form. This keeps the ID token out of the address.',
  requestBody: formOf(object(logoutRequest)),
  responses: logoutAnswers,
};
