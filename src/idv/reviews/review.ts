import { defineErrors } from '../../shared/kernel/errors.js';
import { reasonFacts, reasonsOf, type Reason } from '../sessions/rules/reasons.js';
import type { ReviewOutcome } from '../sessions/rules/session-status.js';

export const ReviewErrors = defineErrors('idv', {
  reviewNotFound: {
    status: 404,
    title: 'Review not found',
    help: 'Use the `reviewId` of the list. Sessions that were never in review, and those of other enterprises, are not found.',
  },
  reviewDecided: {
    status: 409,
    title: 'The review is decided',
    help: 'Somebody has decided it meanwhile, or the session was cancelled; the member `sessionStatus` names what it is now.',
  },
  documentTaken: {
    status: 409,
    title: 'The document was verified for another user meanwhile',
    help: 'Decide DOCUMENT_MISMATCH, with the reason `duplicate_document`.',
  },
  reviewClaimed: {
    status: 409,
    title: 'Somebody else works on the review',
    help: 'The members `claimedBy` and `claimedUntil` say who, and until when. Take another one, or wait.',
  },
  ownReview: {
    status: 403,
    title: 'Nobody decides about themselves',
    help: 'The operator is the person of the review, or has the same e-mail address. A colleague has to decide.',
  },
  pictureNotFound: {
    status: 404,
    title: 'Picture not found',
    help: 'The list `pictures` of the review names those that there are. They are removed when their retention ends.',
  },
  reasonUnfitting: {
    status: 422,
    title: 'A reason does not fit the outcome',
    help: 'Each outcome has reasons of its own; the member `fitting` names them.',
  },
});

const GENERAL: Readonly<Record<Exclude<ReviewOutcome, 'VERIFIED'>, Reason>> = {
  DOCUMENT_REJECTED: 'document_unreadable',
  DOCUMENT_MISMATCH: 'document_data_mismatch',
  SELFIE_FAILED: 'face_mismatch',
};

/** The reasons of a decision: those given, else the doubts that fit it, else the general one of the outcome. */
export function reasonsFor(outcome: ReviewOutcome, given: readonly Reason[], doubts: readonly Reason[]): Reason[] {
  const fitting = outcome === 'VERIFIED' ? [] : reasonsOf(outcome);
  if (given.some((reason) => !fitting.includes(reason))) throw ReviewErrors.reasonUnfitting(undefined, { fitting });
  if (outcome === 'VERIFIED' || given.length > 0) return [...given];
  const known = doubts.filter((reason) => reasonFacts[reason].status === outcome);
  return known.length > 0 ? known : [GENERAL[outcome]];
}

interface Said {
  /** `operator:<sub>` or `client:<id>`. */
  readonly by: string;
  readonly outcome: ReviewOutcome;
}

/** With four eyes, the decision before this one must be of somebody else and say the same. */
export const isDecisive = (said: Said, before: Said | undefined, fourEyes: boolean): boolean =>
  !fourEyes || (before !== undefined && before.by !== said.by && before.outcome === said.outcome);
