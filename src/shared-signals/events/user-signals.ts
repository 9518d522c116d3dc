import type { JsonObject } from '../../shared/kernel/index.js';
import {
  ACCOUNT_DISABLED,
  ACCOUNT_ENABLED,
  ACCOUNT_PURGED,
  CREDENTIAL_CHANGE,
  SESSION_REVOKED,
  type SignalType,
} from '../streams/event-types.js';

/** An event about a user, with the type and the content that receivers get. */
export interface UserSignal {
  readonly type: SignalType;
  readonly event: JsonObject;
}

type Initiator = 'user' | 'admin' | 'policy';

/** Who caused a change, in the terms of CAEP. */
const initiators: Readonly<Record<string, Initiator>> = {
  enterprise: 'admin',
  user: 'user',
  attempts: 'policy',
  time: 'policy',
};
const initiatorOf = (by: string): Initiator => initiators[by] ?? 'admin';

/** CAEP times are in seconds since 1970. */
const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1_000);

export const sessionRevoked = (by: string, at: Date): UserSignal => ({
  type: SESSION_REVOKED,
  event: { event_timestamp: secondsOf(at), initiating_entity: initiatorOf(by) },
});

export const accountPurged = (at: Date): UserSignal => ({
  type: ACCOUNT_PURGED,
  event: { event_timestamp: secondsOf(at) },
});

interface StatusChange {
  readonly from: string;
  readonly to: string;
  readonly by: string;
}

/**
 * Returns the signals for a change of status. Only ACTIVE users can have sessions, so leaving ACTIVE revokes the
 * sessions.
 */
export function signalsOfStatus({ from, to, by }: StatusChange, at: Date): UserSignal[] {
  const event = { event_timestamp: secondsOf(at) };
  if (from === 'ACTIVE') return [sessionRevoked(by, at), { type: ACCOUNT_DISABLED, event }];
  return to === 'ACTIVE' ? [{ type: ACCOUNT_ENABLED, event }] : [];
}

const credentials: Readonly<
  Record<string, readonly [type: string, change: 'create' | 'revoke' | 'update' | 'delete']>
> = {
  passkeyAdded: ['passkey', 'create'],
  passkeyRemoved: ['passkey', 'delete'],
  passwordChanged: ['password', 'update'],
  recovered: ['password', 'update'],
  recoveredByPasskey: ['passkey', 'create'],
  recoveryCodesMade: ['recovery-codes', 'create'],
  recoveryCodesRemoved: ['recovery-codes', 'delete'],
  totpAdded: ['app', 'create'],
  totpRemoved: ['app', 'delete'],
};

/**
 * Returns the signal for a change to a credential. Undefined for changes that do not concern one, such as the use of a
 * recovery code.
 */
export function signalOfCredential(change: string, by: string, at: Date): UserSignal | undefined {
  const [credential_type, change_type] = credentials[change] ?? [];
  if (credential_type === undefined || change_type === undefined) return undefined;
  const event = { event_timestamp: secondsOf(at), initiating_entity: initiatorOf(by), credential_type, change_type };
  return { type: CREDENTIAL_CHANGE, event };
}
