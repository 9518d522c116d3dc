import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';

/** An error that cannot be told by redirect: as JSON for programs, as text for people until there is a page. */
export function renderError(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  if (ctx.accepts('json', 'html') === 'html') {
    ctx.type = 'text/plain';
    ctx.body = `${out.error}\n${out.error_description ?? ''}\n`;
  } else {
    ctx.body = out;
  }
}
