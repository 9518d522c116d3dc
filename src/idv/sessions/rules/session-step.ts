import { defineMachine, type StateOf } from '../../../shared/kernel/index.js';
import { IdvErrors } from '../../contract/idv.errors.js';

// prettier-ignore
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
  ['front',     'readDocument',     'confirm',    'allSidesTaken'],
  ['back',      'readDocument',     'confirm',    'allSidesTaken'],
  ['front',     'retakeDocument',   'front',      'attemptsLeft'],
  ['back',      'retakeDocument',   'front',      'attemptsLeft'],
  ['confirm',   'retakeDocument',   'front',      'attemptsLeft'],
  ['back',      'retakeBack',       'back',       'attemptsLeft'],
  ['confirm',   'confirmReading',   'selfie'],

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
  ['confirm',   'end',              'done'],
  ['selfie',    'end',              'done'],
  ['kyc',       'end',              'done'],
  ['optIn',     'end',              'done'],
]);

export type Step = StateOf<typeof sessionStep.arrows>;
export type StepAction = (typeof sessionStep.actions)[number];

/** Steps whose attempts are counted: a document with both its sides, and a selfie with its challenge. */
export const attempted = ['document', 'selfie'] as const;
export type Attempted = (typeof attempted)[number];
export type Attempts = Readonly<Record<Attempted, number>>;

export const MOST_ATTEMPTS = 3;
