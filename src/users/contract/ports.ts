import type { JsonObject, JsonValue, Tenant } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import type { UserStatus } from '../user/user-status.js';
import type { ChangedBy, UserRef } from './users.events.js';
import { EnterpriseIds } from '../../shared/auth-guard/index.js';
import type { NewEnterprise } from '../enterprises/enterprise-profile.js';
import type { Activity, ActivityPosition } from '../activity/merged-activity.js';
import type { AskedPhones, NewPhone } from './devices.port.js';

/** The data about a user that other contexts may read. */
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
  /**
   * Whether the user has proven to have access to the mailbox of this address, or the enterprise has declared it
   * verified.
   */
  readonly emailVerified: boolean;
  /** The user's groups, with the primary group first. */
  readonly groups: readonly string[];
  /** Values that the enterprise stores, to be used as claims in tokens for its own APIs. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Looks users up. Erased users are not found. */
export abstract class UserDirectory {
  abstract find(sub: string): Promise<UserProfile | undefined>;

  /** Finds a user by any name that they may log in with, in the namespace of one tenant. */
  abstract findByLogin(tenant: Tenant, login: string): Promise<UserCard | undefined>;

  abstract statusOf(sub: string): Promise<UserStatus | undefined>;

  /** Finds a user's status by the enterprise's own user id, without reading the rest of the record. */
  abstract statusOfUserId(tenant: Tenant, userId: string): Promise<UserStatus | undefined>;
}

export interface ActivationAttempt {
  readonly tenant: Tenant;
  /** Any name by which the user can log in. */
  readonly login: string;
  readonly code: string;
  /** The credential that the code activates. A repeated activation must name the same credential. */
  readonly credentialId: string;
}

export interface Activation {
  readonly ref: UserRef;
  /** True if the same activation has succeeded before. The client may have lost the response. */
  readonly repeated: boolean;
}

/** Activates users who enter a correct activation code. Each attempt runs in its own transaction. */
export abstract class UserActivation {
  /**
   * Throws `users/wrong-code` if the user, the status or the code is wrong. Does the same work in each case, so that
   * the response time reveals nothing.
   */
  abstract activate(attempt: ActivationAttempt): Promise<Activation>;
}

export interface ImportedPassword {
  readonly sub: string;
  /** The hash of the password, in the canonical form that `readPasswordHash` returns. */
  readonly hash: string;
  /** The secret of an authenticator app, which is imported as the second factor. */
  readonly totpSecret: Buffer | null;
}

/** Imports the passwords of users who come from another system. Any module may implement this. */
export abstract class ImportedPasswords {
  abstract keep(tx: Tx, tenant: Tenant, passwords: readonly ImportedPassword[]): void;
}

/** Records that users are active. Users who have not been active for a long time become INACTIVE. */
export abstract class UserActivity {
  /**
   * Records that the user is active now. Cheap enough for every request: the database is updated later, for many users
   * at once.
   */
  abstract touch(sub: string): void;
}

/** Blocks users after too many failed attempts to sign in. */
export abstract class UserLockout {
  /**
   * Blocks the user. Does nothing if the user is already blocked, or has a status in which failed attempts do not
   * block.
   */
  abstract block(sub: string): Promise<void>;
}

/**
 * The enterprise whose users are the operators of this service. Requests cannot name it, because its id fails their
 * validation.
 */
export const OPERATORS_ENTERPRISE = '~operators';

export interface NewPerson {
  readonly userId: string;
  readonly emailId: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export type PersonNames = Pick<NewPerson, 'firstName' | 'lastName'>;

/**
 * Manages users on behalf of another context, such as operators. That context delivers their activation codes; `users`
 * sends them none.
 */
export abstract class ManagedUsers {
  /** Enrols a user, and returns the `sub`. Throws `users/already-exists` if the user id is taken. */
  abstract enrol(tenant: Tenant, person: NewPerson): Promise<string>;

