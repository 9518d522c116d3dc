import {
  type ChipProof,
  type Refusal as RefusalCode,
  Refused,
  type SignatureFacts,
  type SignedDocument,
} from '@countersign/emrtd/verify';
import type { ChipFindings } from '../evidence/session-findings.js';
import { comparedFields } from './page-and-chip.js';
import type { DocumentReason } from '../sessions/rules/reasons.js';
import type { ChipLevel, SessionSettings } from '../sessions/rules/session-settings.js';

/**
 * The consequence of a refused chip. `end`: the session ends. `page`: the user photographs the document again, which
 * uses an attempt. `counted`: the app reads the chip again, which uses an attempt. `free`: the app reads the chip
 * again, which uses an attempt only after many readings.
 */
export type ChipSequel = 'end' | 'page' | 'counted' | 'free';

export interface ChipFault {
  readonly reason: DocumentReason;
  readonly sequel: ChipSequel;
}

/** Why a chip was refused. Only the audit log shows the `detail`; the app and the page get the `reason`. */
export interface Refusal extends ChipFault {
  readonly detail?: string;
}

const NOT_VERIFIED: ChipFault = { reason: 'chip_not_verified', sequel: 'counted' };

/**
 * The consequences of those refusals that are not treated as `chip_not_verified`. If the document signer was revoked or
 * the chip's response is incorrect, the session ends.
 */
const OF_REFUSALS: Readonly<Partial<Record<RefusalCode, ChipFault>>> = {
  issuer_not_trusted: { reason: 'chip_issuer_unknown', sequel: 'free' },
  signer_expired: { reason: 'chip_issuer_unknown', sequel: 'free' },
  signer_revoked: { reason: 'document_revoked', sequel: 'end' },
  chip_not_proven: { reason: 'chip_not_genuine', sequel: 'end' },
  document_expired: { reason: 'document_expired', sequel: 'page' },
};

export const faultOfRefusal = (refusal: RefusalCode): ChipFault => OF_REFUSALS[refusal] ?? NOT_VERIFIED;

/**
 * Why the app could not read the chip. `wrong_key`: the chip did not accept the key derived from the photographed page.
 * `not_read`: the connection to the chip was lost.
 */
export const readingFailures = ['wrong_key', 'not_read'] as const;
export type ReadingFailure = (typeof readingFailures)[number];

export const faultOfFailure: Readonly<Record<ReadingFailure, ChipFault>> = {
  wrong_key: { reason: 'chip_wrong_key', sequel: 'page' },
  not_read: { reason: 'chip_not_read', sequel: 'free' },
};

export const levelOf = (proof: ChipProof): ChipLevel => (proof === 'none' ? 'signed_data' : 'genuine_chip');

/** The settings that decide which chips are accepted. */
export interface ChipRules {
  readonly idvChipWeak: 'doubt' | 'refuse';
  readonly idvChipRevocation: 'unknown-is-good' | 'must-be-known';
  /**
   * Two-letter codes of states whose chips deviate from ICAO 9303: their signed data is declared as plain data, but is
   * accepted.
   */
  readonly idvChipDeviations: readonly string[];
}

type Signature = Pick<SignatureFacts, 'isWeak' | 'revocation'>;
interface ProofFacts {
  readonly proof: ChipProof | undefined;
  readonly signature: Signature;
  readonly settings: Pick<SessionSettings, 'chipProof' | 'review'>;
  readonly rules: ChipRules;
}
type MissingProof = readonly [reason: DocumentReason, isLacking: (facts: ProofFacts) => boolean];

const isUncertain = ({ revocation }: Signature, { idvChipRevocation }: ChipRules): boolean =>
  idvChipRevocation === 'must-be-known' && revocation !== 'good';

const lacks: readonly MissingProof[] = [
  ['chip_not_read', ({ proof }) => proof === undefined],
  [
    'chip_without_proof',
    ({ proof = 'none', settings }) => settings.chipProof === 'genuine_chip' && levelOf(proof) === 'signed_data',
  ],
  [
    'chip_signature_weak',
    ({ signature, settings, rules }) => signature.isWeak && (!settings.review || rules.idvChipWeak === 'refuse'),
  ],
  ['chip_revocation_unknown', ({ signature, settings, rules }) => isUncertain(signature, rules) && !settings.review],
];

/**
 * Finds a proof that a chip lacks, although its signature and responses are correct, for example proof that it is not a
 * copy. The user is not to blame, so the consequence is `free`.
 */
export function missingProofOf(facts: ProofFacts): ChipFault | undefined {
  const found = lacks.find(([, isLacking]) => isLacking(facts));
  return found && { reason: found[0], sequel: 'free' };
}

const PERMANENT_REFUSALS: ReadonlySet<string> = new Set<DocumentReason>([
  'chip_issuer_unknown',
  'chip_without_proof',
  'chip_signature_weak',
  'chip_revocation_unknown',
]);
/** Whether the same chip would be refused again, no matter how often it is read. */
export const isPermanentRefusal = (reason: string): boolean => PERMANENT_REFUSALS.has(reason);

/** Returns the doubts about a chip's signature that a reviewer has to judge. */
export const doubtsOf = (signature: Signature, rules: ChipRules): DocumentReason[] => [
  ...(signature.isWeak ? (['chip_signature_weak'] as const) : []),
  ...(isUncertain(signature, rules) ? (['chip_revocation_unknown'] as const) : []),
];

/** Runs a check from `@countersign/emrtd/verify`, and returns a refusal instead of throwing it. */
export function refusable<T extends object>(work: () => T): T | Refusal {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return { ...faultOfRefusal(error.code), detail: error.message };
    throw error;
  }
}

export const findingsOf = ({ signature }: SignedDocument, by: ChipProof, now: Date): ChipFindings => ({
  level: levelOf(by),
  by,
  state: signature.state,
  authority: signature.authority,
  algorithm: signature.algorithm,
  signerUntil: new Date(signature.signerUntil).toISOString(),
  revocation: signature.revocation,
  isWeak: signature.isWeak,
  compared: [...comparedFields],
  readAt: now.toISOString(),
});
