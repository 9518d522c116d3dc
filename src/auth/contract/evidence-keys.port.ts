import type { JsonObject } from '../../shared/kernel/index.js';

/** A public key as it is published: a JWK, with the time in which it signed. */
export type PublishedKey = JsonObject & { readonly created_at: string; readonly retired_at?: string };

export interface SignedReceipt {
  readonly jws: string;
  /** The key that it is verified with, as it is published. */
  readonly key: PublishedKey;
}

/** Signs receipts that must be verifiable for ever. The keys are published at `/.well-known/evidence-keys.json`. */
export abstract class EvidenceKeys {
  /** A compact JWS of ES256 over the claims, with this `typ` and the key's `kid`. */
  abstract sign(claims: JsonObject, type: string): Promise<SignedReceipt>;

  /** All public keys that there ever were, the newest first. */
  abstract published(): Promise<PublishedKey[]>;
}
