import { Injectable } from '@nestjs/common';
import { HandlesJob, JobHandler, type JobRun } from '../../shared/jobs/index.js';
import { Clock, currentContext, DomainError, runInContext, Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { UserErrors } from '../contract/users.errors.js';
import { ResendActivationCode } from '../management/resend-activation-code.service.js';
import { UsersService } from '../management/users.service.js';
import { type OpenedUserAction, UserActionRepository } from './user-action.repository.js';

export const CARRY_OUT = 'users/carry-out-action';

/**
 * Applies a bulk action to each of its users exactly once: the change to a user and the new number of handled users are
 * committed in one transaction.
 */
@Injectable()
@HandlesJob(CARRY_OUT, { concurrency: 2, laneConcurrency: 1 })
export class CarryOutAction extends JobHandler<{ readonly id: string }> {
  constructor(
    private readonly actions: UserActionRepository,
    private readonly users: UsersService,
    private readonly codes: ResendActivationCode,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  async perform({ id }: { readonly id: string }, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const action = await this.actions.open(id);
    if (!action) return;
    const { requestId, plan, handled, total } = action;
    const traceId = currentContext()?.traceId ?? '';
    await runInContext({ requestId, traceId, address: null, actor: plan.actor }, async () => {
      for (let index = handled; index < total; index++) {
        if (signal.aborted) throw new Error('Broken off; the next try goes on with the users who are left');
        if (!(await this.#carryOutOne(action, index))) return;
      }
    });
  }

  /** Applies the action to one user. Returns false if another run has already handled this user. */
  #carryOutOne(action: OpenedUserAction, index: number): Promise<boolean> {
    return this.uow.run(async (tx) => {
      if (!(await this.actions.takeTurn(tx, action, index, this.clock.now()))) return false;
      try {
        await this.#act(action, action.plan.userIds[index] ?? '');
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        await this.actions.noteFailure(tx, action, [index, error.kind.code, error.kind.spec.title]);
      }
      return true;
    });
  }

  async #act({ enterpriseId, test, action, plan }: OpenedUserAction, userId: string): Promise<void> {
    const tenant = Tenant.of(enterpriseId, test);
    if (action === 'ACTIVATION_CODE') {
      await this.codes.resend(tenant, userId, () => {
        if (!plan.mayReachChanged) throw UserErrors.addressJustChanged();
      });
    } else await this.users.changeStatus(tenant, userId, action, plan.comments ?? undefined);
  }
}
