import type { KoaContextWithOIDC } from 'oidc-provider';

/** RFC 6749, 5.1: for caches that are older than `Cache-Control`. */
export async function neverCached(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  ctx.set('Pragma', 'no-cache');
}

/** RFC 6749, 5.2: a client that cannot authenticate is 401. The engine would call a request without a secret malformed. */
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
