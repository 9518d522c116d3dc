import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Aggregate, currentActor, newIdAt, Tenant } from '../../shared/kernel/index.js';
import type { Attributes, NewUser, UserChanges } from './details/user-details.js';
import { type StatusAction, type StatusChange, userStatus, type UserStatus } from './user-status.js';
import {
  type ChangedBy,
  UserActivated,
  UserErased,
  UserLeftActive,
  UserOnboarded,
  type UserRef,
  UserStatusChanged,
} from '../contract/users.events.js';

export type { NewUser, UserChanges, UserDetails } from './details/user-details.js';

const CODES_HELD_MS = 86_400_000;

const FIRST_STEPS = { ONBOARDING: 'enrol', CREATED: 'create', ACTIVE: 'takeOver' } as const;

const isOperator = (): boolean => currentActor().kind === 'operator';

@Entity({ schema: 'users', name: 'user' })
@Check('user_status', `status IN (${userStatus.states.map((state) => `'${state}'`).join(', ')})`)
@Index('user_user_id', ['enterpriseId', 'test', 'userId'], { unique: true })
@Index('user_status_user_id', ['enterpriseId', 'test', 'status', 'userId'], { where: 'erased_at IS NULL' })
@Index('user_group_user_id', ['enterpriseId', 'test', 'primaryGroup', 'userId'], { where: 'erased_at IS NULL' })
@Index('user_listed', { synchronize: false })
@Index('user_newest', { synchronize: false })
@Index('user_newest_idv', { synchronize: false })
@Index('user_unused', { synchronize: false })
@Index('user_to_erase', { synchronize: false })
@Index('user_erased', { synchronize: false })
@Index('user_search_user_id', { synchronize: false })
@Index('user_search_login_id', { synchronize: false })
@Index('user_search_email_id', { synchronize: false })
@Index('user_search_last_name', { synchronize: false })
@Index('user_search_first_name', { synchronize: false })
@Index('user_search_mobile_number', { synchronize: false })
@Index('user_search_mobile_digits', { synchronize: false })
export class User extends Aggregate {
  /** The permanent, opaque id that identifies the user in tokens and in other contexts. */
  @PrimaryColumn({ type: 'uuid' }) sub!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  @Column({ type: 'text', collation: 'C', name: 'user_id' }) userId!: string;

  @Column({ type: 'text' }) status!: UserStatus;
  /** The states to which UNBLOCK and UNPAUSE return, latest last. */
  @Column({ type: 'text', array: true, name: 'previous_statuses' }) previousStatuses!: UserStatus[];
  @Column({ type: 'text', nullable: true, name: 'blocked_by' }) blockedBy!: ChangedBy | null;
  /** The latest status change. Null if it was made by an early release, which did not store status changes. */
  @Column({ type: 'jsonb', nullable: true, name: 'status_change' }) statusChange!: StatusChange | null;

  @Column({ type: 'text', name: 'primary_group' }) primaryGroup!: string;
  @Column({ type: 'text', array: true, name: 'secondary_groups' }) secondaryGroups!: string[];
  @Column({ type: 'text', nullable: true, name: 'first_name' }) firstName!: string | null;
  @Column({ type: 'text', nullable: true, name: 'last_name' }) lastName!: string | null;
  @Column({ type: 'text', nullable: true, name: 'email_id' }) emailId!: string | null;
  /**
   * The last address whose mailbox the user proved to have access to, or which the enterprise declared verified. It may
   * differ from `emailId`.
   */
  @Column({ type: 'text', nullable: true, name: 'verified_email' }) verifiedEmail!: string | null;
  @Column({ type: 'text', nullable: true, name: 'mobile_number' }) mobileNumber!: string | null;
  @Column({ type: 'text', nullable: true, name: 'login_id' }) loginId!: string | null;
  @Column({ type: 'text', nullable: true }) language!: string | null;
  @Column({ type: 'text', nullable: true }) comments!: string | null;
  /** The values of claims in tokens. Null for users who were enrolled by an earlier release. */
  @Column({ type: 'jsonb', nullable: true }) attributes!: Attributes | null;

