import type { KoaContextWithOIDC } from 'oidc-provider';

/** A revocation is answered by nothing, which has no type. The engine calls it text, and oidc-client-ts takes none. */
export async function emptyRevocations(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const { oidc } = ctx as Partial<KoaContextWithOIDC>;
  if (oidc?.route !== 'revocation' || ctx.status !== 200) return;
  ctx.remove('Content-Type'); // first: a null of JSON would be a body
  ctx.body = null;
  ctx.status = 200;
}
