import type { KoaContextWithOIDC } from 'oidc-provider';

/** The part of an exchanged token that comes from the token that it replaces. */
export interface ExchangedToken {
  /** The claims in the format of a JWT. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The expiry of the replaced token in seconds since 1970. An exchanged token must not live longer. */
  readonly until: number;
}

/** The exchange that a token request asks for, by the context of the request. */
export const exchangeOf = new WeakMap<KoaContextWithOIDC, ExchangedToken>();
