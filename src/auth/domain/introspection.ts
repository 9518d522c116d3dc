import type { GrantType } from './client-profile.js';
import { apisOf } from './scopes.js';

interface Asker {
  readonly clientId: string;
  readonly enterpriseId: string;
  readonly test: boolean;
  readonly scopes: readonly string[];
  readonly grantTypes: readonly GrantType[];
}

export interface AskedAbout {
  readonly clientId: string | undefined;
  readonly enterpriseId: unknown;
  readonly test: unknown;
  readonly scopes: Iterable<string>;
  /** An access token of a user. All others are the business of nobody but the client that has them. */
  readonly ofUser: boolean;
}

/**
 * RFC 7662, 4: whom a token is told about. The client that it was issued to; and a server of the same enterprise, to which
 * that enterprise's users bring it. Such a server may read the same at the management API: it learns nothing new.
 */
export function mayIntrospect(asker: Asker, token: AskedAbout): boolean {
  if (token.clientId === asker.clientId) return true;
  const reading = apisOf(token.scopes).includes('mobile') ? 'notifications:read' : 'users:read';
  return (
    token.ofUser &&
    token.enterpriseId === asker.enterpriseId &&
    token.test === asker.test &&
    asker.grantTypes.includes('client_credentials') &&
    asker.scopes.includes(reading)
  );
}
