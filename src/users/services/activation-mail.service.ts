import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../shared/kernel/tenant.js';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { allows } from '../domain/user-status.js';
import { UserErrors } from '../domain/users.errors.js';
import { ActivationCodes } from './activation-codes.service.js';
import { StatusConsequences } from './status-consequences.service.js';
import { UserRepository } from './user.repository.js';

/** New codes for users whose first one was lost, has expired, or was tried too often. */
@Injectable()
export class ActivationMailService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserRepository,
    private readonly codes: ActivationCodes,
    private readonly consequences: StatusConsequences,
  ) {}

  /** A code that the portal has set is void from now on; one that was sent, once the new one is on its way. */
  resend(tenant: Tenant, userId: string): Promise<void> {
    return this.uow.run(async (tx) => {
      const user = await this.users.lock(tx, tenant, userId);
      if (!user) throw UserErrors.notFound(`There is no user ${userId}`);
      if (!allows(user.status, 'activate')) {
        throw UserErrors.nothingToActivate(`The user is ${user.status}`);
      }
      if (await this.codes.isPredefined(tx, user.sub)) await this.codes.drop(tx, user.sub);
      if (!this.consequences.send(tx, user)) throw UserErrors.unreachable();
      tx.pending.audit.push({ kind: 'users.activation-code-requested', tenant, subject: user.sub });
    });
  }
}
