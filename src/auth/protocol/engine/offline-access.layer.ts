import { decodeJwt } from 'jose';
import type { Client as EngineClient, KoaContextWithOIDC } from 'oidc-provider';

const OFFLINE = 'offline_access';
/**
 * The routes on which the engine drops the scope `offline_access`. The route on which a request continues after the
 * sign-in pages is not listed, because the engine has stored the request with this scope.
 */
const ROUTES = new Set(['authorization', 'pushed_authorization_request']);

/**
 * Keeps the scope `offline_access`, which the engine drops without `prompt=consent`. OpenID Connect Core, 11, also
 * allows other conditions. The users of an enterprise's own application are not asked. The users of all other
 * applications see the consent page until they have agreed to this scope.
 */
export function keepOfflineAccess(ctx: KoaContextWithOIDC, client: EngineClient): void {
  const { params, route } = ctx.oidc;
  if (!params || !ROUTES.has(route) || !client.grantTypeAllowed('refresh_token')) return;
  const kept = scopesIn(params['scope']);
  if (kept.includes(OFFLINE) || !requestedScopes(ctx).includes(OFFLINE)) return;
  params['scope'] = [...kept, OFFLINE].join(' ');
}

const scopesIn = (scope: unknown): string[] => (typeof scope === 'string' ? scope.split(' ').filter(Boolean) : []);

/**
 * The requested scopes: from the body of a pushed authorization request, from a stored pushed request, or from the
 * query string.
 */
function requestedScopes({ oidc, query }: KoaContextWithOIDC): string[] {
  if (oidc.route === 'pushed_authorization_request') return scopesIn(oidc.body?.['scope']);
  const pushed = oidc.entities.PushedAuthorizationRequest;
  return scopesIn(pushed ? decodeJwt(pushed.request)['scope'] : query['scope']);
}
