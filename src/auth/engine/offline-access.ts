import { decodeJwt } from 'jose';
import type { Client as EngineClient, KoaContextWithOIDC } from 'oidc-provider';

const OFFLINE = 'offline_access';
/** Where the engine drops it. What was stored meanwhile, for a login page to come back to, has it again. */
const ROUTES = new Set(['authorization', 'pushed_authorization_request']);

/**
 * Without `prompt=consent` the engine drops the scope `offline_access`. OpenID Connect Core, 11, lets other conditions take
 * its place, and with us they do: the users of an enterprise's own application need not be asked, and all others are
 * asked on the consent page for as long as they have not agreed to this very scope.
 */
export function keepOfflineAccess(ctx: KoaContextWithOIDC, client: EngineClient): void {
  const { params, route } = ctx.oidc;
  if (!params || !ROUTES.has(route) || !client.grantTypeAllowed('refresh_token')) return;
  const kept = scopesIn(params['scope']);
  if (kept.includes(OFFLINE) || !askedIn(ctx).includes(OFFLINE)) return;
  params['scope'] = [...kept, OFFLINE].join(' ');
}

const scopesIn = (scope: unknown): string[] => (typeof scope === 'string' ? scope.split(' ').filter(Boolean) : []);

/** As the request came, whichever way it did. */
function askedIn({ oidc, query }: KoaContextWithOIDC): string[] {
  if (oidc.route === 'pushed_authorization_request') return scopesIn(oidc.body?.['scope']);
  const pushed = oidc.entities.PushedAuthorizationRequest;
  return scopesIn(pushed ? decodeJwt(pushed.request)['scope'] : query['scope']);
}
