import { DomainEvent, Event } from '../../shared/kernel/index.js';
import type { NotificationAction, NotificationStatus } from '../notification/notification-status.js';

/** The ids of a notification and its user, which every event about the notification contains. */
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
    /** Whether the notification has a callback URL. Absent from events written by earlier versions. */
    readonly hasCallback?: boolean;
    /** The id of the authorization server's approval request that the notification shows, if any. */
    readonly approvalId?: string;
  }
> {}

/** The user answered `fraud`: someone is acting in their name. */
@Event('notifications.fraud-reported.v1', { about: 'notificationUuid' })
export class FraudReported extends DomainEvent<NotificationRef> {}
