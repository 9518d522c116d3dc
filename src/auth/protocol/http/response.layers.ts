import { hash } from 'node:crypto';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { contentSecurityPolicy } from '../../../shared/http/index.js';
import { openidScopes } from '../../tokens/token-plan.js';

export const RESPONSE_MODES: readonly string[] = ['query', 'fragment', 'form_post'];

/**
 * Makes the engine report a missing scope. Otherwise the engine would first report parameters that need the scope
 * `openid`, so these parameters are removed if the request has no scope.
 */
export function requireScopeFirst(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  const { scope = '', request_uri: pushed } = ctx.query;
  if (pushed === undefined && typeof scope === 'string' && scope.trim() === '') {
    ctx.query = Object.fromEntries(Object.entries(ctx.query).filter(([name]) => !NEEDING_OPENID.has(name)));
  }
  return next();
}

const NEEDING_OPENID = new Set([
  'acr_values',
  'claims',
  'claims_locales',
  'id_token_hint',
  'max_age',
  'nonce',
  'scope',
]);

/**
 * Sets a content security policy for the form that returns the authorization response to the client. The form may be
 * submitted by the engine's script or, without scripts, by a button.
 */
export function allowFormPost(ctx: KoaContextWithOIDC): void {
  const { body } = ctx;
  if (typeof body !== 'string' || !body.includes('<input type="hidden" name="iss"')) return;
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(body) ?? [];
  const target = ctx.oidc.params?.['redirect_uri'];
  const { origin, protocol } = new URL(String(target));
  ctx.set(
    'Content-Security-Policy',
    contentSecurityPolicy({
      'script-src': [`'sha256-${hash('sha256', script, 'base64')}'`],
      'form-action': [origin === 'null' ? protocol : origin],
    }),
  );
}

/**
 * Answers revocations with an empty JSON object. RFC 7009, 2.2, lets clients ignore the body, but some parse it:
 * simple-oauth2 fails without JSON, and oidc-client-ts fails with the text that the engine sends.
 */
export async function jsonRevocations(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const { oidc } = ctx as Partial<KoaContextWithOIDC>;
  if (oidc?.route === 'revocation' && ctx.status === 200) ctx.body = {};
}

/**
 * Makes discovery and the JWKS cacheable for an hour. This is safe because a key is published at least a day before it
 * is used to sign.
 */
export async function publishing(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const route = (ctx as { oidc?: { route?: string } }).oidc?.route;
  if (ctx.status !== 200 || (route !== 'discovery' && route !== 'jwks')) return;
  ctx.set('Cache-Control', 'public, max-age=3600');
  if (route !== 'discovery') return;
  // The scope `notifications` is not listed, as RFC 8414, 2, allows. Only an enterprise's own app may hold it.
  // Some libraries request every listed scope, so they would request this scope too.
  const listed = { scopes_supported: openidScopes, response_modes_supported: RESPONSE_MODES };
  // Discovery announces no signed requests, because only the backchannel endpoint accepts them.
  Object.assign(ctx.body as object, listed, { request_parameter_supported: false });
  delete (ctx.body as Record<string, unknown>)['request_object_signing_alg_values_supported'];
}

/** Adds `Pragma: no-cache`, which RFC 6749, 5.1, requires for caches that do not know `Cache-Control`. */
export async function neverCached(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  ctx.set('Pragma', 'no-cache');
}
