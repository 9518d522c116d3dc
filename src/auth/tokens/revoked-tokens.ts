import type { GrantType } from '../client/client-profile.js';
import { apisOf } from './token-plan.js';

/** The topic of the signal that tokens were revoked. Receivers check again whatever they cache for these tokens. */
export const TOKENS_VOIDED = 'auth.tokens-voided';

export type CutOffKind = 'user' | 'grant' | 'client';

/** For `blocked`, the mobile surface tells users that they are blocked, instead of asking for a new login. */
export type CutOffReason = 'blocked' | 'ended';

/** Everything issued before a moment to one user, under one grant, or to one client is void. */
export type CutOff = {
  readonly kind: CutOffKind;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly before: number;
  readonly reason: CutOffReason;
};

/**
 * A cut-off to be made. Without a moment it is dated now, by the clock of the database. A moment in the future is not
 * accepted.
 */
export type NewCutOff = Omit<CutOff, 'before'> & { readonly before?: number };

/** One token, void until it expires by itself. */
export type DeniedToken = {
  readonly id: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
};

/** No access token lives longer, so that neither a denied token nor a cut-off needs to be remembered longer. */
export const LONGEST_ACCESS_TOKEN_SECONDS = 86_400;

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
  /** Whether it is an access token of a user. Only the client that holds it may introspect any other token. */
  readonly ofUser: boolean;
}

/**
 * Who may introspect a token (RFC 7662, 4): the client that it was issued to, and servers of the same enterprise,
 * because users send them their tokens. Such a server must have the scope to read the same data at the management API.
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
