import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { OutboundModule } from '../outbound/outbound.module.js';
import { PersistenceModule } from '../persistence/persistence.module.js';
import { SecurityModule } from '../security/security.module.js';
import { DeliverWebhook } from './deliver-webhook.job.js';
import { SubscribedWebhooks } from './subscribed-webhooks.adapter.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import { WebhookDeliveryRepository } from './webhook-delivery.repository.js';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';
import { WebhookEndpointsController } from './webhook-endpoints.controller.js';
import { EndpointRules, WebhookEndpoints } from './webhook-endpoints.service.js';
import { WebhookLogRepository } from './webhook-log.repository.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { WebhookOutcomes } from './webhook-outcomes.service.js';
import { WebhookSecrets } from './webhook-secrets.service.js';
import { WebhookSender } from './webhook-sender.service.js';
import { ForgetWebhookEndpoint, GiveUpWebhooks, PurgeWebhooks } from './webhook-upkeep.jobs.js';
import { Webhooks } from './webhooks.port.js';

/** Tells enterprises what has happened, by signed calls to the endpoints that they registered. */
@Module({
  imports: [EventsModule, OperationsModule, OutboundModule, PersistenceModule, SecurityModule],
  controllers: [WebhookEndpointsController, WebhookDeliveriesController],
  providers: [
    { provide: Webhooks, useClass: SubscribedWebhooks },
    WebhookEndpointRepository,
    WebhookEndpoints,
    EndpointRules,
    WebhookSecrets,
    WebhookDeliveryRepository,
    WebhookLogRepository,
    WebhookDeliveries,
    WebhookSender,
    WebhookOutcomes,
    WebhookMetrics,
    DeliverWebhook,
    GiveUpWebhooks,
    PurgeWebhooks,
    ForgetWebhookEndpoint,
  ],
  exports: [Webhooks, WebhookEndpoints, WebhookDeliveries],
})
export class WebhooksModule {}
