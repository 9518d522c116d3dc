import { Notifications1795500000000 } from './1795500000000-notifications.js';
import { Mobile1795600000000 } from './1795600000000-mobile.js';

export const notificationsMigrations = [Notifications1795500000000, Mobile1795600000000];
