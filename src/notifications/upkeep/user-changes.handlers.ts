import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { DeviceBlocked, DeviceRemoved, UserErased, UserStatusChanged } from '../../users/contract/index.js';
import { GrantDevice } from '../mobile/operations/grant-device.entity.js';
import { discardAll, discardBlocked, discardUnsignable } from './discards.service.js';
import { eraseAllOf } from './erase-notifications.job.js';

/**
 * Discards the open notifications of a user who has been reset, deleted or blocked. Those of a PAUSED or INACTIVE user
 * are kept.
 */
@EventsHandler(UserStatusChanged)
export class DiscardOnStatusChange implements IEventHandler<UserStatusChanged> {
  constructor(private readonly uow: UnitOfWork) {}

  async handle(event: UserStatusChanged): Promise<void> {
    const { sub, to, by } = event.payload;
    if (to !== 'RESET' && to !== 'DELETED' && to !== 'BLOCKED') return;
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'notifications/discard-on-status-change'))) return;
      const mayComeBack = to === 'BLOCKED' && by === 'attempts';
      tx.pending.jobs.push(mayComeBack ? discardBlocked(sub, event.occurredAt) : discardAll(sub, event.occurredAt));
    });
  }
}

@EventsHandler(DeviceBlocked, DeviceRemoved)
export class DiscardWithoutDevice implements IEventHandler<DeviceBlocked | DeviceRemoved> {
  constructor(private readonly uow: UnitOfWork) {}

  async handle(event: DeviceBlocked | DeviceRemoved): Promise<void> {
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'notifications/discard-without-device'))) return;
      tx.pending.jobs.push(discardUnsignable(event.payload));
    });
  }
}

@EventsHandler(UserErased)
export class EraseWithUser implements IEventHandler<UserErased> {
  constructor(private readonly uow: UnitOfWork) {}

  async handle(event: UserErased): Promise<void> {
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'notifications/erase-with-user'))) return;
      const { sub } = event.payload;
      tx.removeAll(GrantDevice, { sub });
      tx.pending.jobs.push(eraseAllOf(sub));
    });
  }
}
