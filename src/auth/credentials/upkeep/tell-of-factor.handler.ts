import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { Tenant } from '../../../shared/kernel/index.js';
import { UnitOfWork } from '../../../shared/persistence/index.js';
import { UserDirectory, DeviceRegistered, DeviceRemoved } from '../../../users/contract/index.js';
import { Webhooks } from '../../../webhooks/contract/index.js';
import { CredentialsChanged } from '../../contract/index.js';
import { factorChangeOf, type ToldChange, userFactorChanged } from './factor.webhooks.js';

type FactorEvent = CredentialsChanged | DeviceRegistered | DeviceRemoved;

/** Sends the enterprise a webhook when a user's credentials or devices have changed. */
@EventsHandler(CredentialsChanged, DeviceRegistered, DeviceRemoved)
export class TellOfFactor implements IEventHandler<FactorEvent> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserDirectory,
    private readonly webhooks: Webhooks,
  ) {}

  async handle(event: FactorEvent): Promise<void> {
    const { sub } = event.payload;
    const ref = (await this.users.find(sub))?.ref;
    if (!ref) return;
    const tenant = Tenant.of(ref.enterpriseId, ref.test);
    const subscribers = await this.webhooks.subscribers(tenant, userFactorChanged);
    if (subscribers.length === 0) return;
    const data = { userId: ref.userId, ...changeIn(event), test: ref.test };
    const occurredAt = new Date(event.occurredAt);
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'auth/tell-of-factor'))) return;
      this.webhooks.emitTo(tx, subscribers, tenant, { type: userFactorChanged, data, about: { sub }, occurredAt });
    });
  }
}

function changeIn(event: FactorEvent): ToldChange {
  if (event instanceof CredentialsChanged) return factorChangeOf(event.payload);
  if (event instanceof DeviceRegistered) return { factor: 'device', change: 'added', changedBy: 'user' };
  return { factor: 'device', change: 'removed', changedBy: event.payload.by ?? 'enterprise' };
}
