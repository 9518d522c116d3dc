import type { KoaContextWithOIDC } from 'oidc-provider';
import { refuseUnsound } from './sound-parameters.js';

const PARAMETERS = ['id_token_hint', 'post_logout_redirect_uri', 'state', 'ui_locales', 'client_id', 'logout_hint'];

/** What a request to sign out says is kept in the session of its user until they have answered. */
export function soundLogoutRequest(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  refuseUnsound(Object.fromEntries(PARAMETERS.map((name) => [name, ctx.query[name]])));
  return next();
}
