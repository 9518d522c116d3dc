import { NotificationsBaseline1798449005000 } from './1798449005000-baseline.js';

export const notificationsMigrations = [NotificationsBaseline1798449005000];
