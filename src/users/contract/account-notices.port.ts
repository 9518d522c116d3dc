import type { Tx } from '../../shared/persistence/index.js';

/** The events that users are told about by mail. */
export const accountNotices = [
  'passkeyAdded',
  'passkeyRemoved',
  'passwordChanged',
  'passwordRecovered',
  'recoveryCodesMade',
  'recoveryCodesRemoved',
  'recoveryCodeUsed',
  'factorRecoveryReady',
  'factorRecoveryStopped',
  'secondFactorReplaced',
  'totpAdded',
  'totpRemoved',
  'signInsFailed',
  'contactChanged',
  'addressChanged',
  'addressRestored',
] as const;
export type AccountNotice = (typeof accountNotices)[number];

export interface ToldReplacement {
  readonly id: string;
  readonly readyAt: Date;
}

/** Tells users by mail what happened to their account, so that they notice actions that were not theirs. */
export abstract class AccountNotices {
  /** The mail is sent after the transaction is committed. Users without an address get none. */
  abstract tell(tx: Tx, sub: string, notice: AccountNotice): void;

  /** Mails that a lost second factor will be replaced, with the code that stops the replacement. */
  abstract tellOfReplacement(tx: Tx, sub: string, replacement: ToldReplacement): void;
}
