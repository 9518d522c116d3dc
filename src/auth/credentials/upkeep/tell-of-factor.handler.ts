import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { Tenant } from '../../../shared/kernel/index.js';
import { UnitOfWork } from '../../../shared/persistence/index.js';
import { UserDirectory } from '../../../users/contract/index.js';
import { Webhooks } from '../../../webhooks/contract/index.js';
import { CredentialsChanged } from '../../contract/index.js';
import { factorChangeOf, userFactorChanged } from './factor.webhooks.js';

/** Tells the enterprise that a user signs in by something else. */
@EventsHandler(CredentialsChanged)
export class TellOfFactor implements IEventHandler<CredentialsChanged> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserDirectory,
    private readonly webhooks: Webhooks,
  ) {}

  async handle(event: CredentialsChanged): Promise<void> {
    const { sub } = event.payload;
    const ref = (await this.users.find(sub))?.ref;
    if (!ref) return;
    const tenant = Tenant.of(ref.enterpriseId, ref.test);
    const subscribers = await this.webhooks.subscribers(tenant, userFactorChanged);
    if (subscribers.length === 0) return;
    const data = { userId: ref.userId, ...factorChangeOf(event.payload), test: ref.test };
    const occurredAt = new Date(event.occurredAt);
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'auth/tell-of-factor'))) return;
      this.webhooks.emitTo(tx, subscribers, tenant, { type: userFactorChanged, data, about: { sub }, occurredAt });
    });
  }
}
