import { defineMachine, KernelErrors, type StateOf } from '../../../shared/kernel/index.js';

/** How a lost second factor is replaced: a check of the identity, and a wait in which anybody who is told can stop it. */
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

/** How long the check may take, which a person may have to review. */
export const CHECK_DAYS = 7;
/** How long the user has to set up the new factor, once the wait is over. */
export const READY_DAYS = 7;
