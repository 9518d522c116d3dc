import type { ApprovedRequest } from './approved-request.js';

/** The question in the order of its canonical form (RFC 8785): `actions` as given, `body` sorted by `lng`. */
export interface EvidenceContent {
  readonly actions: readonly object[];
  readonly body: readonly object[];
}

export interface EvidenceDevice {
  readonly device_id: string;
  readonly public_key: { readonly kty: string; readonly crv: string; readonly x: string; readonly y: string };
  readonly registered_at: string;
  readonly user_id: string;
  /** The manufacturer's attestation of the key. Absent if the app sent none, and in evidence of older versions. */
  readonly attestation?: EvidenceAttestation;
}

/** The attestation as the app sent it, and how the service judged it when the device was registered. */
export interface EvidenceAttestation {
  readonly format: string;
  readonly verdict: string;
  readonly because?: string;
  readonly protection: string;
  readonly app?: string;
  readonly checked_at: string;
  readonly statement: object;
}

/** All members of the evidence that the receipt covers. */
export interface EvidenceBasis {
  /** The JWS that the device signed. */
  readonly statement: string;
  readonly content: EvidenceContent;
  readonly device: EvidenceDevice;
  /** The client's request for the user's approval, if the question came from one. */
  readonly request?: ApprovedRequest;
}

/** Proof that a device agreed to a content. Anyone can verify it with nothing but the published keys. */
export interface Evidence extends EvidenceBasis {
  /** The service's signature (a JWS) over the digest of all other members. */
  readonly receipt: string;
}

export const RECEIPT_TYPE = 'evidence-receipt+jwt';

/** The claims of a receipt. */
export interface ReceiptClaims {
  /** The SHA-256 of the canonical form of all other members of the evidence, in base64url. */
  readonly evidence_digest: string;
  /** The time of receipt, in ISO 8601, UTC. */
  readonly received_at: string;
}

/** A published key (RFC 7517), with the period in which it signed receipts. */
export interface EvidenceKey {
  readonly kid: string;
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
  readonly created_at?: string;
  readonly retired_at?: string;
}
