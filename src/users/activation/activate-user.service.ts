import { Injectable } from '@nestjs/common';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { allows } from '../user/user-status.js';
import { UserErrors } from '../contract/users.errors.js';
import type { User } from '../user/user.entity.js';
import { type Activation, type ActivationAttempt, UserActivation } from '../contract/ports.js';
import { UserRepository } from '../user/user.repository.js';
import { ActivationCodes } from './activation-codes.service.js';

const SCOPE = Tenant.all('the user was found in the namespace of the caller');

const NOBODY = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class ActivateUser extends UserActivation {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserRepository,
    private readonly codes: ActivationCodes,
    private readonly clock: Clock,
  ) {
    super();
  }

  /**
   * Activates the user. The error for a failed attempt is thrown only after the commit, because a rollback would undo
   * the count of failed attempts.
   */
  async activate(attempt: ActivationAttempt): Promise<Activation> {
    const found = await this.users.findByLogin(attempt.tenant, attempt.login);
    const activation = await this.uow.run((tx) => this.#try(tx, found?.ref.sub ?? NOBODY, attempt));
    if (!activation) throw UserErrors.wrongCode();
    return activation;
  }

  /**
   * Checks the code. Executes the same statements whether the user, the status or the code is wrong, so that the
   * response time does not reveal which of them it is.
   */
  async #try(tx: Tx, sub: string, { tenant, code, credentialId }: ActivationAttempt): Promise<Activation | undefined> {
    const user = await this.users.lockBySub(tx, SCOPE, sub);
    const mayHaveCode = user && (allows(user.status, 'activate') || user.status === 'ACTIVE');
    const answer = await this.codes.redeem(tx, mayHaveCode ? sub : NOBODY, code, credentialId);
    if (user && answer === 'fits' && allows(user.status, 'activate')) return this.#activate(tx, user);
    if (user && answer === 'repeated' && user.status === 'ACTIVE') return { ref: user.ref, repeated: true };
    tx.pending.audit.push({ kind: 'users.user-activated', outcome: 'refused', tenant, subject: user?.sub });
    return undefined;
  }

  async #activate(tx: Tx, user: User): Promise<Activation> {
    const { tenant, sub: subject, status: from } = user;
    user.activate(true, this.clock.now(), await this.codes.mailedTo(tx, subject));
    await this.users.save(tx, user);
    tx.pending.audit.push({ kind: 'users.user-activated', tenant, subject, details: { from } });
    return { ref: user.ref, repeated: false };
  }
}
