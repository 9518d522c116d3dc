import type { AccessToken, ClientCredentials, RefreshToken } from 'oidc-provider';
import type { AskedAbout } from '../domain/introspection.js';

/** A token that we keep, with the claims of ours that were stored with it. */
export function askedAbout(token: AccessToken | ClientCredentials | RefreshToken): AskedAbout {
  const { enterprise_id: enterpriseId, test } = ('extra' in token && token.extra) || {};
  const { clientId, scopes, kind } = token;
  return { clientId, enterpriseId, test, scopes, ofUser: kind === 'AccessToken' };
}
