import type { FinalStatus } from './session-status.js';
import type { Attempted } from './session-step.js';

interface ReasonFacts {
  /** The final status of the session if its last attempt failed for this reason. */
  readonly status: FinalStatus;
  /** The step at which an attempt can fail for this reason. Absent if this reason never counts as a failed attempt. */
  readonly attempt?: Attempted;
  /** Whether it is worthwhile for the same person to try again in a new session. */
  readonly retryable: boolean;
}

// oxfmt-ignore
export const reasonFacts = {
  document_unreadable:         { status: 'DOCUMENT_REJECTED', attempt: 'document', retryable: true },
  document_expired:            { status: 'DOCUMENT_REJECTED', attempt: 'document', retryable: true },
  document_type_not_accepted:  { status: 'DOCUMENT_REJECTED', attempt: 'document', retryable: true },
  portrait_missing:            { status: 'DOCUMENT_REJECTED', attempt: 'document', retryable: true },
  portrait_suspicious:         { status: 'DOCUMENT_REJECTED', attempt: 'document', retryable: true },
  check_digit_mismatch:        { status: 'DOCUMENT_MISMATCH', attempt: 'document', retryable: true },
  document_data_mismatch:      { status: 'DOCUMENT_MISMATCH', attempt: 'document', retryable: false },
  duplicate_document:          { status: 'DOCUMENT_MISMATCH', attempt: 'document', retryable: false },
  chip_not_read:               { status: 'DOCUMENT_REJECTED', attempt: 'document', retryable: true },
  chip_wrong_key:              { status: 'DOCUMENT_REJECTED', attempt: 'document', retryable: true },
  chip_not_verified:           { status: 'DOCUMENT_REJECTED', attempt: 'document', retryable: true },
  chip_issuer_unknown:         { status: 'DOCUMENT_REJECTED', attempt: 'document', retryable: true },
  chip_without_proof:          { status: 'DOCUMENT_REJECTED', attempt: 'document', retryable: true },
  chip_signature_weak:         { status: 'DOCUMENT_REJECTED', attempt: 'document', retryable: true },
  chip_revocation_unknown:     { status: 'DOCUMENT_REJECTED', attempt: 'document', retryable: true },
  chip_not_genuine:            { status: 'DOCUMENT_REJECTED', attempt: 'document', retryable: false },
  document_revoked:            { status: 'DOCUMENT_REJECTED', attempt: 'document', retryable: false },
  face_mismatch:               { status: 'SELFIE_FAILED',     attempt: 'selfie',   retryable: true },
  liveness_failed:             { status: 'SELFIE_FAILED',     attempt: 'selfie',   retryable: true },
  selfie_quality:              { status: 'SELFIE_FAILED',     attempt: 'selfie',   retryable: true },
  capture_suspicious:          { status: 'SELFIE_FAILED',     attempt: 'selfie',   retryable: true },
  duplicate_face:              { status: 'SELFIE_FAILED',     attempt: 'selfie',   retryable: false },
  kyc_rejected:                { status: 'KYC_FAILED',                             retryable: false },
  consent_denied:              { status: 'DECLINED',                               retryable: true },
  other_way_needed:            { status: 'CANCELLED',                              retryable: false },
  chip_needed:                 { status: 'CANCELLED',                              retryable: true },
} as const satisfies Record<string, ReasonFacts>;

export type Reason = keyof typeof reasonFacts;

type ReasonOf<Step extends Attempted> = {
  [R in Reason]: (typeof reasonFacts)[R] extends { readonly attempt: Step } ? R : never;
}[Reason];

export type DocumentReason = ReasonOf<'document'>;
export type SelfieReason = ReasonOf<'selfie'>;

export const reasons = Object.keys(reasonFacts) as readonly Reason[];

export const isReason = (value: unknown): value is Reason =>
  typeof value === 'string' && Object.hasOwn(reasonFacts, value);

/**
 * Decides how a session with several reasons ends. It gets the status that belongs to the first reason. Reasons that
 * belong to another status are left out.
 */
export function endingBy(reasons: readonly [Reason, ...Reason[]]): { status: FinalStatus; reasons: Reason[] } {
  const { status } = reasonFacts[reasons[0]];
  return { status, reasons: reasons.filter((reason) => reasonFacts[reason].status === status) };
}

/** Returns the reasons that can end a session with this status. */
export const reasonsOf = (status: FinalStatus): Reason[] =>
  reasons.filter((reason) => reasonFacts[reason].status === status);
