import { Notification } from './notification/notification.entity.js';
import { NotificationTemplate } from './templates/notification-template.entity.js';

export const notificationsEntities = [NotificationTemplate, Notification];
