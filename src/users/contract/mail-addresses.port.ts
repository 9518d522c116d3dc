import type { Tenant } from '../../shared/kernel/index.js';
import type { UserRef } from './users.events.js';

/** The mail address of a user, as the user sees it. */
export interface AddressState {
  readonly emailId: string | null;
  readonly verified: boolean;
  /** Whether the enterprise lets users change it. One on record can be verified anyway. */
  readonly mayChange: boolean;
  /** The address that a code was sent to, in this session. */
  readonly waiting: string | undefined;
}

export interface AskedAddress {
  readonly sub: string;
  readonly address: string;
  /** The session that asks. Its code works nowhere else. */
  readonly boundTo: string;
}

export type AddressAsked = 'asked' | 'tooMany' | 'notAnAddress' | 'notAllowed';

export interface AddressConfirmed {
  /** Until when the old address can undo the change. Absent if nothing changed, or the old one was unproven. */
  readonly undoUntil: Date | undefined;
}

/** The mail addresses that users enter themselves. Each is proven by a code before it counts. */
export abstract class MailAddresses {
  /** Undefined where nobody can be mailed. */
  abstract stateOf(sub: string, boundTo: string): Promise<AddressState | undefined>;

  /** Requests a mail with a code. It voids the previous code. */
  abstract ask(asked: AskedAddress): Promise<AddressAsked>;

  /** `undefined` for a wrong code, which counts as a try. */
  abstract confirm(
    attempt: Omit<AskedAddress, 'address'> & { readonly code: string },
  ): Promise<AddressConfirmed | undefined>;

  /** Undoes the change by the code that the old address got. The same work is done whatever is wrong. */
  abstract undo(tenant: Tenant, login: string, code: string): Promise<UserRef | undefined>;
}
