import type { Tenant } from '../shared/kernel/tenant.js';
import type { UserStatus } from './domain/user-status.js';
import type { ChangedBy, UserRef } from './domain/users.events.js';

/** What other contexts may know of a user. */
export interface UserCard {
  readonly ref: UserRef;
  readonly status: UserStatus;
  readonly blockedBy: ChangedBy | null;
  readonly language: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly emailId: string | null;
  readonly mobileNumber: string | null;
}

/** Looks users up. Nobody is found who has been erased. */
export abstract class UserDirectory {
  abstract find(sub: string): Promise<UserCard | undefined>;

  /** By any name that the user may log in with, in the namespace of one tenant. */
  abstract findByLogin(tenant: Tenant, login: string): Promise<UserCard | undefined>;

  abstract statusOf(sub: string): Promise<UserStatus | undefined>;

  /** By the enterprise's own id, without the rest of the record. */
  abstract statusOfUserId(tenant: Tenant, userId: string): Promise<UserStatus | undefined>;
}
