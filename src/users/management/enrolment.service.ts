import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Clock, instancesOf, newId, type Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { type ImportedPassword, ImportedPasswords } from '../contract/ports.js';
import { UserErrors } from '../contract/users.errors.js';
import { UsersEnrolled } from '../contract/users.events.js';
import { type NewUser, User } from '../user/user.entity.js';
import { ActivationCodes } from '../activation/activation-codes.service.js';
import { ActivationInvitations } from './activation-invitations.service.js';
import { UserRepository } from '../user/user.repository.js';
import { ErasedIds } from './erased-ids.service.js';

export interface Enrolment extends NewUser {
  /** The code that the enterprise's portal chose and delivers to the user. If null, a code is created and sent. */
  readonly predefinedCode: string | null;
  /** The hash, in canonical form, of the password that the user had in another system. */
  readonly passwordHash?: string | null;
  /** The TOTP secret of the user's authenticator app. Stored only together with a password hash. */
  readonly totpSecret?: Buffer | null;
}

export interface Enrolled {
  readonly user: User;
  readonly activation: 'sent' | 'none';
}

/** Maximum number of users that are enrolled in one transaction with one event. */
export const BATCH_SIZE = 100;

/** Enrols one or many new users. The number of SQL statements does not depend on the number of users. */
@Injectable()
export class EnrolmentService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserRepository,
    private readonly erasedIds: ErasedIds,
    private readonly codes: ActivationCodes,
    private readonly consequences: ActivationInvitations,
    private readonly clock: Clock,
    private readonly discovery: DiscoveryService,
  ) {}

  async enrol(tenant: Tenant, enrolment: Enrolment): Promise<Enrolled> {
    const [enrolled] = await this.enrolTogether(tenant, [enrolment]);
    if (!enrolled) throw UserErrors.alreadyExists(`The user id ${enrolment.userId} or its login id is taken`);
    return enrolled;
  }

  /**
   * Enrols up to `BATCH_SIZE` users in one transaction. The results are in the order of the request, with `undefined`
   * for a user whose name was taken.
   */
  enrolTogether(
    tenant: Tenant,
    enrolments: readonly Enrolment[],
    { sendCodes = true } = {},
  ): Promise<(Enrolled | undefined)[]> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const newcomers = enrolments.map(
        ({ predefinedCode: code, passwordHash = null, totpSecret = null, ...details }) => ({
          user: User.enrol(tenant, details, now, passwordHash !== null),
          code,
          passwordHash,
          totpSecret,
        }),
      );
      const users = newcomers.map(({ user }) => user);
      const refused = await this.users.add(tx, tenant, users, this.erasedIds.candidates(tenant));
      const added = newcomers.filter(({ user }) => !refused.has(user));
      recordEnrolment(
        tx,
        tenant,
        added.map(({ user }) => user),
      );
      await this.codes.keep(
        tx,
        added.flatMap(({ user: { sub }, code }) => (code === null ? [] : [{ sub, code }])),
      );
      this.#keepPasswords(
        tx,
        tenant,
        added.flatMap(({ user: { sub }, passwordHash: hash, totpSecret }) =>
          hash === null ? [] : [{ sub, hash, totpSecret }],
        ),
      );
      const ended = newcomers.map(async (newcomer): Promise<Enrolled | undefined> => {
        if (refused.has(newcomer.user)) return undefined;
        const sent = sendCodes && (await this.#invite(tx, newcomer));
        return { user: newcomer.user, activation: sent ? 'sent' : 'none' };
      });
      return Promise.all(ended);
    });
  }

  /**
   * Stores the imported passwords in the transaction that enrols the users, so that either both are stored or neither
   * is.
   */
  #keepPasswords(tx: Tx, tenant: Tenant, passwords: readonly ImportedPassword[]): void {
    if (passwords.length === 0) return;
    const [keeper] = instancesOf(this.discovery, ImportedPasswords);
    if (!keeper) throw new Error('Nothing keeps passwords');
    keeper.keep(tx, tenant, passwords);
  }

  async #invite(tx: Tx, { user, code }: { user: User; code: string | null }): Promise<boolean> {
    return code === null && user.status === 'CREATED' && this.consequences.send(tx, user);
  }
}

function recordEnrolment(tx: Tx, tenant: Tenant, users: readonly User[]): void {
  const [first] = users;
  if (!first) return;
  const batchId = users.length === 1 ? first.sub : newId();
  tx.record(new UsersEnrolled({ batchId, users: users.map((user) => ({ ...user.ref, status: user.status })) }));
  tx.pending.audit.push(
    ...users.map(({ sub, status }) => ({ kind: 'users.user-enrolled', tenant, subject: sub, details: { status } })),
    ...users.filter(({ emailVerified }) => emailVerified).map(vouched),
  );
}

/** The audit entry which records that the enterprise has declared a mail address verified. */
export const vouched = ({ sub, tenant }: User) => ({ kind: 'users.email-vouched', tenant, subject: sub });
