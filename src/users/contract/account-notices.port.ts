import { createHash } from 'node:crypto';
import type { Tx } from '../../shared/persistence/index.js';
import { asTyped, codeOf } from '../activation/activation-code.js';

/** The events about which users get a mail. */
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

const STOP_CODE = 'users/stop-code';

interface KeyedHashes {
  hash(value: string, purpose: string): string;
  candidates(value: string, purpose: string): string[];
}

const shown = (keyed: string): string => codeOf(createHash('sha256').update(keyed).digest());

/**
 * The code in the mail with which a user stops the replacement of a second factor. It is a keyed hash of the id, so it
 * need not be stored.
 */
export const stopCodeOf = (hashes: KeyedHashes, id: string): string => shown(hashes.hash(id, STOP_CODE));

export const isStopCodeOf = (hashes: KeyedHashes, id: string, typed: string): boolean =>
  hashes.candidates(id, STOP_CODE).map(shown).includes(asTyped(typed));
