import { defineMachine, type StateOf } from '../../shared/kernel/index.js';
import { AuthErrors } from '../contract/auth.errors.js';

/** States of an approval that a client asked for. All states except OPEN are final. */
// oxfmt-ignore
export const approvalState = defineMachine('Approval', AuthErrors.approvalEnded, [
  // from    action      to
  [null,     'ask',      'OPEN'],
  ['OPEN',   'approve',  'APPROVED'],
  ['OPEN',   'decline',  'DECLINED'],
  ['OPEN',   'expire',   'EXPIRED'],
  ['OPEN',   'fail',     'FAILED'],
]);

export type ApprovalState = StateOf<typeof approvalState.arrows>;
export type ApprovalStep = Exclude<(typeof approvalState.actions)[number], 'ask'>;

/** The errors that the client gets in the final states without tokens (OpenID Connect CIBA, 11). */
export const REFUSALS = {
  DECLINED: { error: 'access_denied', errorDescription: 'the user declined' },
  EXPIRED: { error: 'expired_token', errorDescription: 'the user did not answer in time' },
  FAILED: {
    error: 'transaction_failed',
    errorDescription: 'the request was cancelled, or the user cannot answer any more',
  },
} as const satisfies Record<Exclude<ApprovalState, 'OPEN' | 'APPROVED'>, object>;

/**
 * The transition of an approval whose notification is closed without an answer. The key is the transition of the
 * notification.
 */
export const stepAfter: Readonly<Record<string, ApprovalStep>> = {
  dismiss: 'decline',
  refuseStatement: 'decline', // the user's device signed something other than this question
  findSealBroken: 'decline',
  expire: 'expire',
  cancel: 'fail',
  discard: 'fail',
};
