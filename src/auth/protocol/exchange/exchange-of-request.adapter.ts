import type { KoaContextWithOIDC } from 'oidc-provider';

/** The part of an exchanged token that follows from the token before it. */
export interface ExchangedToken {
  /** Claims in seconds and texts, as the token writes them. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** No exchanged token outlives the one before it. In seconds since 1970. */
  readonly until: number;
}

/** The exchange that a token request asks for. */
export const exchangeOf = new WeakMap<KoaContextWithOIDC, ExchangedToken>();
