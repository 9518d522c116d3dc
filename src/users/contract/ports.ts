import type { JsonObject, JsonValue, Tenant } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import type { UserStatus } from '../user/user-status.js';
import type { ChangedBy, UserRef } from './users.events.js';
import { EnterpriseIds } from '../../shared/auth-guard/index.js';
import type { NewEnterprise } from '../enterprises/enterprise-profile.js';
import type { AskedPhones, NewPhone } from './devices.port.js';

/** Facts about a user that other contexts may know. */
export interface UserCard {
  readonly ref: UserRef;
  readonly status: UserStatus;
  readonly blockedBy: ChangedBy | null;
  /** Null: the enterprise gave none. */
  readonly language: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly emailId: string | null;
  readonly mobileNumber: string | null;
}

/** Claims about a signed-in user that an application may receive. */
export interface UserProfile extends UserCard {
  /** The user has entered a code that was mailed to this address. */
  readonly emailVerified: boolean;
  /** The primary group first. */
  readonly groups: readonly string[];
  /** Facts that the enterprise keeps here for the claims of its own APIs. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Looks users up. Nobody is found who has been erased. */
export abstract class UserDirectory {
  abstract find(sub: string): Promise<UserProfile | undefined>;

  /** Finds a user by any name that they may log in with, in the namespace of one tenant. */
  abstract findByLogin(tenant: Tenant, login: string): Promise<UserCard | undefined>;

  abstract statusOf(sub: string): Promise<UserStatus | undefined>;

  /** Finds the status by the enterprise's own id, without the rest of the record. */
  abstract statusOfUserId(tenant: Tenant, userId: string): Promise<UserStatus | undefined>;
}

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

/** Makes a user ACTIVE by the right code. A use case of its own, in a transaction of its own. */
export abstract class UserActivation {
  /** Fails with `users/wrong-code` whatever is wrong, user, status or code, and after the same work. */
  abstract activate(attempt: ActivationAttempt): Promise<Activation>;
}

export interface BroughtPassword {
  readonly sub: string;
  /** In the canonical form of `readPasswordHash`. */
  readonly hash: string;
  /** The secret of an authenticator app, which stays the second factor. */
  readonly totpSecret: Buffer | null;
}

/** Keeps the passwords that users had elsewhere. A provider of this kind in any module is found. */
export abstract class BroughtPasswords {
  abstract keep(tx: Tx, tenant: Tenant, passwords: readonly BroughtPassword[]): void;
}

/** Notes that users are active: those who are not for long fall INACTIVE. */
export abstract class UserActivity {
  /** Costs nothing to call with every request: it is written later, for many users at once. */
  abstract touch(sub: string): void;
}

/** Blocks users who have used up their attempts. */
export abstract class UserLockout {
  /** Does nothing to a user who is blocked already, or whom no attempt can concern. */
  abstract block(sub: string): Promise<void>;
}

/** The enterprise of the operators of this service. No caller can name it: such an id cannot be chosen. */
export const OPERATORS_ENTERPRISE = '~operators';

export interface NewPerson {
  readonly userId: string;
  readonly emailId: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export type PersonNames = Pick<NewPerson, 'firstName' | 'lastName'>;

/** Users whom another context keeps itself, as the operators. Nobody sends them mail but that context. */
export abstract class KeptUsers {
  /** Fails with `users/already-exists` where the id is taken. Returns the `sub`. */
  abstract enrol(tenant: Tenant, person: NewPerson): Promise<string>;

  abstract rename(tenant: Tenant, userId: string, names: Partial<PersonNames>): Promise<void>;

  /** Makes a code for a new first credential. Earlier sessions, passkeys and codes are void. */
  abstract newCode(tenant: Tenant, userId: string, seconds: number): Promise<string>;

  abstract change(tenant: Tenant, userId: string, verb: 'BLOCKED' | 'UNBLOCK' | 'DELETED'): Promise<void>;
}

/** The tenants and their settings, from memory. */
export abstract class Enterprises extends EnterpriseIds {
  abstract find(enterpriseId: string): Promise<NewEnterprise | undefined>;

  /** The first enterprises, in the order of their ids. */
  abstract all(limit: number): Promise<readonly NewEnterprise[]>;
}

/** Tells whether users have a factor besides passwords and devices. A provider of this kind in any module is found. */
export abstract class HeldFactors {
  abstract hasSecond(sub: string): Promise<boolean>;
}

/** Asks users on a phone of theirs whether a new one is theirs too. A provider of this kind in any module is found. */
export abstract class NewPhoneApprovals {
  /** Undefined: no phone can be asked. Fails with `too-many-requests` after three in ten minutes. */
  abstract ask(sub: string, phone: AskedAboutPhone): Promise<AskedPhones | undefined>;

  /** Undefined: nobody was asked about this key. */
  abstract stateOf(sub: string, thumbprint: string): Promise<'open' | 'approved' | 'ended' | undefined>;

  /** True once for each approval. */
  abstract use(sub: string, thumbprint: string): Promise<boolean>;
}

export type AskedAboutPhone = Omit<NewPhone, 'sub' | 'publicKey'> & { readonly thumbprint: string };

export interface PersonalDataSection {
  /** A member of the export: `sessions`, `notifications`. */
  readonly name: string;
  /** A long list comes page by page: each page is read when the previous one was taken. */
  readonly data: JsonValue | AsyncIterable<readonly JsonObject[]>;
}

/**
 * A context's data about a person, for requests of access. A provider of this kind in any module is
 * found. Neither secrets nor their hashes belong into it.
 */
export abstract class PersonalData {
  abstract section(ref: UserRef): Promise<PersonalDataSection>;
}
