import { hash } from 'node:crypto';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { contentSecurityPolicy } from '../../../shared/http/security-headers.js';
import { userScopes } from '../../domain/token-plan.js';

export const RESPONSE_MODES: readonly string[] = ['query', 'form_post'];

/**
 * The engine would also answer by fragment. An unknown mode makes it refuse correctly: by redirect, with
 * `unsupported_response_mode`.
 */
export function offeredResponseModes(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  const { response_mode: mode } = ctx.query;
  if (typeof mode !== 'string' ? mode !== undefined : !RESPONSE_MODES.includes(mode)) {
    ctx.query = { ...ctx.query, response_mode: 'not supported' };
  }
  return next();
}

/**
 * Checks the scope first: without any, the engine would complain about other parameters that need the scope `openid`.
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
 * Allows the form that carries an answer to submit itself, by a script of the engine, or with a button where scripts
 * are off.
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
 * The answer to a revocation is empty and has no content type. The engine sends one of text, which oidc-client-ts
 * refuses.
 */
export async function emptyRevocations(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const { oidc } = ctx as Partial<KoaContextWithOIDC>;
  if (oidc?.route !== 'revocation' || ctx.status !== 200) return;
  ctx.remove('Content-Type'); // first, because with a JSON type the body would become `null`
  ctx.body = null;
  ctx.status = 200;
}

/** Discovery and the JWKS are public and may be cached for an hour: a key is published a day before it signs. */
export async function publishing(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const route = (ctx as { oidc?: { route?: string } }).oidc?.route;
  if (ctx.status !== 200 || (route !== 'discovery' && route !== 'jwks')) return;
  ctx.set('Cache-Control', 'public, max-age=3600');
  if (route !== 'discovery') return;
  // The engine lists what it supports for any client; these are the values for ours.
  Object.assign(ctx.body as object, { scopes_supported: userScopes, response_modes_supported: RESPONSE_MODES });
}

/** RFC 6749, 5.1: `Pragma`, for caches that do not know `Cache-Control`. */
export async function neverCached(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  ctx.set('Pragma', 'no-cache');
}

/** RFC 6749, 5.2: a client that cannot authenticate gets a 401. The engine answers an empty secret with 400. */
export function refuseEmptySecret(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  if (!hasEmptySecret(ctx.get('Authorization'))) return next();
  ctx.status = 401;
  ctx.set('Cache-Control', 'no-store');
  ctx.set('WWW-Authenticate', 'Basic realm="Countersign", error="invalid_client"');
  ctx.body = { error: 'invalid_client', error_description: 'client authentication failed' };
  return Promise.resolve();
}

function hasEmptySecret(authorization: string): boolean {
  const [, credentials] = /^basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? [];
  return credentials !== undefined && /^[^:]+:$/.test(Buffer.from(credentials, 'base64').toString('utf8'));
}
