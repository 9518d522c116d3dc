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

/** Tells users by mail what has happened to their account, so that they notice what they have not done themselves. */
export abstract class AccountNotices {
  /** The mail is on its way once the transaction is committed. Users without an address are told nothing. */
  abstract tell(tx: Tx, sub: string, notice: AccountNotice): void;

  /** Tells that a lost second factor will be replaced, with the code that stops it. */
  abstract tellOfReplacement(tx: Tx, sub: string, replacement: ToldReplacement): void;
}
