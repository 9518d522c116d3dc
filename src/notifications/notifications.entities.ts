import { NotificationEventRecord } from './history/notification-event.entity.js';
import { NotificationChangeRecord } from './live/notification-change.entity.js';
import { GrantDevice } from './mobile/operations/grant-device.entity.js';
import { Notification } from './notification/notification.entity.js';
import { SealStartRecord } from './notification/seal-start-record.entity.js';
import { StoredBytesOfDay } from './notification/stored-bytes/stored-bytes.entity.js';
import { StepUp } from './step-up/step-up.entity.js';
import { NotificationTemplate } from './templates/notification-template.entity.js';

export const notificationsEntities = [
  GrantDevice,
  Notification,
  NotificationChangeRecord,
  NotificationEventRecord,
  NotificationTemplate,
  SealStartRecord,
  StepUp,
  StoredBytesOfDay,
];
