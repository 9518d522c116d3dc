import { Module } from '@nestjs/common';
import { EventsModule } from '../../shared/events/index.js';
import { OperationsModule } from '../../shared/observability/index.js';
import { OutboundModule } from '../../shared/outbound/index.js';
import { Webhooks } from '../contract/webhooks.port.js';
import { EndpointsModule } from '../endpoints/endpoints.module.js';
import { DeliverWebhook } from './deliver-webhook.job.js';
import { SubscribedWebhooks } from './subscribed-webhooks.adapter.js';
import { DeliveryFigures } from './upkeep/delivery-figures.repository.js';
import { ForgetWebhookEndpoint } from './upkeep/forget-webhook-endpoint.job.js';
import { GiveUpWebhooks } from './upkeep/give-up-webhooks.job.js';
import { PurgeWebhooks } from './upkeep/purge-webhooks.job.js';
import { WebhookDeliveryRepository } from './webhook-delivery.repository.js';
import { WebhookMetrics } from './webhook-metrics.service.js';
import { WebhookOutcomes } from './webhook-outcomes.service.js';
import { WebhookSender } from './webhook-sender.service.js';

/**
 * Makes a delivery of each event for each endpoint that subscribed to it, and retries until it succeeds or is given up.
 */
@Module({
  imports: [EndpointsModule, EventsModule, OperationsModule, OutboundModule],
  providers: [
    { provide: Webhooks, useClass: SubscribedWebhooks },
    WebhookDeliveryRepository,
    WebhookSender,
    WebhookOutcomes,
    WebhookMetrics,
    DeliverWebhook,
    GiveUpWebhooks,
    PurgeWebhooks,
    DeliveryFigures,
    ForgetWebhookEndpoint,
  ],
  exports: [Webhooks, WebhookDeliveryRepository],
})
export class DeliveriesModule {}
