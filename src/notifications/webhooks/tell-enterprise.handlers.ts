import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { type DomainEvent, Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { SealedRows } from '../../shared/security/index.js';
import { Webhooks, type WebhookType } from '../../webhooks/contract/index.js';
import { DeviceRegistered } from '../../users/contract/index.js';
import { FraudReported, NotificationClosed } from '../contract/notifications.events.js';
import { NotificationSeals } from '../notification/notification-seals.service.js';
import { NotificationRepository } from '../notification/notification.repository.js';
import { statusBody } from '../notification/status-body.mapper.js';
import { deviceRegistered, notificationClosed, notificationFraudReported } from './notification.webhooks.js';

type ReportedEvent = NotificationClosed | FraudReported;

/**
 * Reports to the enterprise that a notification has ended or was reported as fraud. Webhook endpoints receive both
 * events; the callback URL of the notification receives only its end.
 */
@EventsHandler(NotificationClosed, FraudReported)
export class TellOfNotification implements IEventHandler<ReportedEvent> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly webhooks: Webhooks,
    private readonly notifications: NotificationRepository,
    private readonly seals: NotificationSeals,
    private readonly rows: SealedRows,
  ) {}

  async handle(event: ReportedEvent): Promise<void> {
    const { enterpriseId, test, notificationUuid, sub } = event.payload;
    const about = { id: notificationUuid, sub };
    const tenant = Tenant.of(enterpriseId, test);
    const [type, occurredAt] = [typeOf(event), new Date(event.occurredAt)];
    const subscribers = await this.webhooks.subscribers(tenant, type);
    const mayCallBack = event instanceof NotificationClosed && event.payload.hasCallback !== false;
    // No transaction is opened if there is nobody to notify: many enterprises poll, and have no webhooks.
    if (subscribers.length === 0 && !mayCallBack) return;
    const notification = await this.notifications.find(tenant, notificationUuid);
    if (!notification) return;
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'notifications/tell-of-notification'))) return;
      const data = { ...statusBody(this.seals.redactIfAltered(notification)) };
      this.webhooks.emitTo(tx, subscribers, tenant, { type, data, about, occurredAt });
      const url = notification.callbackUrl;
      if (url !== null && mayCallBack && (await this.rows.holds(notification)))
        await this.webhooks.callback(tx, tenant, { url, data, about });
    });
  }
}

const typeOf = (event: DomainEvent): WebhookType =>
  event instanceof FraudReported ? notificationFraudReported : notificationClosed;

@EventsHandler(DeviceRegistered)
export class TellOfDevice implements IEventHandler<DeviceRegistered> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly webhooks: Webhooks,
  ) {}

  async handle(event: DeviceRegistered): Promise<void> {
    const { enterpriseId, test, sub, userId, deviceId, name, platform } = event.payload;
    const about = { id: deviceId, sub };
    const occurredAt = new Date(event.occurredAt);
    const data = { userId, deviceId, name, platform, registeredTs: occurredAt.getTime() };
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'notifications/tell-of-device'))) return;
      await this.webhooks.emit(tx, Tenant.of(enterpriseId, test), { type: deviceRegistered, data, about, occurredAt });
    });
  }
}
