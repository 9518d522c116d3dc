import { Injectable } from '@nestjs/common';
import { type JobRequest, UnitOfWork } from '../../shared/persistence/index.js';
import { Tenant } from '../../shared/kernel/index.js';
import type { PushOutcome } from './push.js';
import type { Notification } from '../notification/notification.entity.js';
import { NotificationEvents } from '../history/notification-events.repository.js';
import { NotificationRepository } from '../notification/notification.repository.js';

/** Stores the results of pushes with the notification that they announce. */
@Injectable()
export class PushRecords {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly notifications: NotificationRepository,
  ) {}

  /** Returns the notification if it is still open. No pushes are sent about one that has ended. */
  async open(tenant: Tenant, notificationUuid: string): Promise<Notification | undefined> {
    const notification = await this.notifications.find(tenant, notificationUuid);
    return notification?.status === 'ACTIVE' ? notification : undefined;
  }

  /** Adds one job for each device, and marks each device's push as `waiting`. */
  async begin({ tenant, notificationUuid }: Notification, jobs: readonly (JobRequest & ForDevice)[]): Promise<void> {
    if (jobs.length === 0) return;
    await this.uow.run(async (tx) => {
      const notification = await this.notifications.lock(tx, tenant, notificationUuid);
      if (!notification) return;
      for (const { payload } of jobs) notification.notePush(payload.deviceId, 'waiting');
      tx.pending.jobs.push(...jobs);
      await this.notifications.saveDelivery(tx, notification);
    });
  }

  async note(tenant: Tenant, notificationUuid: string, deviceId: string, outcome: PushOutcome): Promise<void> {
    await this.uow.run(async (tx) => {
      const notification = await this.notifications.lock(tx, tenant, notificationUuid);
      if (!notification) return;
      notification.notePush(deviceId, outcome);
      NotificationEvents.add(tx, { notificationUuid, kind: 'hint', deviceId, details: { outcome } });
      await this.notifications.saveDelivery(tx, notification);
    });
  }
}

interface ForDevice {
  readonly payload: { readonly deviceId: string };
}
