import type { DocumentData } from '@countersign/identity-engine';
import type { JsonObject } from '../../shared/kernel/index.js';
import { namesAreUnique } from '@countersign/evidence';
import type { SessionRef } from '../sessions/rules/session-ref.js';

/** The kind of the job that calls the enterprise's own KYC endpoint with a person's data. */
export const ASK_KYC = 'idv/ask-kyc';

export type KycAnswer = { readonly accepted: true; readonly referenceId: string | null } | { readonly accepted: false };

export interface KycSubject {
  readonly enterpriseId: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly test: boolean;
  readonly document: DocumentData;
}

/**
 * Builds the job that asks the enterprise about a person. Each enterprise has its own lanes for live and test data, so
 * that a slow endpoint delays no other enterprise, and a slow endpoint for test data no live verification.
 */
export const kycJob = ({ tenant, sessionId }: SessionRef) => ({
  kind: ASK_KYC,
  payload: { sessionId, enterpriseId: tenant.enterpriseId, test: tenant.test },
  dedupeKey: sessionId,
  lane: tenant.key,
});

/** Builds the body of the request to the enterprise's KYC endpoint. */
export const kycRequest = ({ sessionId, userId, test, document }: Omit<KycSubject, 'enterpriseId'>): JsonObject => ({
  request_id: sessionId,
  user_id: userId,
  document,
  test,
});

const ACCEPTED: readonly unknown[] = ['ACCEPTED', true];
const REJECTED: readonly unknown[] = ['REJECTED', false];
const REFERENCE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]{1,255}$/u; // oxlint-disable-line no-control-regex -- refuses them

/**
 * Parses the response of the enterprise's endpoint. Returns `undefined` if it is invalid or is about another user; the
 * endpoint is then asked again.
 */
export function kycAnswerIn(body: Buffer, { userId }: Pick<KycSubject, 'userId'>): KycAnswer | undefined {
  const answer = objectIn(body);
  if (!answer) return undefined;
  const { result, reference_number: reference = null, user_id: about = userId } = answer;
  if (about !== userId) return undefined;
  if (REJECTED.includes(result)) return { accepted: false };
  if (!ACCEPTED.includes(result)) return undefined;
  if (reference === null) return { accepted: true, referenceId: null };
  return typeof reference === 'string' && REFERENCE.test(reference)
    ? { accepted: true, referenceId: reference }
    : undefined;
}

function objectIn(body: Buffer): Record<string, unknown> | undefined {
  try {
    const text = body.toString('utf8');
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && namesAreUnique(text)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
