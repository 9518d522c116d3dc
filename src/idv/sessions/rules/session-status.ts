import { defineMachine, type StateOf } from '../../../shared/kernel/index.js';
import { IdvErrors } from '../../contract/idv.errors.js';

// oxfmt-ignore
export const sessionStatus = defineMachine('Session status', IdvErrors.statusRefused, [
  // from           action             to                    only when
  [null,           'open',            'PENDING'],

  ['PENDING',      'start',           'IN_PROGRESS'],
  ['PENDING',      'cancel',          'CANCELLED'],
  ['PENDING',      'expire',          'EXPIRED',            'timeIsUp'],

  ['IN_PROGRESS',  'verify',          'VERIFIED',           'passedAndOptedIn'],
  ['IN_PROGRESS',  'askForReview',    'REVIEW',             'passedAndOptedIn'],
  ['IN_PROGRESS',  'rejectDocument',  'DOCUMENT_REJECTED',  'attemptsUsedUp'],
  ['IN_PROGRESS',  'refuseMismatch',  'DOCUMENT_MISMATCH',  'attemptsUsedUp'],
  ['IN_PROGRESS',  'failSelfie',      'SELFIE_FAILED',      'attemptsUsedUp'],
  ['IN_PROGRESS',  'failKyc',         'KYC_FAILED'],
  ['IN_PROGRESS',  'decline',         'DECLINED'],
  ['IN_PROGRESS',  'cancel',          'CANCELLED'],
  ['IN_PROGRESS',  'expire',          'EXPIRED',            'timeIsUp'],

  ['REVIEW',       'approve',         'VERIFIED'],
  ['REVIEW',       'rejectDocument',  'DOCUMENT_REJECTED'],
  ['REVIEW',       'refuseMismatch',  'DOCUMENT_MISMATCH'],
  ['REVIEW',       'failSelfie',      'SELFIE_FAILED'],
  ['REVIEW',       'cancel',          'CANCELLED'],
]);

export type SessionStatus = StateOf<typeof sessionStatus.arrows>;
export type SessionAction = (typeof sessionStatus.actions)[number];

export const isFinal = (status: SessionStatus): boolean => sessionStatus.finals.includes(status);

/**
 * Statuses in which a session waits for the user. Such a session expires, and a newer session of the same user cancels
 * it.
 */
export const openStatuses = ['PENDING', 'IN_PROGRESS'] as const satisfies readonly SessionStatus[];

export const isOpen = (status: SessionStatus): boolean => openStatuses.some((open) => open === status);

/** For each final status, the action of the state machine that ends a session in progress with this status. */
export const endings = {
  VERIFIED: 'verify',
  DOCUMENT_REJECTED: 'rejectDocument',
  DOCUMENT_MISMATCH: 'refuseMismatch',
  SELFIE_FAILED: 'failSelfie',
  KYC_FAILED: 'failKyc',
  DECLINED: 'decline',
  EXPIRED: 'expire',
  CANCELLED: 'cancel',
} as const;

export type FinalStatus = keyof typeof endings;
export type Ending = (typeof endings)[FinalStatus];

export const finalStatuses = Object.keys(endings) as readonly FinalStatus[];

/** The decisions that a reviewer may make, each with the action of the state machine that it causes. */
export const reviewOutcomes = {
  VERIFIED: 'approve',
  DOCUMENT_REJECTED: 'rejectDocument',
  DOCUMENT_MISMATCH: 'refuseMismatch',
  SELFIE_FAILED: 'failSelfie',
} as const;

export type ReviewOutcome = keyof typeof reviewOutcomes;

/** Returns the error for a browser that tries to continue a session with this status. */
export const sessionOver = (status: SessionStatus): Error =>
  status === 'EXPIRED'
    ? IdvErrors.expired()
    : isFinal(status) || status === 'REVIEW'
      ? IdvErrors.finished(undefined, { sessionStatus: status })
      : IdvErrors.noSession();

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How many seconds a user has to start the session if the caller does not specify it. */
export const DEFAULT_SECONDS_TO_START = 900;
export const SECONDS_TO_START = { min: 60, max: 86_400 } as const;

/** A started session expires after `IDLE_MS` without any action, and no later than `LONGEST_MS` after its start. */
const IDLE_MS = 30 * MINUTE;
const LONGEST_MS = 24 * 60 * MINUTE;
/** The page warns the user this long before the session expires. */
export const WARNING_MS = 2 * MINUTE;

/** Returns the time at which a session in progress expires if the user does nothing from now on. */
export const idleUntil = (startedAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + IDLE_MS, startedAt.getTime() + LONGEST_MS));

/** How long evidence is kept at least while a face from it is to be stored. */
const FACE_MS = 60 * MINUTE;

export const retainedUntil = (finishedAt: Date, days: number, facePending = false): Date =>
  new Date(finishedAt.getTime() + Math.max(days * 24 * 60 * MINUTE, facePending ? FACE_MS : 0));

/** The statuses of a user in which the user may be verified. */
const ELIGIBLE: readonly string[] = ['ONBOARDING', 'CREATED', 'ACTIVE', 'RESET'];

export const isEligible = (userStatus: string): boolean => ELIGIBLE.includes(userStatus);
