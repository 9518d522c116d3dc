import type { Tenant } from '../../shared/kernel/index.js';
import type { UserRef } from './users.events.js';

/** The mail address of a user, as the user sees it. */
export interface AddressState {
  readonly emailId: string | null;
  readonly verified: boolean;
  /** Whether the enterprise lets users change the address. Users can verify the address on record in any case. */
  readonly mayChange: boolean;
  /** The new address that is waiting for its code, if this session requested it. */
  readonly waiting: string | undefined;
}

export interface AskedAddress {
  readonly sub: string;
  readonly address: string;
  /** The session that requests the code. The code is valid only there. */
  readonly boundTo: string;
}

export type AddressAsked = 'asked' | 'tooMany' | 'notAnAddress' | 'notAllowed';

export interface AddressConfirmed {
  /**
   * Until when the change can be undone from the old address. Absent if nothing changed, or the old address was
   * unverified.
   */
  readonly undoUntil: Date | undefined;
}

/** Mail addresses that users enter themselves. A code must confirm each before it is used. */
export abstract class MailAddresses {
  /** Undefined if no mail can be sent to the users of this enterprise, or there is no such user. */
  abstract stateOf(sub: string, boundTo: string): Promise<AddressState | undefined>;

  /** Requests a mail with a code. It voids the previous code. */
  abstract ask(asked: AskedAddress): Promise<AddressAsked>;

  /** `undefined` for a wrong code, which is counted. */
  abstract confirm(
    attempt: Omit<AskedAddress, 'address'> & { readonly code: string },
  ): Promise<AddressConfirmed | undefined>;

  /**
   * Undoes the change with the code that was mailed to the old address. Does the same work for every kind of failure,
   * so that the response time reveals nothing.
   */
  abstract undo(tenant: Tenant, login: string, code: string): Promise<UserRef | undefined>;
}
