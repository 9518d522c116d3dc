import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventsModule } from '../../shared/events/index.js';
import { OutboundModule } from '../../shared/outbound/index.js';
import { DeclaredEndpoints } from './declared-endpoints.adapter.js';
import { EndpointAttention } from './endpoint-attention.adapter.js';
import { EndpointHits } from './endpoint-hits.adapter.js';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';
import { WebhookEndpointsController } from './webhook-endpoints.controller.js';
import { EndpointRules, WebhookEndpoints } from './webhook-endpoints.service.js';
import { WebhookSecrets } from './webhook-secrets.service.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** The endpoints of enterprises: their address, their event types, and the secret that signs the calls. */
@Module({
  imports: [TypeOrmModule.forFeature([WebhookEndpoint]), EventsModule, OutboundModule],
  controllers: [WebhookEndpointsController],
  providers: [
    DeclaredEndpoints,
    EndpointAttention,
    EndpointHits,
    WebhookEndpointRepository,
    WebhookEndpoints,
    EndpointRules,
    WebhookSecrets,
  ],
  exports: [WebhookEndpointRepository, WebhookEndpoints, WebhookSecrets],
})
export class EndpointsModule {}
