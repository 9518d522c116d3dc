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

/** Sessions that wait for the user. They expire, and a newer session of the same user cancels them. */
export const openStatuses = ['PENDING', 'IN_PROGRESS'] as const satisfies readonly SessionStatus[];

export const isOpen = (status: SessionStatus): boolean => openStatuses.some((open) => open === status);

/** The action that takes a session in progress to each final status. */
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

/** The decisions of a reviewer, and the action of the state machine for each. */
export const reviewOutcomes = {
  VERIFIED: 'approve',
  DOCUMENT_REJECTED: 'rejectDocument',
  DOCUMENT_MISMATCH: 'refuseMismatch',
  SELFIE_FAILED: 'failSelfie',
} as const;

export type ReviewOutcome = keyof typeof reviewOutcomes;
