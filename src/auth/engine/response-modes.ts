import { hash } from 'node:crypto';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { contentSecurityPolicy } from '../../shared/http/content-security-policy.js';

export const RESPONSE_MODES: readonly string[] = ['query', 'form_post'];

/**
 * The engine would also answer by fragment. A mode that it has never heard of is what it refuses in the right way: by
 * redirect, with `unsupported_response_mode`.
 */
export function offeredResponseModes(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  const { response_mode: mode } = ctx.query;
  if (typeof mode !== 'string' ? mode !== undefined : !RESPONSE_MODES.includes(mode)) {
    ctx.query = { ...ctx.query, response_mode: 'not supported' };
  }
  return next();
}

/** Without any scope the engine would first speak of other parameters, which need the scope `openid`. */
export function speakOfScopeFirst(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
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

/** The form in which an answer travels sends itself, by a script of the engine, and with a button where scripts are off. */
export function allowToBeSent(ctx: KoaContextWithOIDC): void {
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
