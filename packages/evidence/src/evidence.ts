import type { ApprovedRequest } from './approved-request.js';

/** The question in the form of RFC 8785: `actions` in their order, `body` by `lng`. */
export interface EvidenceContent {
  readonly actions: readonly object[];
  readonly body: readonly object[];
}

export interface EvidenceDevice {
  readonly device_id: string;
  readonly public_key: { readonly kty: string; readonly crv: string; readonly x: string; readonly y: string };
  readonly registered_at: string;
  readonly user_id: string;
  /** The word of the device's maker about its key. Absent where the app sent nothing, and in old evidence. */
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

/** All of it but the receipt, which is about the rest. */
export interface EvidenceBasis {
  /** The device's own JWS. */
  readonly statement: string;
  readonly content: EvidenceContent;
  readonly device: EvidenceDevice;
  /** The request of a client that a program asked for, where one did. */
  readonly request?: ApprovedRequest;
}

/** That a device agreed to a content, for anyone to verify with the published keys and nothing else. */
export interface Evidence extends EvidenceBasis {
  /** The service's JWS over the digest of the basis. */
  readonly receipt: string;
}

export const RECEIPT_TYPE = 'evidence-receipt+jwt';

/** The claims of a receipt. */
export interface ReceiptClaims {
  /** base64url of the SHA-256 of the canonical form of the basis. */
  readonly evidence_digest: string;
  /** ISO 8601, UTC. */
  readonly received_at: string;
}

/** A published key (RFC 7517), with the time in which it signed. */
export interface EvidenceKey {
  readonly kid: string;
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
  readonly created_at?: string;
  readonly retired_at?: string;
}
