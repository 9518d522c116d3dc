import type { JsonObject } from '../../shared/kernel/index.js';

/** A public key as a JWK, with the period in which it signed. */
export type PublishedKey = JsonObject & { readonly created_at: string; readonly retired_at?: string };

export interface SignedReceipt {
  readonly jws: string;
  /** The published key that verifies the receipt. */
  readonly key: PublishedKey;
}

/** Signs receipts that must be verifiable forever. All keys are published at `/.well-known/evidence-keys.json`. */
export abstract class EvidenceKeys {
  /** A compact JWS of the claims, signed with ES256. Its header has `type` as `typ`, and the key's `kid`. */
  abstract sign(claims: JsonObject, type: string): Promise<SignedReceipt>;

  /** All public keys that have ever signed, newest first. */
  abstract published(): Promise<PublishedKey[]>;
}
