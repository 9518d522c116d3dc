import type { SessionOrigin } from '../../sessions/session-origins.service.js';
import type { NumberApproval, NumberOutcome } from './number-approval.entity.js';
import type { AddedPhone } from './number-approval.words.js';

/** A sign-in that requires an approval on the phone. */
export interface AskingSignIn {
  readonly boundTo: string;
  readonly sessionUid: string | null;
  /** Whether the sign-in is part of a password recovery. */
  readonly recovers?: boolean;
  /** The phone that the user wants to add. */
  readonly newPhone?: AddedPhone;
  /** The grant of the new phone's token. It is revoked if the user answers "It wasn't me". */
  readonly grantId?: string;
  readonly client: { readonly clientId: string; readonly clientName: string };
  readonly origin: SessionOrigin;
}

export type Begun = AskingSignIn & { readonly types: boolean };

export type Asked = { readonly state: 'asked' | 'unreachable' } | { readonly state: 'tooMany'; readonly until: Date };

/** The state of an approval. `used`: the approval was given, and the sign-in has already continued with it. */
export type ApprovalState =
  | {
      readonly state: 'open';
      readonly number: string;
      /** Whether the user types the number on the phone, instead of choosing it from three. */
      readonly types: boolean;
      readonly until: Date;
      readonly devices: readonly string[];
    }
  | { readonly state: NumberOutcome | 'used' };

export type Row = Pick<
  NumberApproval,
  'approvalId' | 'sub' | 'sessionUid' | 'grantId' | 'typed' | 'notificationUuid' | 'outcome' | 'usedAt' | 'expiresAt'
>;

export type Settled = Pick<Row, 'outcome' | 'sessionUid' | 'grantId'>;
