import type { JsonObject, JsonValue, Tenant } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import type { UserStatus } from '../user/user-status.js';
import type { ChangedBy, UserRef } from './users.events.js';
import { EnterpriseIds } from '../../shared/auth-guard/index.js';
import type { NewEnterprise } from '../enterprises/enterprise-profile.js';
import type { Activity, ActivityPosition } from '../activity/merged-activity.js';
import type { AskedPhones, NewPhone } from './devices.port.js';

/** Facts about a user that other contexts may know. */
export interface UserCard {
  readonly ref: UserRef;
  readonly status: UserStatus;
  readonly blockedBy: ChangedBy | null;
  /** The language that the enterprise set for the user; null if it set none. */
  readonly language: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly emailId: string | null;
  readonly mobileNumber: string | null;
}

/** Claims about a signed-in user that applications may receive. */
export interface UserProfile extends UserCard {
  /** True if the user has entered a code that was mailed to this address. */
  readonly emailVerified: boolean;
  /** The user's groups, with the primary group first. */
  readonly groups: readonly string[];
  /** Values that the enterprise stores for claims in tokens for its own APIs. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Looks users up. Erased users are not found. */
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
  /** Any name by which the user can log in. */
  readonly login: string;
  readonly code: string;
  /** The credential that the code activates. An activation that is sent again must name the same credential. */
  readonly credentialId: string;
}

export interface Activation {
  readonly ref: UserRef;
  /** True if the same activation succeeded before: its answer may have been lost. */
  readonly repeated: boolean;
}

/** Activates a user who enters the right code. Runs in its own transaction. */
export abstract class UserActivation {
  /**
   * Fails with `users/wrong-code`, whether the user, the status or the code is wrong, and does the same work in each
   * case.
   */
  abstract activate(attempt: ActivationAttempt): Promise<Activation>;
}

export interface ImportedPassword {
  readonly sub: string;
  /** The hash in the canonical form of `readPasswordHash`. */
  readonly hash: string;
  /** The secret of an authenticator app, which is imported as the second factor. */
  readonly totpSecret: Buffer | null;
}

/** Imports the passwords that users had in another system. Any module may provide this. */
export abstract class ImportedPasswords {
  abstract keep(tx: Tx, tenant: Tenant, passwords: readonly ImportedPassword[]): void;
}

/** Records that users are active. Those who are not active for long become INACTIVE. */
export abstract class UserActivity {
  /** Cheap enough for every request: the database is updated later, for many users at once. */
  abstract touch(sub: string): void;
}

/** Blocks users who have used up their failed attempts. */
export abstract class UserLockout {
  /** Does nothing if the user is already blocked, or has a status that failed attempts do not change. */
  abstract block(sub: string): Promise<void>;
}

/** The enterprise of the operators of this service. The id is not valid in requests, so no caller can name it. */
export const OPERATORS_ENTERPRISE = '~operators';

export interface NewPerson {
  readonly userId: string;
  readonly emailId: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export type PersonNames = Pick<NewPerson, 'firstName' | 'lastName'>;

/**
 * Users whom another context manages, such as operators. That context delivers their activation codes; `users` mails
 * them none.
 */
export abstract class ManagedUsers {
  /** Fails with `users/already-exists` if the id is taken. Returns the `sub`. */
  abstract enrol(tenant: Tenant, person: NewPerson): Promise<string>;

  abstract rename(tenant: Tenant, userId: string, names: Partial<PersonNames>): Promise<void>;

  /** Creates a code for a new first credential. Earlier sessions, passkeys and codes become invalid. */
  abstract newCode(tenant: Tenant, userId: string, seconds: number): Promise<string>;

  abstract change(tenant: Tenant, userId: string, verb: 'BLOCKED' | 'UNBLOCK' | 'DELETED'): Promise<void>;
}

/** The tenants and their settings, read from memory. */
export abstract class Enterprises extends EnterpriseIds {
  abstract find(enterpriseId: string): Promise<NewEnterprise | undefined>;

  /** The first enterprises, in the order of their ids. */
  abstract all(limit: number): Promise<readonly NewEnterprise[]>;
}

/** Reports whether users have a second factor besides passwords and devices. Any module may provide this. */
export abstract class HeldFactors {
  abstract hasSecond(sub: string): Promise<boolean>;
}

/** Asks users on one of their phones whether a new phone is theirs. Any module may provide this. */
export abstract class NewPhoneApprovals {
  /** Undefined if no phone can be asked. Fails with `too-many-requests` after three requests in ten minutes. */
  abstract ask(sub: string, phone: AskedAboutPhone): Promise<AskedPhones | undefined>;

  /** Undefined if no approval was requested for this key. */
  abstract stateOf(sub: string, thumbprint: string): Promise<'open' | 'approved' | 'ended' | undefined>;

  /** Uses up an approval. Returns true only once for each approval. */
  abstract use(sub: string, thumbprint: string): Promise<boolean>;
}

export type AskedAboutPhone = Omit<NewPhone, 'sub' | 'publicKey'> & { readonly thumbprint: string };

export interface PersonalDataSection {
  /** The name of the member in the export, such as `sessions` or `notifications`. */
  readonly name: string;
  /** A long list is given page by page. Each page is read after the previous one was consumed. */
  readonly data: JsonValue | AsyncIterable<readonly JsonObject[]>;
}

/**
 * A context's data about a user, for requests of access under data protection law. Any module may provide this. It must
 * not contain secrets or their hashes.
 */
export abstract class PersonalData {
  abstract section(ref: UserRef): Promise<PersonalDataSection>;
}

export interface ActivityOfUser {
  readonly tenant: Tenant;
  readonly sub: string;
  readonly userId: string;
  /** The maximum number of entries to return. */
  readonly limit: number;
  /** Only entries after this position in the list, which is sorted by time and id, the newest first. */
  readonly after: ActivityPosition | undefined;
}

/**
 * A context's entries about what a user did, and what was done to the user. All providers that extend it are queried.
 */
export abstract class ActivitySource {
  /** The scope that a caller needs to see the entries of this source. */
  abstract readonly scope: string;

  abstract newest(asked: ActivityOfUser): Promise<readonly Activity[]>;
}

/** A request for a code by mail. */
export interface CodeRequest {
  /** Undefined if nobody is to get a code. The same work is done, so that the response time reveals nothing. */
  readonly sub: string | undefined;
  /** The sign-in that requests the code. The code is valid only there. */
  readonly boundTo: string;
}

export interface CodeAttempt extends CodeRequest {
  readonly code: string;
}

/** Codes that are mailed to the address on record. Entering a code proves access to that mailbox. */
export abstract class MailedCodes {
  /** Requests the mail. Its code voids the previous one. Only an ACTIVE user with an address gets one. */
  abstract ask(request: CodeRequest): Promise<void>;

  /** Checks a code without using it up. A wrong code is counted. */
  abstract isRight(attempt: CodeAttempt): Promise<boolean>;

  /** Checks a code and uses it up. */
  abstract redeem(attempt: CodeAttempt): Promise<boolean>;
}
