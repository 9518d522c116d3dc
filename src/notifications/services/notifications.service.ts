import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/kernel/clock.js';
import type { Tenant } from '../../shared/kernel/tenant.js';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { NotificationErrors } from '../domain/notifications.errors.js';
import type { Notification } from '../entities/notification.entity.js';
import { NotificationRepository } from './notification.repository.js';
import { NotificationSeals } from './notification-seals.service.js';

/** The use cases of an enterprise for one notification. */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly notifications: NotificationRepository,
    private readonly seals: NotificationSeals,
    private readonly clock: Clock,
  ) {}

  /** One that was altered behind our back becomes TAMPERED when it is looked at. */
  async find(tenant: Tenant, notificationUuid: string): Promise<Notification> {
    const found = (await this.notifications.find(tenant, notificationUuid)) ?? notFound();
    if (found.status !== 'ACTIVE' || this.seals.holds(found)) return found;
    return this.uow.run(async (tx) => {
      const notification = (await this.notifications.lock(tx, tenant, notificationUuid)) ?? notFound();
      await this.seals.check(tx, notification);
      return notification;
    });
  }

  /** Cancelling again what is cancelled changes nothing. */
  cancel(tenant: Tenant, notificationUuid: string): Promise<Notification> {
    return this.uow.run(async (tx) => {
      const notification = (await this.notifications.lock(tx, tenant, notificationUuid)) ?? notFound();
      if (notification.status === 'CANCELLED') return notification;
      notification.cancel(this.clock.now());
      await this.notifications.save(tx, notification);
      return notification;
    });
  }
}

function notFound(): never {
  throw NotificationErrors.notFound();
}
