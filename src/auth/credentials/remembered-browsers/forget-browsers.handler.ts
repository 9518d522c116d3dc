import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../shared/persistence/index.js';
import { DeviceRegistered, DeviceRemoved } from '../../../users/contract/index.js';
import { CredentialsChanged } from '../../contract/index.js';
import { RememberedBrowsers } from './remembered-browsers.service.js';

type Changed = CredentialsChanged | DeviceRegistered | DeviceRemoved;

/** Deletes all remembered browsers of a user whose credentials have changed. It is idempotent. */
@EventsHandler(CredentialsChanged, DeviceRegistered, DeviceRemoved)
export class ForgetBrowsers implements IEventHandler<Changed> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly browsers: RememberedBrowsers,
  ) {}

  async handle({ payload: { sub }, occurredAt }: Changed): Promise<void> {
    await this.uow.run((tx) => this.browsers.forget(tx, sub, new Date(occurredAt)));
  }
}
