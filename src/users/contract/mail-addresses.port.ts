import type { Tenant } from '../../shared/kernel/index.js';
import type { UserRef } from './users.events.js';

/** The state of a user's mail address, as shown to the user. */
export interface AddressState {
  readonly emailId: string | null;
  readonly verified: boolean;
  /** Whether the enterprise lets users change the address. Users can always verify the address on record. */
  readonly mayChange: boolean;
  /** The new address that has not been confirmed yet, if this session requested the change. */
  readonly waiting: string | undefined;
}

export interface AskedAddress {
  readonly sub: string;
  readonly address: string;
  /** The session that requests the code. Only this session can use it. */
  readonly boundTo: string;
}

export type AddressAsked = 'asked' | 'tooMany' | 'notAnAddress' | 'notAllowed';

export interface AddressConfirmed {
  /**
   * The time until which the change can be undone from the old address. Undefined if nothing changed, or if the old
   * address was unverified.
   */
  readonly undoUntil: Date | undefined;
}

/**
 * Manages mail addresses that users enter themselves. Each address must be confirmed with a mailed code before it is
 * used.
 */
export abstract class MailAddresses {
  /**
   * Returns the state of the user's address. Undefined if there is no such user, or if the users of the enterprise
   * cannot be reached by mail.
   */
  abstract stateOf(sub: string, boundTo: string): Promise<AddressState | undefined>;

  /** Requests a code by mail. The new code voids the previous one. */
  abstract ask(asked: AskedAddress): Promise<AddressAsked>;

  /**
   * Confirms the new address with the mailed code. Returns `undefined` for a wrong code, and counts the failed attempt.
   */
  abstract confirm(
    attempt: Omit<AskedAddress, 'address'> & { readonly code: string },
  ): Promise<AddressConfirmed | undefined>;

  /**
   * Undoes a change with the code that was mailed to the old address. Does the same work for every kind of failure, so
   * that the response time reveals nothing.
   */
  abstract undo(tenant: Tenant, login: string, code: string): Promise<UserRef | undefined>;
}
