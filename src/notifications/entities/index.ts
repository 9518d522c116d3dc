import { Notification } from './notification.entity.js';

export const notificationsEntities = [Notification];
