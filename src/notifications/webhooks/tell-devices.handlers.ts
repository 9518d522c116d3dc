import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { DeviceRegistered, UserDirectory } from '../../users/contract/index.js';
import { CredentialsChanged } from '../../auth/contract/index.js';
import { DEVICE_ADDED, type DeviceAdded } from '../live/new-device.js';
import { pushFactorChange, pushNewDevice } from '../push/push-account-hint.jobs.js';
import { PushServices } from '../push/services/push-services.service.js';

/**
 * Reports a new device to the user's other devices, because an attacker who registered it could answer for the user.
 */
@EventsHandler(DeviceRegistered)
export class TellOtherDevices implements IEventHandler<DeviceRegistered> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly services: PushServices,
  ) {}

  async handle(event: DeviceRegistered): Promise<void> {
    const { deviceId, name, platform, ...user } = event.payload;
    const registered = { name, platform, registered_at: new Date(event.occurredAt).toISOString() };
    const added: DeviceAdded = { sub: user.sub, device_id: deviceId, ...registered };
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'notifications/tell-other-devices'))) return;
      tx.pending.signals.push({ topic: DEVICE_ADDED, payload: added });
      if (!this.services.areNone) tx.pending.jobs.push(pushNewDevice(user, deviceId));
    });
  }
}

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
