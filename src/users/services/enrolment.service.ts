import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/kernel/clock.js';
import { newId } from '../../shared/kernel/ids.js';
import type { Tenant } from '../../shared/kernel/tenant.js';
import type { Tx } from '../../shared/persistence/tx.js';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { UserErrors } from '../domain/users.errors.js';
import { UsersEnrolled } from '../domain/users.events.js';
import { User, type NewUser } from '../entities/user.entity.js';
import { ActivationCodes } from './activation-codes.service.js';
import { ErasedIds } from './erased-ids.js';
import { StatusConsequences } from './status-consequences.service.js';
import { UserRepository } from './user.repository.js';

export interface Enrolment extends NewUser {
  /** Set by the portal, which tells it to the user itself; else one is made and sent. */
  readonly predefinedCode: string | null;
}

export interface Enrolled {
  readonly user: User;
  readonly activation: 'sent' | 'none';
}

/** So many users share one transaction and one event. */
export const BATCH_SIZE = 100;

/** Brings new users in, one or many, in the same few statements. */
@Injectable()
export class EnrolmentService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserRepository,
    private readonly erasedIds: ErasedIds,
    private readonly codes: ActivationCodes,
    private readonly consequences: StatusConsequences,
    private readonly clock: Clock,
  ) {}

  async enrol(tenant: Tenant, enrolment: Enrolment): Promise<Enrolled> {
    const [enrolled] = await this.enrolTogether(tenant, [enrolment]);
    if (!enrolled) throw UserErrors.alreadyExists(`The user id ${enrolment.userId} or its login id is taken`);
    return enrolled;
  }

  /** At most `BATCH_SIZE` at once. Answers in the order of the request; `undefined` where a name was taken. */
  enrolTogether(tenant: Tenant, enrolments: readonly Enrolment[]): Promise<(Enrolled | undefined)[]> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const users = enrolments.map(({ predefinedCode: _, ...details }) => User.enrol(tenant, details, now));
      const refused = await this.users.add(tx, tenant, users, this.erasedIds.candidates(tenant));
      const added = users.filter((user) => !refused.has(user));
      if (added.length > 0) tell(tx, tenant, added);
      const activations = new Map<User, Enrolled['activation']>();
      for (const [i, user] of users.entries()) {
        if (!refused.has(user))
          activations.set(user, await this.#prepareActivation(tx, user, enrolments[i]?.predefinedCode));
      }
      return users.map((user) => {
        const activation = activations.get(user);
        return activation && { user, activation };
      });
    });
  }

  async #prepareActivation(
    tx: Tx,
    user: User,
    predefinedCode: string | null | undefined,
  ): Promise<Enrolled['activation']> {
    if (predefinedCode) await this.codes.keep(tx, user.sub, predefinedCode);
    if (user.status !== 'CREATED' || predefinedCode) return 'none';
    return this.consequences.send(tx, user) ? 'sent' : 'none';
  }
}

function tell(tx: Tx, tenant: Tenant, users: readonly User[]): void {
  const [first] = users;
  const batchId = users.length === 1 && first ? first.sub : newId();
  tx.record(new UsersEnrolled({ batchId, users: users.map((user) => ({ ...user.ref, status: user.status })) }));
  tx.pending.audit.push(
    ...users.map(({ sub, status }) => ({ kind: 'users.user-enrolled', tenant, subject: sub, details: { status } })),
  );
}
