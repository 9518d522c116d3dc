export * from './notifications.errors.js';
export * from './notifications.events.js';
