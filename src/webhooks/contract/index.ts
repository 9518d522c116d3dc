/** All that other contexts may import from `webhooks`. A leaf: it reaches no module, service or entity. */
export { holdSeconds } from '../deliveries/circuit-breaker.js';
export { newWebhookSecret } from '../endpoints/webhook-secret.js';
export { declareWebhookType, type WebhookType } from './webhook-type.js';
export { DELIVERY_CHANGED, type DeliveryChanged } from './webhooks.signals.js';
export { Webhooks, type WebhookAbout, type WebhookCallback, type WebhookEvent } from './webhooks.port.js';
