import { defineMachine, type StateOf } from '../../shared/kernel/index.js';
import { AuthErrors } from '../contract/auth.errors.js';

/** States of an approval that a client has requested. All states except OPEN are final. */
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

/** The error returned to the client for each final state that yields no tokens (OpenID Connect CIBA, section 11). */
export const REFUSALS = {
  DECLINED: { error: 'access_denied', errorDescription: 'the user declined' },
  EXPIRED: { error: 'expired_token', errorDescription: 'the user did not answer in time' },
  FAILED: {
    error: 'transaction_failed',
    errorDescription: 'the request was cancelled, or the user cannot answer any more',
  },
} as const satisfies Record<Exclude<ApprovalState, 'OPEN' | 'APPROVED'>, object>;

/** For each way in which a notification can be closed without an answer, the resulting transition of its approval. */
export const stepAfter: Readonly<Record<string, ApprovalStep>> = {
  dismiss: 'decline',
  refuseStatement: 'decline', // the user's device signed something other than this question
  findSealBroken: 'decline',
  expire: 'expire',
  cancel: 'fail',
  discard: 'fail',
};
