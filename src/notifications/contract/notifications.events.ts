import { DomainEvent, Event } from '../../shared/kernel/index.js';
import type { NotificationAction, NotificationStatus } from '../notification/notification-status.js';

/** Names one notification in the events about it. */
export interface NotificationRef {
  readonly notificationUuid: string;
  readonly sub: string;
  readonly userId: string;
  readonly enterpriseId: string;
  readonly test: boolean;
}

/** The notification has reached a final state. */
@Event('notifications.notification-closed.v1', { about: 'notificationUuid' })
export class NotificationClosed extends DomainEvent<
  NotificationRef & {
    readonly status: NotificationStatus;
    readonly by: NotificationAction;
    /** Whether an address of its own may be called. Events of an earlier version do not say. */
    readonly hasCallback?: boolean;
    /** The request id of an approval that the authorization server has asked for. */
    readonly approvalId?: string;
  }
> {}

/** The user answered `fraud`: somebody acts in their name. */
@Event('notifications.fraud-reported.v1', { about: 'notificationUuid' })
export class FraudReported extends DomainEvent<NotificationRef> {}
