import { Module } from '@nestjs/common';
import { MobileErrorFilter } from './controllers/mobile-error.filter.js';
import { MobileController } from './controllers/mobile.controller.js';
import { MobileGateway } from './gateways/mobile.gateway.js';
import { ChangeFeed } from './services/live/change-feed.service.js';
import { NotificationStoreModule } from './notification-store.module.js';
import { BeginDevice, RegisterDevice, RemoveDevice, UpdateDevice } from './services/mobile/device.operations.js';
import { ForgetGrantOfDevice, GrantDevices } from './services/mobile/grant-devices.service.js';
import type { MobileOperation } from './services/mobile/mobile-operation.js';
import { MOBILE_OPERATIONS, MobileOperations } from './services/mobile/mobile-operations.service.js';
import { SocketAccess } from './services/mobile/socket-access.service.js';

const operations = [BeginDevice, RegisterDevice, UpdateDevice, RemoveDevice];

/** The mobile surface: the operations, by HTTP and by socket. */
@Module({
  imports: [NotificationStoreModule],
  controllers: [MobileController],
  providers: [
    ...operations,
    { provide: MOBILE_OPERATIONS, useFactory: (...all: MobileOperation[]) => all, inject: operations },
    MobileOperations,
    MobileErrorFilter,
    GrantDevices,
    ForgetGrantOfDevice,
    SocketAccess,
    ChangeFeed,
    MobileGateway,
  ],
})
export class MobileModule {}
