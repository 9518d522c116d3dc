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
  client_id: text('The id issued when the client was registered.', { example: '0190f2a4-5d5e-7c1e-9b0e-2f5c6d7e8f90' }),
  response_type: text('The code flow is the only one.', { enum: ['code'], example: 'code' }),
  scope: text('Scopes separated by spaces. Unknown ones are ignored beside a known one.', {
    example: 'openid profile',
  }),
  redirect_uri: text('One of the registered addresses, letter by letter.', {
    format: 'uri',
    maxLength: 2048,
    example: 'https://portal.example/callback',
  }),
  state: text('Comes back unchanged. Bind it to the browser session.', { maxLength: 4096, example: 'af0ifjsldkj' }),
  nonce: text('Comes back in the ID token.', { maxLength: 1024 }),
  code_challenge: text('PKCE (RFC 7636). Public clients must send it.', {
    example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  }),
  code_challenge_method: text('With `code_challenge`.', { enum: ['S256'] }),
  prompt: text('`none`: answer without a page or fail. `login`, `select_account`: sign in anew. `consent`: ask again.'),
  max_age: { type: 'integer', minimum: 0, description: 'Seconds since the last login; after that it is asked again.' },
  login_hint: text('Fills the name in on the login page.'),
  id_token_hint: text('An ID token of the user who is expected.', { maxLength: 8192 }),
  ui_locales: text('Languages of the pages, the preferred first.', { example: 'de en' }),
  response_mode: text('How the answer comes back: `response_modes_supported` in discovery names the modes.'),
  resource: text('The base URL of the surface that the token is for (RFC 8707).', { format: 'uri', maxLength: 2048 }),
  dpop_jkt: text('The thumbprint of the key that the code is bound to (RFC 9449).'),
};

const redirected = {
  description:
    'A redirect to `redirect_uri` with `code`, `state` when it was sent, and `iss`; or with `error`, ' +
    '`error_description`, `state` and `iss`. Or to our login or consent page first.',
  headers: {
    Location: {
      schema: { type: 'string' as const, format: 'uri' },
      example:
        'https://portal.example/callback?code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj&iss=https%3A%2F%2Fauth.example',
    },
  },
};

const notRedirected = {
  '400': refusal('The client or its redirect address is not known: a page that says so, or JSON when asked for.', {
    invalid_client: 'client is invalid',
    invalid_redirect_uri: "redirect_uri did not match any of the client's registered redirect_uris",
  }),
  '429': problem('Too many requests from this address.'),
};

export const authorize: Operation = {
  operationId: 'authorize',
  tags: TAGS,
  summary: 'Send a user to sign in',
  description:
    'Open this address in the browser of the user. After a pushed request, send `client_id` and `request_uri` only.',
  parameters: queryOf(
    { ...authorizationRequest, request_uri: text('What the pushed request was answered with (RFC 9126).') },
    REQUIRED,
  ),
  responses: { '303': redirected, ...notRedirected },
};

export const authorizeByForm: Operation = {
  operationId: 'authorizeByForm',
  tags: TAGS,
  summary: 'Send a user to sign in, by a form',
  description: 'The same parameters as a form of at most 8,192 characters; the browser is sent on by a GET.',
  requestBody: formOf(object(authorizationRequest, REQUIRED)),
  responses: {
    '303': redirected,
    ...notRedirected,
    '413': refusal('The form is too long.', { invalid_request: 'the request is too long' }),
    '415': refusal('It is no form.', { invalid_request: 'only forms are understood' }),
  },
};

export const pushAuthorization: Operation = {
  operationId: 'pushAuthorizationRequest',
  tags: TAGS,
  summary: 'Push an authorization request',
  description: 'The parameters go by the back channel; the browser carries a reference (RFC 9126).',
  security: [{ clientBasic: [] }, {}],
  requestBody: formOf(object(authorizationRequest, REQUIRED)),
  responses: {
    '201': json(
      'The reference, good once.',
      object({ request_uri: text('For `/oauth/authorize`.'), expires_in: { type: 'integer' } }, [
        'request_uri',
        'expires_in',
      ]),
      { pushed: { request_uri: 'urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c', expires_in: 60 } },
    ),
    '400': refusal('The request is refused now rather than in the browser.', {
      invalid_request: 'missing required parameter(s)',
      invalid_scope: 'requested scope is not allowed',
    }),
    '401': refusal('The client has not proved itself.', { invalid_client: 'client authentication failed' }),
    '429': problem('Too many requests from this address.'),
  },
};

const logoutRequest: Record<string, Schema> = {
  id_token_hint: text('The ID token of the session that ends.', { maxLength: 8192 }),
  client_id: text('Needed with `post_logout_redirect_uri` when there is no `id_token_hint`.'),
  post_logout_redirect_uri: text('One of the registered addresses.', { format: 'uri', maxLength: 2048 }),
  state: text('Comes back unchanged.', { maxLength: 4096 }),
  ui_locales: text('Languages of the page.'),
};

const logoutAnswers: Operation['responses'] = {
  '200': {
    description: 'A page that asks whether to sign out.',
    content: { 'text/html': { schema: { type: 'string' } } },
  },
  '303': { description: 'Signed out, and back to `post_logout_redirect_uri`.' },
  '400': refusal('The request is wrong: a page that says so, or JSON when asked for.', {
    invalid_request: 'post_logout_redirect_uri not registered',
  }),
  '429': problem('Too many requests from this address.'),
};

export const logout: Operation = {
  operationId: 'logout',
  tags: TAGS,
  summary: 'Sign a user out',
  description: 'Open this address in the browser of the user (OpenID Connect RP-Initiated Logout 1.0).',
  parameters: queryOf(logoutRequest, []),
  responses: logoutAnswers,
};

export const logoutByForm: Operation = {
  operationId: 'logoutByForm',
  tags: TAGS,
  summary: 'Sign a user out, by a form',
  description: 'The same parameters as a form: the ID token does not appear in an address.',
  requestBody: formOf(object(logoutRequest)),
  responses: logoutAnswers,
};
