import { defineErrors, type JsonObject } from '../../shared/kernel/index.js';
import { reasonFacts, reasonsOf, type Reason } from '../sessions/rules/reasons.js';
import type { ReviewOutcome } from '../sessions/rules/session-status.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';

export const ReviewErrors = defineErrors('idv', {
  reviewNotFound: {
    status: 404,
    title: 'Review not found',
    help: 'Use a `reviewId` from the list of reviews. Sessions that were never in review, and sessions of other enterprises, are not found.',
  },
  reviewDecided: {
    status: 409,
    title: 'The review is already decided',
    help: 'Somebody else decided the review, or the session was cancelled. The member `sessionStatus` contains the current status.',
  },
  documentTaken: {
    status: 409,
    title: 'The document has since been verified for another user',
    help: 'Decide `DOCUMENT_MISMATCH` with the reason `duplicate_document`.',
  },
  reviewClaimed: {
    status: 409,
    title: 'Somebody else has claimed the review',
    help: 'The members `claimedBy` and `claimedUntil` say who claimed it, and until when. Take another review, or wait.',
  },
  ownReview: {
    status: 403,
    title: 'Reviewers cannot decide about themselves',
    help: 'The operator is the verified person, or has the same e-mail address. Upper and lower case and a tag after a `+` make no difference. A colleague must decide.',
  },
  sameReviewer: {
    status: 403,
    title: 'The second decision must come from another person',
    help: 'The two operators may be one person: they have the same e-mail address, the second one was invited after the first decision, or, within a day before it, one was invited by the other or both by the same operator. Upper and lower case and a tag after a `+` make no difference. Another colleague must decide, or the first one must decide again later.',
  },
  pictureNotFound: {
    status: 404,
    title: 'Picture not found',
    help: 'The list `pictures` of the review contains the available pictures. Pictures are deleted when their retention ends.',
  },
  reasonUnfitting: {
    status: 422,
    title: 'A reason does not fit the outcome',
    help: 'Each outcome allows certain reasons. The member `fitting` lists them.',
  },
});

const GENERAL: Readonly<Record<Exclude<ReviewOutcome, 'VERIFIED'>, Reason>> = {
  DOCUMENT_REJECTED: 'document_unreadable',
  DOCUMENT_MISMATCH: 'document_data_mismatch',
  SELFIE_FAILED: 'face_mismatch',
};

/**
 * Returns the reasons to store with a decision: those that the reviewer chose. If the reviewer chose none, returns the
 * engine's doubts that fit the outcome or, if none fits, a general reason for it. VERIFIED needs no reason.
 */
export function reasonsFor(outcome: ReviewOutcome, given: readonly Reason[], doubts: readonly Reason[]): Reason[] {
  const fitting = outcome === 'VERIFIED' ? [] : reasonsOf(outcome);
  if (given.some((reason) => !fitting.includes(reason))) throw ReviewErrors.reasonUnfitting(undefined, { fitting });
  if (outcome === 'VERIFIED' || given.length > 0) return [...given];
  const known = doubts.filter((reason) => reasonFacts[reason].status === outcome);
  return known.length > 0 ? known : [GENERAL[outcome]];
}

interface Said {
  /** The reviewer, as `operator:<sub>` or `client:<id>`. */
  readonly by: string;
  readonly outcome: ReviewOutcome;
}

/**
 * Whether a decision ends the review. With four eyes, it does so only if a different reviewer made the previous
 * decision, with the same outcome.
 */
export const isDecisive = (said: Said, before: Said | undefined, fourEyes: boolean): boolean =>
  !fourEyes || (before !== undefined && before.by !== said.by && before.outcome === said.outcome);

const DAY_MS = 86_400_000;

/** The number of days after which a reminder of a pending review is sent. */
export const OVERDUE_AFTER_DAYS = 14;

export const REMIND_OF_REVIEW = 'idv/remind-of-review';

export const isOverdue = (since: Date, now: Date): boolean => alarmAt(since) <= now;

const alarmAt = (from: Date): Date => new Date(from.getTime() + OVERDUE_AFTER_DAYS * DAY_MS);

/** Builds the job that sends a reminder of a review if the review is still undecided after `OVERDUE_AFTER_DAYS`. */
export const reviewAlarm = ({ tenant, sessionId }: SessionRef, from: Date) => ({
  kind: REMIND_OF_REVIEW,
  payload: { enterpriseId: tenant.enterpriseId, test: tenant.test, sessionId } satisfies JsonObject,
  dedupeKey: sessionId,
  dueAt: alarmAt(from),
});
