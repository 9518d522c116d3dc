import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/kernel/clock.js';
import { Tenant } from '../../shared/kernel/tenant.js';
import type { Tx } from '../../shared/persistence/tx.js';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { allows } from '../domain/user-status.js';
import { UserErrors } from '../domain/users.errors.js';
import type { User } from '../entities/user.entity.js';
import { UserActivation, type Activation, type ActivationAttempt } from '../user-activation.js';
import { ActivationCodes } from './activation-codes.service.js';
import { UserRepository } from './user.repository.js';

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

  /** A refusal is raised after the commit: the wrong try counts. */
  async activate(attempt: ActivationAttempt): Promise<Activation> {
    const found = await this.users.findByLogin(attempt.tenant, attempt.login);
    const activation = await this.uow.run((tx) => this.#try(tx, found?.sub ?? NOBODY, attempt));
    if (!activation) throw UserErrors.wrongCode();
    return activation;
  }

  /** The same statements whatever is wrong. */
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
    user.activate(true, this.clock.now());
    await tx.save(user);
    tx.pending.audit.push({ kind: 'users.user-activated', tenant, subject, details: { from } });
    return { ref: user.ref, repeated: false };
  }
}
