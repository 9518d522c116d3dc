import { type NotificationKind, notificationKinds } from '../new-notification.js';
import {
  array,
  ChosenId,
  EnumField,
  Field,
  listOf,
  ObjectField,
  oneOf,
  TextField,
  TimeRangeQuery,
  UuidField,
} from '../../../shared/fields/index.js';
import {
  type DeliveryStatus,
  deliveryStatuses,
  notificationStatus,
  type NotificationStatus,
} from '../../notification/notification-status.js';
import { statusLine } from '../../notification/status-body.mapper.js';
import type { ListedNotification } from '../notification-list.repository.js';
import type { ListedBy } from '../notification-list.service.js';
import { ID, MSG_ID, NotificationStateDto } from './notification.dto.js';
import { UsedNotificationTemplateDto } from './notification-details.dto.js';

/** A notification in a list: its state and subject, without its messages or evidence. */
export class NotificationSummaryDto extends NotificationStateDto {
  @TextField({
    max: 255,
    nullable: true,
    example: 'Confirm your payment',
    description: 'The subject in the language that comes first when the languages are sorted by `lng`.',
  })
  subject!: string | null;

  @ObjectField(() => UsedNotificationTemplateDto, {
    nullable: true,
    description: 'The template from which the texts were generated. `null`: the texts were sent with the request.',
  })
  template!: UsedNotificationTemplateDto | null;

  static of({ notification, subject }: ListedNotification): NotificationSummaryDto {
    const template = UsedNotificationTemplateDto.of(notification);
    return { ...statusLine(notification), subject, template } as NotificationSummaryDto;
  }
}

/** The columns of the file when a list is exported. */
export const NOTIFICATION_COLUMNS = [
  ...['notification_uuid', 'msg_id', 'user_id', 'subject', 'status', 'action_response', 'delivery_status'],
  ...['signing_status', 'create_ts', 'update_ts', 'expiry_timestamp', 'client_ip_address', 'device_id'],
  'template.template_id',
];

export class NotificationListDto extends listOf('notifications', () => NotificationSummaryDto) {}

export class ListNotificationsQuery extends TimeRangeQuery {
  @Field(array(oneOf(notificationStatus.states, 'NotificationStatus'), { max: 7 }), {
    optional: true,
    description: 'Only notifications with this status. Repeat the parameter for several statuses.',
  })
  status?: NotificationStatus[];

  @ChosenId({ optional: true, example: 'jane.doe', description: 'Only notifications of this user.' }) user_id?: string;

  @TextField({ ...MSG_ID, optional: true, description: 'Only the notification with this `msg_id`.' }) msg_id?: string;

  @TextField({
    max: 64,
    optional: true,
    example: 'accept',
    description: 'Only notifications answered with this `action`.',
  })
  action_response?: string;

  @UuidField({ ...ID, optional: true, description: 'Only notifications answered on this device.' }) device_id?: string;

  @ChosenId({ optional: true, example: 'payment', description: 'Only notifications made from this template.' })
  template_id?: string;

  @EnumField(deliveryStatuses, {
    name: 'DeliveryStatus',
    optional: true,
    example: 'FAILED_TO_NOTIFY',
    description:
      'Only notifications with this delivery status. One call examines at most 2,000 notifications, so a page may be short or empty even if `next` is set.',
  })
  delivery_status?: DeliveryStatus;

  @EnumField(notificationKinds, {
    name: 'NotificationKind',
    optional: true,
    example: 'approval',
    description:
      'Only notifications of this kind: questions that programs asked, or signatures of data that an app shows. One call examines at most 2,000 notifications, so a page may be short or empty even if `next` is set.',
  })
  kind?: NotificationKind;

  @TextField({
    min: 2,
    max: 100,
    optional: true,
    example: 'transfer',
    description:
      'Only notifications whose subject or message contains all these words or parts of words, in any language. Case and accents are ignored. ' +
      'One call examines at most 2,000 notifications, so a page may be short or empty even if `next` is set.',
  })
  text?: string;

  static toFilter(query: ListNotificationsQuery): ListedBy {
    return {
      ...TimeRangeQuery.rangeOf(query),
      statuses: query.status ?? [],
      userId: query.user_id,
      msgId: query.msg_id,
      actionResponse: query.action_response,
      deviceId: query.device_id,
      templateId: query.template_id,
      deliveryStatus: query.delivery_status,
      kind: query.kind,
      text: query.text,
    };
  }
}
