import type { SessionOrigin } from '../../sessions/session-origins.service.js';
import type { NumberApproval, NumberOutcome } from './number-approval.entity.js';
import type { AddedPhone } from './number-approval.words.js';

/** The sign-in that asks for a number. */
export interface AskingSignIn {
  readonly boundTo: string;
  readonly sessionUid: string | null;
  /** Whether the sign-in recovers a forgotten password. */
  readonly recovers?: boolean;
  /** The phone that the user wants to add. */
  readonly newPhone?: AddedPhone;
  /** The grant of that phone's token. It ends when the user says that somebody else asked. */
  readonly grantId?: string;
  readonly client: { readonly clientId: string; readonly clientName: string };
  readonly origin: SessionOrigin;
}

export type Begun = AskingSignIn & { readonly types: boolean };

export type Asked = { readonly state: 'asked' | 'unreachable' } | { readonly state: 'tooMany'; readonly until: Date };

/** `used` means that the sign-in has continued with this approval. */
export type ApprovalState =
  | {
      readonly state: 'open';
      readonly number: string;
      /** Whether the user types it on the phone. */
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
