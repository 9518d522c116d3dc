import type { KoaContextWithOIDC } from 'oidc-provider';

/** The part of an exchanged token that comes from the token that it replaces. */
export interface ExchangedToken {
  /** Claims in seconds and texts, as the token writes them. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** In seconds since 1970. No exchanged token lives longer than the one that it replaces. */
  readonly until: number;
}

/** The exchange that a token request asks for. */
export const exchangeOf = new WeakMap<KoaContextWithOIDC, ExchangedToken>();
