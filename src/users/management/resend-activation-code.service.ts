import { Injectable } from '@nestjs/common';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { allows } from '../user/user-status.js';
import { UserErrors } from '../contract/users.errors.js';
import { ActivationInvitations } from './activation-invitations.service.js';
import { ActivationCodes } from '../activation/activation-codes.service.js';
import { UserRepository } from '../user/user.repository.js';

/** Sends new activation codes to users whose code was lost, has expired, or has had too many failed attempts. */
@Injectable()
export class ResendActivationCode {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserRepository,
    private readonly codes: ActivationCodes,
    private readonly consequences: ActivationInvitations,
    private readonly clock: Clock,
  ) {}

  /**
   * Schedules a new code to be sent. A code that the portal set becomes void immediately; a code that we sent becomes
   * void when the new one is created. `whenHeld` is called if an operator has changed the contact data within the last
   * day; it may throw to refuse the request.
   */
  resend(tenant: Tenant, userId: string, whenHeld: () => void = () => undefined): Promise<void> {
    return this.uow.run(async (tx) => {
      const user = await this.users.lock(tx, tenant, userId);
      if (!user) throw UserErrors.notFound(`There is no user ${userId}`);
      if (!allows(user.status, 'activate')) {
        throw UserErrors.nothingToActivate(`The user is ${user.status}`);
      }
      if (user.holdsCodes(this.clock.now())) whenHeld();
      if (await this.codes.isPredefined(tx, user.sub)) this.codes.drop(tx, user.sub);
      if (!(await this.consequences.send(tx, user))) throw UserErrors.unreachable();
      tx.pending.audit.push({ kind: 'users.activation-code-requested', tenant, subject: user.sub });
    });
  }
}
