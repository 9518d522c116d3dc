import type { GrantType } from '../client/client-profile.js';
import { apisOf } from './token-plan.js';

/** The topic of the signal that tokens were revoked. A receiver checks again what it keeps for them. */
export const TOKENS_VOIDED = 'auth.tokens-voided';

export type CutOffKind = 'user' | 'grant' | 'client';

/** `blocked`: the mobile surface tells the user so, instead of asking for a new login. */
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
  /** An access token of a user. Any other is only the business of the client that has it. */
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
