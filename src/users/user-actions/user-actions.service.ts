import { Injectable } from '@nestjs/common';
import { holdsScope, type Principal } from '../../shared/auth-guard/index.js';
import { Clock, currentActor, currentContext, newId, type Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { UserErrors } from '../contract/users.errors.js';
import { CARRY_OUT } from './carry-out-action.job.js';
import { UserAction, type UserActionName } from './user-action.entity.js';
import { type OpenedUserAction, UserActionRepository } from './user-action.repository.js';

export interface AskedAction {
  readonly action: UserActionName;
  readonly userIds: readonly string[];
  readonly comments?: string | undefined;
}

/** Starts bulk actions on users, and shows their progress. A job applies each action user by user. */
@Injectable()
export class UserActions {
  constructor(
    private readonly actions: UserActionRepository,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async start(tenant: Tenant, caller: Principal, asked: AskedAction): Promise<OpenedUserAction> {
    const { action, comments = null } = asked;
    const userIds = [...new Set(asked.userIds)];
    const plan = { userIds, comments, actor: currentActor(), mayReachChanged: holdsScope(caller, 'users:remove') };
    const requestId = currentContext()?.requestId ?? newId();
    const facts = { action, total: userIds.length, requestId, createdAt: this.clock.now() };
    const started = UserAction.start(tenant, facts);
    await this.uow.run(async (tx) => {
      await this.actions.add(tx, started, plan);
      const { id } = started;
      tx.pending.jobs.push({ kind: CARRY_OUT, payload: { id }, lane: tenant.key });
      tx.pending.audit.push({
        kind: 'users.action-started',
        tenant,
        details: { id, action, users: userIds.length },
      });
    });
    return Object.assign(started, { plan });
  }

  async find(tenant: Tenant, id: string): Promise<OpenedUserAction> {
    return (await this.actions.find(tenant, id)) ?? notFound();
  }

  page(tenant: Tenant, limit: number, before: string | undefined): Promise<UserAction[]> {
    return this.actions.list(tenant, limit, before);
  }
}

function notFound(): never {
  throw UserErrors.actionNotFound();
}
