import { createHash } from 'node:crypto';
import type { Tx } from '../../shared/persistence/index.js';
import { asTyped, codeOf } from '../activation/activation-code.js';

/** The events that users are notified of by mail. */
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

/** Mails users what happened to their account, so that they notice actions that they did not take. */
export abstract class AccountNotices {
  /** Schedules the mail, which is sent after the transaction has been committed. Users without an address get none. */
  abstract tell(tx: Tx, sub: string, notice: AccountNotice): void;

  /** Schedules a mail that announces the replacement of a lost second factor, with the code that stops it. */
  abstract tellOfReplacement(tx: Tx, sub: string, replacement: ToldReplacement): void;
}

const STOP_CODE = 'users/stop-code';

interface KeyedHashes {
  hash(value: string, purpose: string): string;
  candidates(value: string, purpose: string): string[];
}

const shown = (keyed: string): string => codeOf(createHash('sha256').update(keyed).digest());

/**
 * The code that stops the replacement of a second factor, as mailed to the user. It is a keyed hash of the
 * replacement's id, so it need not be stored.
 */
export const stopCodeOf = (hashes: KeyedHashes, id: string): string => shown(hashes.hash(id, STOP_CODE));

export const isStopCodeOf = (hashes: KeyedHashes, id: string, typed: string): boolean =>
  hashes.candidates(id, STOP_CODE).map(shown).includes(asTyped(typed));
