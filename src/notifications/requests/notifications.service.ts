import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/contract/index.js';
import { holdsScope, type Principal } from '../../shared/auth-guard/index.js';
import { Clock, type Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import type { NotificationEvent } from '../history/notification-event.entity.js';
import { NotificationEvents } from '../history/notification-events.repository.js';
import { NotificationErrors } from '../contract/notifications.errors.js';
import type { Notification } from '../notification/notification.entity.js';
import { NotificationRepository } from '../notification/notification.repository.js';
import { NotificationSeals } from '../notification/notification-seals.service.js';

/** The operations that an enterprise can perform on a single notification. */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly notifications: NotificationRepository,
    private readonly seals: NotificationSeals,
    private readonly events: NotificationEvents,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Finds a notification. If it was altered in the database, it is returned as TAMPERED, and that status is stored if
   * the notification was still open.
   */
  async find(tenant: Tenant, notificationUuid: string): Promise<Notification> {
    const found = (await this.notifications.find(tenant, notificationUuid)) ?? notFound();
    const readable = this.seals.redactIfAltered(found);
    if (readable === found || found.status !== 'ACTIVE') return readable;
    return this.uow.run(async (tx) => {
      const notification = (await this.notifications.lock(tx, tenant, notificationUuid)) ?? notFound();
      await this.notifications.checkSeals(tx, notification, this.clock.now());
      return this.seals.redactIfAltered(notification);
    });
  }

  /**
   * Finds a notification for a caller. Views by operators are written to the audit log before the first byte is sent.
   */
  async look(tenant: Tenant, notificationUuid: string, caller: Principal): Promise<Notification> {
    const found = await this.find(tenant, notificationUuid);
    if (caller.kind !== 'operator') return found;
    const evidence = found.signingStatus === 'Verified' && holdsScope(caller, 'notifications:evidence');
    const details = { notificationUuid, evidence };
    await this.audit.record({ kind: 'notifications.notification-viewed', tenant, subject: found.sub, details });
    return found;
  }

  /**
   * Returns the history of a notification, oldest event first. The first and last events are derived from the
   * notification itself.
   */
  async history(tenant: Tenant, notificationUuid: string): Promise<NotificationEvent[]> {
    const notification = await this.find(tenant, notificationUuid);
    const { createdAt, updatedAt, status, actionResponse, deviceId, createdBy } = notification;
    const created = { at: createdAt, kind: 'created' as const, deviceId: null, details: { created_by: createdBy } };
    const between = await this.events.of(notificationUuid);
    if (status === 'ACTIVE') return [created, ...between];
    const details = { status, action_response: actionResponse ?? 'NONE' };
    const closed = { at: updatedAt, kind: 'closed' as const, deviceId, details };
    return [created, ...between, closed].sort((a, b) => a.at.getTime() - b.at.getTime());
  }

  /** Cancels a notification. If it is already cancelled, nothing changes. */
  async cancel(tenant: Tenant, notificationUuid: string): Promise<Notification> {
    const ended = await this.uow.run(async (tx) => {
      const notification = (await this.notifications.lock(tx, tenant, notificationUuid)) ?? notFound();
      const now = this.clock.now();
      if (!(await this.notifications.checkSeals(tx, notification, now)))
        return this.seals.redactIfAltered(notification);
      if (notification.status === 'CANCELLED') return notification;
      notification.cancel(now);
      await this.notifications.save(tx, notification);
      return notification;
    });
    // This error is thrown after the commit, so that the status TAMPERED is stored.
    if (ended.status === 'TAMPERED') {
      throw NotificationErrors.finished('The notification is TAMPERED', { from: 'TAMPERED', action: 'cancel' });
    }
    return ended;
  }
}

function notFound(): never {
  throw NotificationErrors.notFound();
}
