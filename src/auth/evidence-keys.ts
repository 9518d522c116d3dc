import type { JsonObject } from '../shared/kernel/json.js';

/** Signs receipts that must be verifiable for ever. The keys are published at `/.well-known/evidence-keys.json`. */
export abstract class EvidenceKeys {
  /** A compact JWS of ES256 over the claims, with this `typ` and the key's `kid`. */
  abstract sign(claims: JsonObject, type: string): Promise<string>;
}
