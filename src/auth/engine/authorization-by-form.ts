import type { IncomingMessage } from 'node:http';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { ISSUER_PATH } from '../../shared/http/bearer/issuer.js';
import { nameRoute } from '../../shared/operations/requests/route-name.js';
import { routes } from './engine-routes.js';

/** As a query it has to fit into the head of a request, beside cookies. */
const LONGEST = 8_192;

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
  if (query.length > LONGEST) {
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
    if (body.length > LONGEST) break;
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
