import type { IdvDocument, ReviewSignal } from '@countersign/node';

export type Check = 'passed' | 'doubt' | 'failed' | 'open' | 'notAsked';

export interface Claim {
  readonly by: string;
  readonly until: string;
}
export interface IdvSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly status: string;
  readonly reasons: readonly { readonly code: string }[];
  readonly doubts: readonly string[];
  readonly documentType: string | null;
  readonly documentCountry: string | null;
  readonly lastStep: string | null;
  readonly checks: Readonly<Record<'document' | 'selfie' | 'kyc', Check>>;
  readonly attempts: { readonly document: number; readonly selfie: number };
  readonly optIn: boolean | null;
  readonly kycReferenceId: string | null;
  readonly openedAt: string;
  readonly startedAt: string | null;
  readonly timestamp: string;
  readonly finishedAt: string | null;
  readonly evidenceUntil: string | null;
  readonly claim: Claim | null;
  readonly findings?: Findings;
}
export interface Field {
  readonly name: string;
  readonly value: string | null;
  readonly source: string | null;
  readonly checkDigit?: string | null;
  readonly printed?: 'same' | 'other' | 'unseen' | null;
  readonly record: string | null;
  readonly agrees: boolean | null;
}
export interface Decision {
  readonly decidedBy?: string;
  readonly clientId?: string;
  readonly outcome: string;
  readonly reason?: string;
  readonly decidedAt: string;
  readonly final?: boolean;
}
export interface Findings {
  readonly document?: IdvDocument;
  readonly scores?: Readonly<Record<string, number>>;
  readonly signals: readonly ReviewSignal[];
  readonly fields: readonly Field[];
  readonly thresholds: Readonly<Record<string, number>>;
  readonly pictures: readonly { readonly kind: string }[];
  readonly decisions: readonly Decision[];
}
export interface SessionEvent {
  readonly at: string;
  readonly kind: string;
  readonly step: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}
export interface Review {
  readonly reviewId: string;
  readonly userId: string;
  readonly doubts: readonly string[];
  readonly documentType: string | null;
  readonly documentCountry: string | null;
  readonly since: string;
  readonly overdue: boolean;
  readonly claim?: Claim | null;
}

/** The reasons that may be given to the person with each outcome, as the API accepts them. */
export const REASONS: Readonly<Record<string, readonly string[]>> = {
  DOCUMENT_REJECTED: [
    'document_unreadable',
    'document_expired',
    'document_type_not_accepted',
    'portrait_missing',
    'portrait_suspicious',
    'chip_signature_weak',
    'chip_revocation_unknown',
    'chip_not_genuine',
    'document_revoked',
  ],
  DOCUMENT_MISMATCH: ['check_digit_mismatch', 'document_data_mismatch', 'duplicate_document'],
  SELFIE_FAILED: ['face_mismatch', 'liveness_failed', 'capture_suspicious', 'selfie_quality', 'duplicate_face'],
};
export const OUTCOMES = ['VERIFIED', 'DOCUMENT_REJECTED', 'DOCUMENT_MISMATCH', 'SELFIE_FAILED'] as const;
