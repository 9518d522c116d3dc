import type { JsonObject } from '../../shared/kernel/index.js';

/** A public key as a JWK, with the period in which it was used to sign. */
export type PublishedKey = JsonObject & { readonly created_at: string; readonly retired_at?: string };

export interface SignedReceipt {
  readonly jws: string;
  /** The published key that verifies the receipt. */
  readonly key: PublishedKey;
}

/** Signs receipts that must be verifiable forever. All keys are published at `/.well-known/evidence-keys.json`. */
export abstract class EvidenceKeys {
  /** Signs the claims as a compact JWS with ES256. Its header has `type` as `typ`, and the key's `kid`. */
  abstract sign(claims: JsonObject, type: string): Promise<SignedReceipt>;

  /** All public keys ever used to sign, newest first. */
  abstract published(): Promise<PublishedKey[]>;
}

/** Signs security event tokens (RFC 8417) as the issuer. */
export abstract class SecurityEventTokens {
  /**
   * Signs the claims as a compact JWS with RS256, adding the issuer and the current time. The key is in the
   * authorization server's JWKS.
   */
  abstract sign(claims: JsonObject): Promise<string>;
}

/** Signs requests to enterprises' servers, so that the servers can verify that they come from this service. */
export abstract class RequestSignatures {
  /**
   * Signs the body as a JWS with detached content (RFC 7515, appendix F) and ES256. Its header has `iat`, and the
   * target URL as `aud`. The key is in the authorization server's JWKS.
   */
  abstract sign(body: string, audience: string): Promise<string>;
}