  abstract rename(tenant: Tenant, userId: string, names: Partial<PersonNames>): Promise<void>;

  /**
   * Creates an activation code for the user's new first credential. Earlier sessions, passkeys and codes become
   * invalid.
   */
  abstract newCode(tenant: Tenant, userId: string, seconds: number): Promise<string>;

  abstract change(tenant: Tenant, userId: string, verb: 'BLOCKED' | 'UNBLOCK' | 'DELETED'): Promise<void>;
}

/** Provides the enterprises and their settings from memory. */
export abstract class Enterprises extends EnterpriseIds {
  abstract find(enterpriseId: string): Promise<NewEnterprise | undefined>;

  /** Returns the first `limit` enterprises, ordered by id. */
  abstract all(limit: number): Promise<readonly NewEnterprise[]>;
}

/** Reports whether users have a second factor other than a device. Any module may implement this. */
export abstract class HeldFactors {
  abstract hasSecond(sub: string): Promise<boolean>;

  /**
   * Whether the user has a password and, apart from devices, no second factor. Locks the password until the transaction
   * ends, so that concurrent removals of second factors wait for each other.
   */
  abstract hasPasswordAlone(tx: Tx, sub: string): Promise<boolean>;
}

/** Asks users on a registered phone whether a new phone is theirs. Any module may implement this. */
export abstract class NewPhoneApprovals {
  /**
   * Requests an approval. Undefined if the user has no phone that can approve. Throws `too-many-requests` after three
   * requests in ten minutes.
   */
  abstract ask(sub: string, phone: AskedAboutPhone): Promise<AskedPhones | undefined>;

  /** Returns the state of the approval for the key with this thumbprint. Undefined if none was requested. */
  abstract stateOf(sub: string, thumbprint: string): Promise<'open' | 'approved' | 'ended' | undefined>;

  /** Uses up an approval. Returns true only once for each approval. */
  abstract use(sub: string, thumbprint: string): Promise<boolean>;
}

export type AskedAboutPhone = Omit<NewPhone, 'sub' | 'publicKey'> & { readonly thumbprint: string };

export interface PersonalDataSection {
  /** The name of this section in the export, such as `sessions` or `notifications`. */
  readonly name: string;
  /**
   * The data of this section. A long list is provided page by page, and each page is read only after the previous one
   * has been consumed.
   */
  readonly data: JsonValue | AsyncIterable<readonly JsonObject[]>;
}

/**
 * Provides a context's data about a user, for access requests under data protection law. Any module may implement this.
 * The data must not contain secrets or their hashes.
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
  /** The position after which entries are returned. They are sorted by time and id, newest first. */
  readonly after: ActivityPosition | undefined;
}

/**
 * Provides a context's entries about what a user did and what was done to the user. All subclasses that are registered
 * as providers are queried.
 */
export abstract class ActivitySource {
  /** The scope that a caller needs to see the entries of this source. */
  abstract readonly scope: string;

  abstract newest(asked: ActivityOfUser): Promise<readonly Activity[]>;
}

/** A request for a code by mail. */
export interface CodeRequest {
  /**
   * The user who gets the code; undefined if nobody does. The same work is done in both cases, so that the response
   * time reveals nothing.
   */
  readonly sub: string | undefined;
  /** The sign-in that requests the code. Only this sign-in can use it. */
  readonly boundTo: string;
}

export interface CodeAttempt extends CodeRequest {
  readonly code: string;
}

/** Manages codes that are mailed to the address on record. Entering a code proves access to that mailbox. */
export abstract class MailedCodes {
  /** Requests a code by mail. The new code voids the previous one. Only ACTIVE users with an address get one. */
  abstract ask(request: CodeRequest): Promise<void>;

  /** Checks a code without using it up. Counts the attempt if the code is wrong. */
  abstract isRight(attempt: CodeAttempt): Promise<boolean>;

  /** Checks a code, and uses it up if it is correct. */
  abstract redeem(attempt: CodeAttempt): Promise<boolean>;
}
