import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { ActivationCodes } from '../activation/activation-codes.service.js';
import { ManagedUsers, type NewPerson, type PersonNames } from '../contract/ports.js';
import { UserErrors } from '../contract/users.errors.js';
import { allows } from '../user/user-status.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { EnrolmentService } from './enrolment.service.js';
import { UsersService } from './users.service.js';

const UNSET = { primaryGroup: 'operators', secondaryGroups: [], mobileNumber: null, language: null, comments: null };

@Injectable()
export class ManagedUsersAdapter extends ManagedUsers {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly enrolment: EnrolmentService,
    private readonly management: UsersService,
    private readonly users: UserRepository,
    private readonly codes: ActivationCodes,
  ) {
    super();
  }

  async enrol(tenant: Tenant, person: NewPerson): Promise<string> {
    const preferredStatus = 'CREATED' as const;
    const fields = {
      ...UNSET,
      ...person,
      loginId: null,
      preferredStatus,
      createdBy: 'operators',
      predefinedCode: null,
    };
    return (await this.enrolment.enrol(tenant, fields)).user.sub;
  }

  async rename(tenant: Tenant, userId: string, names: Partial<PersonNames>): Promise<void> {
    await this.management.correct(tenant, userId, names);
  }

  newCode(tenant: Tenant, userId: string, seconds: number): Promise<string> {
    return this.uow.run(async (tx) => {
      if ((await this.#lock(tx, tenant, userId)).status === 'BLOCKED') await this.change(tenant, userId, 'UNBLOCK');
      const { sub, status } = await this.#lock(tx, tenant, userId);
      if (!allows(status, 'activate')) await this.management.changeStatus(tenant, userId, 'RESET');
      tx.pending.audit.push({ kind: 'users.activation-code-issued', tenant, subject: sub });
      return this.codes.issue(tx, sub, null, seconds);
    });
  }

  async change(tenant: Tenant, userId: string, verb: 'BLOCKED' | 'UNBLOCK' | 'DELETED'): Promise<void> {
    await this.management.changeStatus(tenant, userId, verb);
  }

  async #lock(tx: Tx, tenant: Tenant, userId: string): Promise<User> {
    const user = await this.users.lock(tx, tenant, userId);
    if (!user) throw UserErrors.notFound(`There is no user ${userId}`);
    return user;
  }
}
