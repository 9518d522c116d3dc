import type { Attempted, Step } from '../sessions/rules/session-step.js';
import { reasonFacts, type Reason } from '../sessions/rules/reasons.js';
import type { SessionStatus } from '../sessions/rules/session-status.js';

export const checkStates = ['passed', 'doubt', 'failed', 'open'] as const;
export type CheckState = (typeof checkStates)[number];

export const kycStates = ['passed', 'failed', 'open', 'notAsked'] as const;
export type KycState = (typeof kycStates)[number];

interface Checked {
  readonly status: SessionStatus;
  readonly lastStep: Step | null;
  readonly doubts: readonly Reason[];
  readonly kycRequired: boolean;
  readonly kycReferenceId: string | null;
}

/** For each check, the later steps of a session. A session at one of these steps has passed the check. */
const PASSED: Readonly<Record<Attempted, readonly Step[]>> = {
  document: ['selfie', 'kyc', 'optIn', 'done'],
  selfie: ['kyc', 'optIn', 'done'],
};

const FAILED: Readonly<Record<Attempted, readonly SessionStatus[]>> = {
  document: ['DOCUMENT_REJECTED', 'DOCUMENT_MISMATCH'],
  selfie: ['SELFIE_FAILED'],
};

export function checkOf(which: Attempted, { status, lastStep, doubts }: Checked): CheckState {
  if (FAILED[which].includes(status)) return 'failed';
  if (lastStep === null ? status !== 'VERIFIED' : !PASSED[which].includes(lastStep)) return 'open';
  const isDoubted = status !== 'VERIFIED' && doubts.some((reason) => attemptOf(reason) === which);
  return isDoubted ? 'doubt' : 'passed';
}

export function kycOf({ status, kycRequired, kycReferenceId }: Checked): KycState {
  if (status === 'KYC_FAILED') return 'failed';
  if (!kycRequired) return 'notAsked';
  return kycReferenceId === null ? 'open' : 'passed';
}

function attemptOf(reason: Reason): Attempted | undefined {
  const facts = reasonFacts[reason];
  return 'attempt' in facts ? facts.attempt : undefined;
}
