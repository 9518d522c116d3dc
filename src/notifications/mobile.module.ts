import { Module } from '@nestjs/common';
import { OperationsModule } from '../shared/operations/operations.module.js';
import { AsyncApiController } from './controllers/asyncapi.controller.js';
import { MobileErrorFilter } from './controllers/mobile-error.filter.js';
import { MobileController } from './controllers/mobile.controller.js';
import { MobileGateway } from './gateways/mobile.gateway.js';
import { AnswerNotification } from './services/answers/answer-notification.service.js';
import { Statements } from './services/answers/statements.service.js';
import { PurgeStepUps, StepUpStore } from './services/answers/step-up-store.service.js';
import { StepUps } from './services/answers/step-ups.service.js';
import { GetNotificationHistory, GetNotifications } from './services/mobile/list.operations.js';
import { BeginStepUp, DismissNotification, UpdateNotification } from './services/mobile/update.operations.js';
import { ListPlaces } from './services/mobile/list-places.service.js';
import { UserNotificationsRepository } from './services/mobile/user-notifications.repository.js';
import { ChangeFeed } from './services/live/change-feed.service.js';
import { NotificationStoreModule } from './notification-store.module.js';
import { BeginDevice, RegisterDevice, RemoveDevice, UpdateDevice } from './services/mobile/device.operations.js';
import { ForgetGrantOfDevice, GrantDevices } from './services/mobile/grant-devices.service.js';
import type { MobileOperation } from './services/mobile/mobile-operation.js';
import { MOBILE_OPERATIONS, MobileOperations } from './services/mobile/mobile-operations.service.js';
import { SocketAccess } from './services/mobile/socket-access.service.js';

const operations = [
  GetNotifications,
  UpdateNotification,
  GetNotificationHistory,
  DismissNotification,
  BeginStepUp,
  BeginDevice,
  RegisterDevice,
  UpdateDevice,
  RemoveDevice,
];

const answers = [AnswerNotification, Statements, StepUps, StepUpStore, PurgeStepUps];

/** The mobile surface: the operations, by HTTP and by socket. */
@Module({
  imports: [NotificationStoreModule, OperationsModule],
  controllers: [AsyncApiController, MobileController],
  providers: [
    ...operations,
    ...answers,
    UserNotificationsRepository,
    { provide: MOBILE_OPERATIONS, useFactory: (...all: MobileOperation[]) => all, inject: operations },
    MobileOperations,
    MobileErrorFilter,
    GrantDevices,
    ForgetGrantOfDevice,
    ListPlaces,
    SocketAccess,
    ChangeFeed,
    MobileGateway,
  ],
})
export class MobileModule {}
