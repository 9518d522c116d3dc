import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository } from 'typeorm';
import type { Actor, JsonObject, Tenant } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import { Sealer } from '../../shared/security/index.js';
import { type Failure, UserAction } from './user-action.entity.js';

/**
 * The plan of a bulk action: the affected users, the reason, and who requested it. It identifies people, so it is
 * stored encrypted.
 */
export interface UserActionPlan {
  readonly userIds: readonly string[];
  readonly comments: string | null;
  readonly actor: Actor;
  /** Whether activation codes may be sent to contact data that an operator changed within the last day. */
  readonly mayReachChanged: boolean;
}

export type OpenedUserAction = UserAction & { readonly plan: UserActionPlan };

@Injectable()
export class UserActionRepository {
  constructor(
    @InjectRepository(UserAction) private readonly rows: Repository<UserAction>,
    private readonly sealer: Sealer,
  ) {}

  async add(tx: Tx, action: UserAction, plan: UserActionPlan): Promise<void> {
    const sealed = plan as unknown as JsonObject;
    action.sealedPlan = this.sealer.sealJson(sealed, UserAction.sealContext(action.id));
    await tx.add(action);
  }

  async find({ enterpriseId, test }: Tenant, id: string): Promise<OpenedUserAction | undefined> {
    return this.#opened(await this.rows.findOneBy({ id, enterpriseId, test }));
  }

  /** Finds a bulk action by its id in all tenants, because the payload of the job contains only the id. */
  async open(id: string): Promise<OpenedUserAction | undefined> {
    return this.#opened(await this.rows.findOneBy({ id }));
  }

  /** Returns bulk actions, newest first. */
  list({ enterpriseId, test }: Tenant, limit: number, before: string | undefined): Promise<UserAction[]> {
    const query = this.rows.createQueryBuilder('action').where({ enterpriseId, test });
    if (before !== undefined) query.andWhere('action.id < :before', { before });
    return query.orderBy('action.id', 'DESC').take(limit).getMany();
  }

  /** Marks the user at the given position as handled. Returns false if another run has already done so. */
  async takeTurn(tx: Tx, { id, total }: UserAction, index: number, now: Date): Promise<boolean> {
    const handled = index + 1;
    const set = handled === total ? { handled, endedAt: now } : { handled };
    return (await tx.manager.update(UserAction, { id, handled: index }, set)).affected === 1;
  }

  async noteFailure(tx: Tx, { id }: UserAction, failure: Failure): Promise<void> {
    const failures = () => 'failures || CAST(:failure AS jsonb)';
    const update = tx.manager.createQueryBuilder().update(UserAction).set({ failures }).where({ id });
    await update.setParameters({ failure: JSON.stringify([failure]) }).execute();
  }

  async purge(before: Date): Promise<void> {
    await this.rows.delete({ createdAt: LessThan(before) });
  }

  #opened(row: UserAction | null): OpenedUserAction | undefined {
    if (!row) return undefined;
    const plan = this.sealer.openJson(row.sealedPlan, UserAction.sealContext(row.id)) as unknown as UserActionPlan;
    return Object.assign(row, { plan });
  }
}
