import { Injectable } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { type Tx, UnitOfWork } from '../../../shared/persistence/index.js';
import { DeviceRemoved } from '../../../users/contract/index.js';
import { GrantDevice } from './grant-device.entity.js';

/**
 * Stores which device is bound to a grant. An unsigned answer is attributed to the device that is bound to the grant of
 * the access token with which the answer was sent.
 */
@Injectable()
export class GrantDevices {
  constructor(@InjectRepository(GrantDevice) private readonly rows: Repository<GrantDevice>) {}

  async bind(tx: Tx, grantId: string, sub: string, deviceId: string): Promise<void> {
    await tx.rows(BIND, [grantId, sub, deviceId]);
  }

  async deviceOf(grantId: string | undefined, sub: string): Promise<string | undefined> {
    if (grantId === undefined) return undefined;
    return (await this.rows.findOneBy({ grantId, sub }))?.deviceId;
  }
}

/** Unbinds a removed device, so that no answer is attributed to it any more. */
@EventsHandler(DeviceRemoved)
export class ForgetGrantOfDevice implements IEventHandler<DeviceRemoved> {
  constructor(private readonly uow: UnitOfWork) {}

  async handle(event: DeviceRemoved): Promise<void> {
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'notifications/forget-grant-of-device'))) return;
      tx.removeAll(GrantDevice, { deviceId: event.payload.deviceId });
    });
  }
}

const BIND = `
  INSERT INTO notifications.grant_device (grant_id, sub, device_id, bound_at) VALUES ($1, $2, $3, now())
  ON CONFLICT (grant_id) DO UPDATE SET sub = excluded.sub, device_id = excluded.device_id, bound_at = excluded.bound_at`;
