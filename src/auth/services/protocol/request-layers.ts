import type { IncomingMessage } from 'node:http';
import { type KoaContextWithOIDC, errors } from 'oidc-provider';
import { ISSUER_PATH } from '../../../shared/http/bearer/access-token.js';
import { nameRoute } from '../../../shared/operations/requests/access-log.js';
import { routes } from './engine-routes.js';

export type Layer = (ctx: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>;

/**
 * What stands around single routes, the outermost first. The engine knows only layers around all of them, and each layer
 * costs every request its promises.
 */
export function aroundRoutes(layers: Readonly<Record<string, readonly Layer[]>>): Layer {
  const around = new Map(Object.entries(layers).map(([path, some]) => [path, some.reduceRight(within)]));
  return (ctx, next) => around.get(ctx.path)?.(ctx, next) ?? next();
}

const within =
  (inner: Layer, outer: Layer): Layer =>
  (ctx, next) =>
    outer(ctx, () => inner(ctx, next));

/** As a query it has to fit into the head of a request, beside cookies. */
const LONGEST_QUERY = 8_192;

/**
 * OpenID Connect has authorization requests (Core, 3.1.2.1) and requests to sign out (RP-Initiated Logout, 2) by POST as
 * well. They are sent on as a GET: with a form of another site browsers send no cookie that is `SameSite=Lax`, so the
 * user would not be recognised.
 */
export async function formAsQuery(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  if (ctx.method !== 'POST') return next();
  nameRoute(ctx.req, `/service/authserver (${ctx.path === routes.authorization ? 'authorization' : 'logout'} by form)`);
  ctx.set('Cache-Control', 'no-store');
  if (ctx.is('application/x-www-form-urlencoded')) await sendOn(ctx);
  else refuse(ctx, 415, 'only forms are understood');
}

async function sendOn(ctx: KoaContextWithOIDC): Promise<void> {
  const query = new URLSearchParams(await bodyOf(ctx.req)).toString();
  if (query.length > LONGEST_QUERY) {
    refuse(ctx, 413, ctx.path === routes.authorization ? TOO_LONG_TO_AUTHORIZE : 'the request is too long');
    return;
  }
  ctx.status = 303;
  ctx.redirect(`${ISSUER_PATH}${ctx.path}?${query}`);
  ctx.body = '';
}

const TOO_LONG_TO_AUTHORIZE = 'the request is too long: push it to the pushed authorization request endpoint';

/** No more of it than tells that it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    body += String(chunk);
    if (body.length > LONGEST_QUERY) break;
  }
  return body;
}

/** What has not been read of the body would be taken for the next request: the connection ends here. */
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
  id_token_hint: 8_192,
};

// eslint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\0-\x1f\x7f]/;

/** Of all parameters together: a stranger's request is stored while its user signs in. */
const LONGEST_TOGETHER = 8_192;

/** What an authorization request says is kept, shown and sent back: all of it is text, and of a length to be expected. */
export function demandSoundParameters({ oidc: { params } }: KoaContextWithOIDC): void {
  refuseUnsound(params ?? {});
  const together = Object.values(params ?? {})
    .flat()
    .join('').length;
  if (together > LONGEST_TOGETHER)
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

const PARAMETERS = ['id_token_hint', 'post_logout_redirect_uri', 'state', 'ui_locales', 'client_id', 'logout_hint'];

/** What a request to sign out says is kept in the session of its user until they have answered. */
export function soundLogoutRequest(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  refuseUnsound(Object.fromEntries(PARAMETERS.map((name) => [name, ctx.query[name]])));
  return next();
}
