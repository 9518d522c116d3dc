import { Module } from '@nestjs/common';
import { DeliveriesModule } from './deliveries/deliveries.module.js';
import { DeliveryLogModule } from './delivery-log/delivery-log.module.js';
import { EndpointsModule } from './endpoints/endpoints.module.js';

/** Tells enterprises what has happened, by signed calls to the endpoints that they registered. */
@Module({ imports: [DeliveriesModule, DeliveryLogModule, EndpointsModule], exports: [DeliveriesModule] })
export class WebhooksModule {}
