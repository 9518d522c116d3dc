import type { KoaContextWithOIDC } from 'oidc-provider';
import { userScopes } from '../domain/scopes.js';
import { RESPONSE_MODES } from './response-modes.js';

/** Discovery and the JWKS are for everyone, and may be kept for an hour: a key is published a day before it signs. */
export async function publishing(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const route = (ctx as { oidc?: { route?: string } }).oidc?.route;
  if (ctx.status !== 200 || (route !== 'discovery' && route !== 'jwks')) return;
  ctx.set('Cache-Control', 'public, max-age=3600');
  if (route !== 'discovery') return;
  // The engine tells of what it could do for some client; these are what it does for ours.
  Object.assign(ctx.body as object, { scopes_supported: userScopes, response_modes_supported: RESPONSE_MODES });
}
