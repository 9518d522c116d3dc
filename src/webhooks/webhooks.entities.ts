import { WebhookAnswer, WebhookDelivery } from './deliveries/webhook-delivery.entity.js';
import { WebhookEndpoint } from './endpoints/webhook-endpoint.entity.js';

export const webhooksEntities = [WebhookAnswer, WebhookDelivery, WebhookEndpoint];
