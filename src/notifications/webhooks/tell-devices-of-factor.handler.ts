import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { CredentialsChanged } from '../../auth/contract/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { UserDirectory } from '../../users/contract/index.js';
import { pushFactorChange } from '../push/push-account-hint.jobs.js';
import { PushServices } from '../push/services/push-services.service.js';

/**
 * Sends a push to a user's phones when a credential has changed. An attacker who changed it may read the user's mail,
 * but does not have the phone.
 */
@EventsHandler(CredentialsChanged)
export class TellDevicesOfFactor implements IEventHandler<CredentialsChanged> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserDirectory,
    private readonly services: PushServices,
  ) {}

  async handle(event: CredentialsChanged): Promise<void> {
    if (this.services.areNone) return;
    const ref = (await this.users.find(event.payload.sub))?.ref;
    if (!ref) return;
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'notifications/tell-devices-of-factor'))) return;
      tx.pending.jobs.push(pushFactorChange(ref, event.id));
    });
  }
}
