import { defineMachine, type StateOf } from '../../shared/kernel/index.js';
import { UserErrors } from '../contract/users.errors.js';

// oxfmt-ignore
export const addressChangeState = defineMachine('Change of an address', UserErrors.addressRefused, [
  // from      action     to         only when
  [null,      'ask',     'ASKED'],
  [null,      'impose',  'CHANGED'],
  ['ASKED',   'confirm', 'CHANGED', 'codeMatches'],
  ['CHANGED', 'undo',    'UNDONE',  'codeMatches'],
]);

export type AddressChangeState = StateOf<typeof addressChangeState.arrows>;

/** How long the code that confirms the new address is valid. */
export const CONFIRM_MINUTES = 15;
/** How long the code that undoes the change, sent to the old address, is valid. */
export const UNDO_DAYS = 7;