  /**
   * Set when an operator has changed the contact data. Until this time, an operator needs approval to request an
   * activation code.
   */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'codes_held_until' }) codesHeldUntil!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at' }) updatedAt!: Date;
  @Column({ type: 'text', name: 'created_by' }) createdBy!: string;
  /** The status of the user's most recently finished identity verification. */
  @Column({ type: 'text', nullable: true, name: 'idv_status' }) idvStatus!: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'idv_finished_at' }) idvFinishedAt!: Date | null;
  @Column({ type: 'text', nullable: true, name: 'kyc_reference_id' }) kycReferenceId!: string | null;
  /** The time of the user's last activity. The inactivity sweep reads it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'last_active_at' }) lastActiveAt!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'deleted_at' }) deletedAt!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'erased_at' }) erasedAt!: Date | null;

  static enrol(
    tenant: Tenant,
    { preferredStatus, emailVerified, ...details }: NewUser,
    now: Date,
    hasPassword = false,
  ): User {
    return Object.assign(new User(), {
      ...details,
      secondaryGroups: [...details.secondaryGroups],
      attributes: { ...details.attributes },
      sub: newIdAt(now.getTime()),
      enterpriseId: tenant.enterpriseId,
      test: tenant.test,
      status: userStatus.move(null, FIRST_STEPS[preferredStatus], { hasPassword }),
      previousStatuses: [],
      blockedBy: null,
      statusChange: null,
      codesHeldUntil: null,
      createdAt: now,
      updatedAt: now,
      idvStatus: null,
      idvFinishedAt: null,
      kycReferenceId: null,
      verifiedEmail: emailVerified === true ? details.emailId : null,
      lastActiveAt: null,
      deletedAt: null,
      erasedAt: null,
    });
  }

  get ref(): UserRef {
    return { sub: this.sub, userId: this.userId, enterpriseId: this.enterpriseId, test: this.test };
  }

  get tenant(): Tenant {
    return Tenant.of(this.enterpriseId, this.test);
  }

  /**
   * Changes the status. The facts that the state machine needs come from the entity itself, so that callers cannot
   * supply false ones.
   */
  change(action: StatusAction, by: ChangedBy, now: Date, comments: string | null = null): void {
    this.#step(action, by, now, {}, comments);
    if (action === 'block') this.blockedBy = by;
    if (action === 'unblock') this.blockedBy = null;
    if (action === 'delete') this.deletedAt = now;
    if (action === 'complete') this.record(new UserOnboarded(this.ref));
  }

  get emailVerified(): boolean {
    return this.emailId !== null && this.emailId === this.verifiedEmail;
  }

  /** Activates the user. `mailedTo` is the address that the code was mailed to, if it was mailed. */
  activate(codeMatches: boolean, now: Date, mailedTo: string | null = null): void {
    this.#step('activate', 'user', now, { codeMatches });
    this.verifiedEmail = mailedTo ?? this.verifiedEmail;
    this.lastActiveAt = now;
    this.record(new UserActivated(this.ref));
  }

  /** Records that the user has access to the mailbox of this address. Returns false if that was already recorded. */
  proveAddress(mailedTo: string, now: Date): boolean {
    if (this.verifiedEmail === mailedTo) return false;
    this.verifiedEmail = mailedTo;
    this.updatedAt = now;
    return true;
  }

  /** Replaces the address on record with a new one whose mailbox the user has proven to have access to. */
  proveNewAddress(address: string, now: Date): void {
    Object.assign(this, { emailId: address, verifiedEmail: address, updatedAt: now });
  }

  fallInactive(unusedSince: Date, now: Date): void {
    const unusedTooLong = (this.lastActiveAt ?? this.createdAt) < unusedSince;
    this.#step('fallInactive', 'time', now, { unusedTooLong });
  }

  /**
   * Stores the result of an identity verification, unless a newer one is already stored: results may arrive out of
   * order.
   */
  noteIdvFinished(result: { status: string; kycReferenceId: string | null; finishedAt: Date }): void {
    if (this.idvFinishedAt && this.idvFinishedAt >= result.finishedAt) return;
    this.idvStatus = result.status;
    this.idvFinishedAt = result.finishedAt;
    this.kycReferenceId = result.kycReferenceId ?? this.kycReferenceId;
  }

  /**
   * Corrects the user's details. Returns whether the mail address or phone number changed. After such a change by an
   * operator, operators need approval to request activation codes for a day.
   */
  correct({ emailVerified, ...changes }: UserChanges, now: Date): boolean {
    const { emailId, mobileNumber } = this;
    Object.assign(this, changes);
    if (emailVerified !== undefined) this.verifiedEmail = emailVerified ? this.emailId : null;
    const isElsewhere = emailId !== this.emailId || mobileNumber !== this.mobileNumber;
    if (isElsewhere) this.codesHeldUntil = isOperator() ? new Date(now.getTime() + CODES_HELD_MS) : null;
    this.updatedAt = now;
    return isElsewhere;
  }

  /** Whether an operator needs a second operator's approval to request an activation code. */
  holdsCodes(now: Date): boolean {
    return isOperator() && this.codesHeldUntil !== null && this.codesHeldUntil > now;
  }

  /**
   * Erases the personal data. The opaque id remains, and a keyed hash replaces the user id, so that this id stays
   * taken.
   */
  erase(userIdMark: string, now: Date): void {
    Object.assign(this, {
      userId: userIdMark,
      primaryGroup: '',
      secondaryGroups: [],
      firstName: null,
      lastName: null,
      emailId: null,
      mobileNumber: null,
      loginId: null,
      language: null,
      comments: null,
      attributes: {},
      statusChange: null,
      codesHeldUntil: null,
      createdBy: '',
      verifiedEmail: null,
      kycReferenceId: null,
      erasedAt: now,
      updatedAt: now,
    });
    this.record(new UserErased({ sub: this.sub, enterpriseId: this.enterpriseId, test: this.test }));
  }

  #step(
    action: Exclude<Parameters<typeof userStatus.step>[1], 'enrol' | 'create' | 'takeOver'>,
    by: ChangedBy,
    now: Date,
    facts = {},
    comments: string | null = null,
  ): void {
    const from = this.status;
    const known = { idvVerified: this.idvStatus === 'VERIFIED', codeMatches: false, unusedTooLong: false, ...facts };
    const { state, memory } = userStatus.step({ state: from, memory: this.previousStatuses }, action, known);
    this.status = state;
    this.previousStatuses = [...memory];
    this.updatedAt = now;
    this.statusChange = { at: now.toISOString(), from, to: state, by, actor: currentActor(), comments };
    this.record(new UserStatusChanged({ ...this.ref, from, to: state, by }));
    if (from === 'ACTIVE') this.record(new UserLeftActive({ ...this.ref, status: state, by }));
  }
}
