import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { EndpointsModule } from '../endpoints/endpoints.module.js';
import { AllWebhookDeliveriesController } from './all-webhook-deliveries.controller.js';
import { DeliveryHits } from './delivery-hits.adapter.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import { WebhookLogRepository } from './webhook-log.repository.js';
import { WebhookAnswer } from '../deliveries/webhook-answer.entity.js';

/** Lists deliveries with their tries and answers, retries them at once, and replays them. */
@Module({
  imports: [TypeOrmModule.forFeature([WebhookAnswer]), DeliveriesModule, EndpointsModule],
  controllers: [AllWebhookDeliveriesController, WebhookDeliveriesController],
  providers: [DeliveryHits, WebhookDeliveries, WebhookLogRepository],
})
export class DeliveryLogModule {}
