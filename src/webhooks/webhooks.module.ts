import { Module, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventsModule } from '../shared/events/index.js';
import { OperationsModule } from '../shared/observability/index.js';
import { OutboundModule } from '../shared/outbound/index.js';
import { Webhooks } from './contract/webhooks.port.js';
import { DeliverWebhook } from './deliveries/deliver-webhook.job.js';
import { SubscribedWebhooks } from './deliveries/subscribed-webhooks.adapter.js';
import { DeliveryFigures } from './deliveries/upkeep/delivery-figures.repository.js';
import { ForgetWebhookEndpoint, GiveUpWebhooks, PurgeWebhooks } from './deliveries/upkeep/webhook-upkeep.jobs.js';
import { WebhookAnswer } from './deliveries/webhook-delivery.entity.js';
import { WebhookDeliveryRepository } from './deliveries/webhook-delivery.repository.js';
import { WebhookMetrics } from './deliveries/webhook-metrics.service.js';
import { WebhookOutcomes } from './deliveries/webhook-outcomes.service.js';
import { WebhookSender } from './deliveries/webhook-sender.service.js';
import { AllWebhookDeliveriesController } from './delivery-log/all-webhook-deliveries.controller.js';
import { DeliveryHits, EndpointHits } from './webhooks.hits.js';
import { WebhookDeliveriesController } from './delivery-log/webhook-deliveries.controller.js';
import { WebhookDeliveries } from './delivery-log/webhook-deliveries.service.js';
import { WebhookLogRepository } from './delivery-log/webhook-log.repository.js';
import { DeclaredEndpoints } from './endpoints/declared-endpoints.adapter.js';
import { EndpointAttention } from './endpoints/endpoint-attention.adapter.js';
import { WebhookEndpoint } from './endpoints/webhook-endpoint.entity.js';
import { WebhookEndpointRepository } from './endpoints/webhook-endpoint.repository.js';
import { WebhookEndpointsController } from './endpoints/webhook-endpoints.controller.js';
import { EndpointRules, WebhookEndpoints } from './endpoints/webhook-endpoints.service.js';
import { WebhookSecrets } from './endpoints/webhook-secrets.service.js';

/** The endpoints of enterprises: their URL, their event types, and the secret that signs messages to them. */
const endpoints: Provider[] = [
  DeclaredEndpoints,
  EndpointAttention,
  EndpointHits,
  WebhookEndpointRepository,
  WebhookEndpoints,
  EndpointRules,
  WebhookSecrets,
];

/**
 * Creates a delivery of each event for each endpoint that subscribed to it, and retries it until it succeeds or is
 * given up.
 */
const deliveries: Provider[] = [
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
];

/** Lists deliveries with their attempts and responses, retries them at once, and replays them. */
const deliveryLog: Provider[] = [DeliveryHits, WebhookDeliveries, WebhookLogRepository];

/** Reports events to enterprises in signed requests to the endpoints that they registered. */
@Module({
  imports: [EventsModule, OperationsModule, OutboundModule, TypeOrmModule.forFeature([WebhookAnswer, WebhookEndpoint])],
  controllers: [WebhookEndpointsController, AllWebhookDeliveriesController, WebhookDeliveriesController],
  providers: [...endpoints, ...deliveries, ...deliveryLog],
  exports: [Webhooks],
})
export class WebhooksModule {}
