import type { GrantType } from '../client/client-profile.js';
import { apisOf } from './token-plan.js';

/**
 * The topic of the signal that tokens were revoked. Receivers must check again whatever they have cached for these
 * tokens.
 */
export const TOKENS_REVOKED = 'auth.tokens-voided';

export type CutOffKind = 'user' | 'grant' | 'client';

/**
 * Why all tokens issued before a certain time are revoked. For `blocked`, the mobile API tells users that they are
 * blocked, instead of asking for a new login.
 */
export type CutOffReason = 'blocked' | 'ended';

/** A revocation of all tokens that were issued to one user, under one grant or to one client before a point in time. */
export type CutOff = {
  readonly kind: CutOffKind;
  readonly id: string;
  /** Tokens issued before this time are revoked. In milliseconds since 1970. */
  readonly before: number;
  readonly reason: CutOffReason;
};

/**
 * A new revocation of all tokens issued before `before`. If `before` is missing or in the future, the current time of
 * the database is used.
 */
export type NewCutOff = Omit<CutOff, 'before'> & { readonly before?: number };

/** A revoked token, listed until it expires. */
export type DeniedToken = {
  readonly id: string;
  /** Expiry of the token in seconds since 1970. */
  readonly expiresAt: number;
};

/** Maximum lifetime of an access token. Records of revocations are not needed for longer. */
export const LONGEST_ACCESS_TOKEN_SECONDS = 86_400;

interface IntrospectingClient {
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
  /**
   * Whether the token is an access token of a user. Other tokens may be introspected only by the client that holds
   * them.
   */
  readonly ofUser: boolean;
}

/**
 * Whether a client may introspect a token (RFC 7662, 4): the client that it was issued to may, and so may servers of
 * the same enterprise, because users send them their tokens. Such a server must have the scope to read the same data at
 * the management API.
 */
export function mayIntrospect(asker: IntrospectingClient, token: AskedAbout): boolean {
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
