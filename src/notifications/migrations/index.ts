import { Notifications1795500000000 } from './1795500000000-notifications.js';
import { NotificationTemplates1795500000100 } from './1795500000100-notification-templates.js';
import { Pushes1795500000200 } from './1795500000200-pushes.js';
import { Mobile1795600000000 } from './1795600000000-mobile.js';
import { OutcomeSeals1796000100000 } from './1796000100000-outcome-seals.js';
import { StoredBytes1796000300100 } from './1796000300100-stored-bytes.js';
import { NotificationHistory1797400000000 } from './1797400000000-notification-history.js';
import { DeliverySeals1798200000730 } from './1798200000730-delivery-seals.js';
import { Approvals1798416000100 } from './1798416000100-approvals.js';

export const notificationsMigrations = [
  Notifications1795500000000,
  NotificationTemplates1795500000100,
  Pushes1795500000200,
  Mobile1795600000000,
  OutcomeSeals1796000100000,
  StoredBytes1796000300100,
  NotificationHistory1797400000000,
  DeliverySeals1798200000730,
  Approvals1798416000100,
];
