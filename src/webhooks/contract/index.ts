/**
 * Everything that other contexts may import from `webhooks`. It imports no module, service or entity, directly or
 * indirectly.
 */
export { holdSeconds } from '../deliveries/circuit-breaker.js';
export { newWebhookSecret } from '../endpoints/webhook-secret.js';
export { declareWebhookType, type WebhookType } from './webhook-type.js';
export { DELIVERY_CHANGED, type DeliveryChanged } from './webhooks.signals.js';
export { Webhooks, type WebhookAbout, type WebhookCallback, type WebhookEvent } from './webhooks.port.js';
