import type { IncomingMessage } from 'node:http';
import { type KoaContextWithOIDC, errors } from 'oidc-provider';
import { ISSUER_PATH } from '../../../shared/auth-guard/index.js';
import { nameRoute } from '../../../shared/observability/index.js';
import { routes } from '../engine/engine.routes.js';
import { LONGEST_CLAIMS } from '../engine/requested-claims.js';

export type Layer = (ctx: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>;

/**
 * Runs middleware for individual routes, outermost first. The engine supports only middleware around all routes, which
 * costs every request additional promises.
 */
export function aroundRoutes(layers: Readonly<Record<string, readonly Layer[]>>): Layer {
  const around = new Map(Object.entries(layers).map(([path, some]) => [path, some.reduceRight(within)]));
  return (ctx, next) => around.get(ctx.path)?.(ctx, next) ?? next();
}

const within =
  (inner: Layer, outer: Layer): Layer =>
  (ctx, next) =>
    outer(ctx, () => inner(ctx, next));

/**
 * Maximum length of a form that is redirected as a query string, which must fit into the request headers with the
 * cookies.
 */
const LONGEST_QUERY = 8_192;

/**
 * Authorization requests (OpenID Connect Core, 3.1.2.1) and logout requests (RP-Initiated Logout, 2) may also be sent
 * by POST. They are redirected as a GET, because browsers send no `SameSite=Lax` cookie with a form from another site,
 * so the user would not be recognised.
 */
export async function formAsQuery(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  if (ctx.method !== 'POST') return next();
  nameRoute(ctx.req, `/service/authserver (${ctx.path === routes.authorization ? 'authorization' : 'logout'} by form)`);
  ctx.set('Cache-Control', 'no-store');
  if (ctx.is('application/x-www-form-urlencoded')) await sendOn(ctx);
  else refuse(ctx, 415, 'only forms are understood');
}

async function sendOn(ctx: KoaContextWithOIDC): Promise<void> {
  const query = new URLSearchParams(await textOf(ctx.req, LONGEST_QUERY)).toString();
  if (query.length > LONGEST_QUERY) {
    refuse(ctx, 413, ctx.path === routes.authorization ? TOO_LONG_TO_AUTHORIZE : 'the request is too long');
    return;
  }
  ctx.status = 303;
  ctx.redirect(`${ISSUER_PATH}${ctx.path}?${query}`);
  ctx.body = '';
}

const TOO_LONG_TO_AUTHORIZE = 'the request is too long: push it to the pushed authorization request endpoint';

/** Reads the body of a request, and stops once it is longer than the limit. */
export async function textOf(request: IncomingMessage, longest: number): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    body += String(chunk);
    if (body.length > longest) break;
  }
  return body;
}

/** Refuses a request, and closes the connection so that the client does not send the rest of the body. */
function refuse(ctx: KoaContextWithOIDC, status: number, why: string): void {
  ctx.status = status;
  ctx.body = { error: 'invalid_request', error_description: why };
  ctx.set('Connection', 'close');
  ctx.req.resume();
}

const LONGEST_PARAMETER = 1_024;
const LONGER_PARAMETERS: Readonly<Record<string, number>> = {
  state: 4_096,
  redirect_uri: 2_048,
  resource: 2_048,
  authorization_details: 4_096,
  id_token_hint: 8_192,
  login_hint_token: 4_096,
  claims: LONGEST_CLAIMS,
};

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\0-\x1f\x7f]/;

/**
 * Maximum total length of all parameters. Anybody can send an authorization request, and it is stored during the
 * sign-in.
 */
const LONGEST_TOGETHER = 8_192;

/**
 * Refuses parameters of an authorization request that are too long or contain control characters, because the
 * parameters are stored, shown and sent back.
 */
export function demandSoundParameters({ oidc: { params }, state }: KoaContextWithOIDC): void {
  if ((state as SetAside).hasRequestObject) throw new errors.RequestNotSupported();
  refuseUnsound(params ?? {});
  const totalLength = Object.values(params ?? {})
    .flat()
    .join('').length;
  if (totalLength > LONGEST_TOGETHER)
    throw new errors.InvalidRequest(`the request is longer than ${LONGEST_TOGETHER} characters`);
}

function refuseUnsound(params: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(params)) {
    const longest = LONGER_PARAMETERS[name] ?? LONGEST_PARAMETER;
    for (const text of [value].flat()) {
      if (typeof text !== 'string') continue;
      if (text.length > longest) throw new errors.InvalidRequest(`${name} is longer than ${longest} characters`);
      if (CONTROL.test(text)) throw new errors.InvalidRequest(`${name} contains control characters`);
    }
  }
}

/**
 * Removes the parameter `request` from an authorization request and sets a flag, by which a later check refuses the
 * request. Signed requests are for the backchannel only, but the engine has one switch for all endpoints.
 */
export function withoutRequestObject(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  if (ctx.query['request'] !== undefined) {
    (ctx.state as SetAside).hasRequestObject = true;
    delete ctx.query['request'];
  }
  return next();
}

interface SetAside {
  hasRequestObject?: boolean;
}

const PARAMETERS = ['id_token_hint', 'post_logout_redirect_uri', 'state', 'ui_locales', 'client_id', 'logout_hint'];

/**
 * Refuses a logout request with parameters that are too long or contain control characters, because the parameters are
 * stored in the user's session until the user has answered.
 */
export function soundLogoutRequest(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  refuseUnsound(Object.fromEntries(PARAMETERS.map((name) => [name, ctx.query[name]])));
  return next();
}
