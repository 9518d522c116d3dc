export * from './notifications.errors.js';
export { NotificationClosed, FraudReported, type NotificationRef } from './notifications.events.js';
