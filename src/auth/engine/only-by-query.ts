import type { KoaContextWithOIDC } from 'oidc-provider';

/**
 * The engine would always answer by fragment and by a page that posts itself, which needs a script. A mode that it has
 * never heard of is what it refuses in the right way: by redirect, with `unsupported_response_mode`.
 */
export function onlyByQuery(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  const { response_mode: mode } = ctx.query;
  if (mode !== undefined && mode !== 'query') ctx.query = { ...ctx.query, response_mode: 'not supported' };
  return next();
}
