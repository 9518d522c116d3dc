import { Notification } from './notification.entity.js';
import { NotificationTemplate } from './notification-template.entity.js';

export const notificationsEntities = [NotificationTemplate, Notification];
