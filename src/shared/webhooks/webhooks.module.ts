import { Module } from '@nestjs/common';
import { PersistenceModule } from '../persistence/persistence.module.js';
import { SecurityModule } from '../security/security.module.js';
import { SubscribedWebhooks } from './subscribed-webhooks.adapter.js';
import { WebhookDeliveryRepository } from './webhook-delivery.repository.js';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';
import { Webhooks } from './webhooks.port.js';

/** Tells enterprises what has happened, by signed calls to the endpoints that they registered. */
@Module({
  imports: [PersistenceModule, SecurityModule],
  providers: [
    WebhookEndpointRepository,
    WebhookDeliveryRepository,
    { provide: Webhooks, useClass: SubscribedWebhooks },
  ],
  exports: [Webhooks],
})
export class WebhooksModule {}
