import type { Tenant } from '../shared/kernel/tenant.js';
import type { UserRef } from './domain/users.events.js';

export interface ActivationAttempt {
  readonly tenant: Tenant;
  /** Any name that the user is found by. */
  readonly login: string;
  readonly code: string;
  /** The credential that becomes usable by it: whoever repeats an activation names the same again. */
  readonly credentialId: string;
}

export interface Activation {
  readonly ref: UserRef;
  /** True: it had succeeded before, and the answer may have been lost. */
  readonly repeated: boolean;
}

/** By the right code a user becomes ACTIVE. A use case of its own, in a transaction of its own. */
export abstract class UserActivation {
  /** Fails with `users/wrong-code` whatever is wrong, user, status or code, and after the same work. */
  abstract activate(attempt: ActivationAttempt): Promise<Activation>;
}
