import { defineMachine, type StateOf } from '../../../shared/kernel/index.js';
import { IdvErrors } from '../../contract/idv.errors.js';

// oxfmt-ignore
export const sessionStep = defineMachine('Session step', IdvErrors.wrongStep, [
  // from        action              to            only when
  [null,        'open',             'welcome'],
  ['welcome',   'start',            'consent'],
  ['consent',   'agree',            'document',   'onOwnPages'],
  ['consent',   'agreeToVendor',    'vendor',     'byVendor'],
  ['vendor',    'passVendor',       'optIn',      'withoutKyc'],
  ['vendor',    'askKyc',           'kyc',        'withKyc'],

  ['document',  'chooseDocument',   'front'],
  ['front',     'chooseAnother',    'document'],
  ['back',      'chooseAnother',    'document'],

  ['front',     'keepFront',        'back',       'hasBack'],
  ['front',     'offerChip',        'chip',       'chipWanted'],
  ['front',     'readDocument',     'confirm',    'allSidesTaken'],
  ['back',      'readDocument',     'confirm',    'allSidesTaken'],
  ['front',     'retakeDocument',   'front',      'attemptsLeft'],
  ['back',      'retakeDocument',   'front',      'attemptsLeft'],
  ['confirm',   'retakeDocument',   'front',      'attemptsLeft'],
  ['back',      'retakeBack',       'back',       'attemptsLeft'],
  ['confirm',   'confirmReading',   'selfie'],

  ['chip',      'readChip',         'confirm'],
  ['chip',      'skipChip',         'confirm',    'chipOptional'],
  ['chip',      'retryChip',        'chip',       'attemptsLeft'],
  ['chip',      'retakeDocument',   'front',      'attemptsLeft'],

  ['selfie',    'retakeSelfie',     'selfie',     'attemptsLeft'],
  ['selfie',    'passSelfie',       'optIn',      'withoutKyc'],
  ['selfie',    'askKyc',           'kyc',        'withKyc'],
  ['kyc',       'passKyc',          'optIn'],
  ['optIn',     'decideOptIn',      'done'],

  ['welcome',   'end',              'done'],
  ['consent',   'end',              'done'],
  ['vendor',    'end',              'done'],
  ['document',  'end',              'done'],
  ['front',     'end',              'done'],
  ['back',      'end',              'done'],
  ['chip',      'end',              'done'],
  ['confirm',   'end',              'done'],
  ['selfie',    'end',              'done'],
  ['kyc',       'end',              'done'],
  ['optIn',     'end',              'done'],
]);

export type Step = StateOf<typeof sessionStep.arrows>;
export type StepAction = (typeof sessionStep.actions)[number];

/**
 * The steps at which the number of attempts is limited. An attempt at the document covers all its sides; an attempt at
 * the selfie covers one challenge.
 */
export const attempted = ['document', 'selfie'] as const;
export type Attempted = (typeof attempted)[number];
export type Attempts = Readonly<Record<Attempted, number>>;

/** For each step with attempts, the action of the state machine that repeats the step after a failed attempt. */
export const RETAKE = { document: 'retakeDocument', selfie: 'retakeSelfie' } as const;
export type Retake = 'retakeBack' | 'retryChip' | (typeof RETAKE)[Attempted];
export type ChipAction = 'readChip' | 'skipChip' | 'retryChip';

export const MOST_ATTEMPTS = 3;
