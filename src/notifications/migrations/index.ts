import { Notifications1795500000000 } from './1795500000000-notifications.js';

export const notificationsMigrations = [Notifications1795500000000];
