import { NotificationsBaseline1798449005000 } from './1798449005000-baseline.js';
import { DevicesOfGrantsByPerson1798463000000 } from './1798463000000-devices-of-grants-by-person.js';

export const notificationsMigrations = [NotificationsBaseline1798449005000, DevicesOfGrantsByPerson1798463000000];
