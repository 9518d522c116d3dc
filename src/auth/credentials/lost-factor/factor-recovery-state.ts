import { defineMachine, KernelErrors, type StateOf } from '../../../shared/kernel/index.js';

/**
 * States in the replacement of a lost second factor: an identity check, then a waiting period in which the real user,
 * who is notified, can stop it.
 */
// prettier-ignore
export const factorRecoveryState = defineMachine('Replacement of a second factor', KernelErrors.forbidden, [
  // from       action     to          only when
  [null,        'begin',   'CHECKING'],
  ['CHECKING',  'confirm', 'WAITING',  'faceMatches'],
  ['CHECKING',  'refuse',  'REFUSED'],
  ['CHECKING',  'stop',    'STOPPED'],
  ['WAITING',   'stop',    'STOPPED'],
  ['WAITING',   'replace', 'DONE',     'waitIsOver'],
]);

export type FactorRecoveryState = StateOf<typeof factorRecoveryState.arrows>;

/** Maximum duration of the identity check, including a review by a person. */
export const CHECK_DAYS = 7;
/** Time to set up the new factor after the waiting period. */
export const READY_DAYS = 7;
