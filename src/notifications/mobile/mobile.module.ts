import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OperationsModule } from '../../shared/observability/index.js';
import { AsyncApiController } from './openapi/asyncapi.controller.js';
import { MobileErrorFilter } from './mobile-error.filter.js';
import { MobileController } from './mobile.controller.js';
import { MobileGateway } from './sockets/mobile.gateway.js';
import { GetNotificationHistory, GetNotifications } from './operations/list.operations.js';
import { RequestSignature } from './operations/signature.operations.js';
import { BeginStepUp, DismissNotification, UpdateNotification } from './operations/update.operations.js';
import { ListConcurrencyLimiter } from './operations/list-concurrency-limiter.service.js';
import { UserNotificationsRepository } from './operations/user-notifications.repository.js';
import { AnswersModule } from '../answers/answers.module.js';
import { HistoryModule } from '../history/history.module.js';
import { LiveModule } from '../live/live.module.js';
import { NotificationModule } from '../notification/notification.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { StepUpModule } from '../step-up/step-up.module.js';
import {
  BeginDevice,
  RegisterDevice,
  RemoveDevice,
  RequestDeviceApproval,
  UpdateDevice,
} from './operations/device.operations.js';
import { ForgetGrantOfDevice, GrantDevices } from './operations/grant-devices.service.js';
import type { MobileOperation } from './mobile-operation.port.js';
import { MOBILE_OPERATIONS, MobileOperations } from './mobile-operations.service.js';
import { SocketAccess } from './sockets/socket-access.service.js';
import { GrantDevice } from './operations/grant-device.entity.js';

const operations = [
  GetNotifications,
  UpdateNotification,
  GetNotificationHistory,
  DismissNotification,
  BeginStepUp,
  RequestSignature,
  BeginDevice,
  RequestDeviceApproval,
  RegisterDevice,
  UpdateDevice,
  RemoveDevice,
];

/** The mobile API: the operations over HTTP and WebSocket. */
@Module({
  imports: [
    TypeOrmModule.forFeature([GrantDevice]),
    AnswersModule,
    HistoryModule,
    LiveModule,
    NotificationModule,
    OperationsModule,
    RequestsModule,
    StepUpModule,
  ],
  controllers: [AsyncApiController, MobileController],
  providers: [
    ...operations,
    UserNotificationsRepository,
    { provide: MOBILE_OPERATIONS, useFactory: (...all: MobileOperation[]) => all, inject: operations },
    MobileOperations,
    MobileErrorFilter,
    GrantDevices,
    ForgetGrantOfDevice,
    ListConcurrencyLimiter,
    SocketAccess,
    MobileGateway,
  ],
})
export class MobileModule {}
