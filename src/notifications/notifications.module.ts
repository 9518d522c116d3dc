import { Module, type Provider } from '@nestjs/common';
import { getRepositoryToken, TypeOrmModule } from '@nestjs/typeorm';
import { ApprovalDevice } from '../auth/contract/index.js';
import { OperationsModule } from '../shared/observability/index.js';
import { OutboundModule } from '../shared/outbound/index.js';
import { UnitOfWork } from '../shared/persistence/index.js';
import { BlindIndex } from '../shared/security/index.js';
import { AnswerNotification } from './answers/answer-notification.service.js';
import { Statements } from './answers/statements.service.js';
import { ApprovalsByNotification } from './approvals/approvals-by-notification.adapter.js';
import { EvidenceModule } from './evidence/evidence.module.js';
import { ListingsByDevices } from './history/listings-by-devices.service.js';
import { NotificationEventRecord } from './history/notification-event.entity.js';
import { NotificationEvents } from './history/notification-events.repository.js';
import { ChangeFeed } from './live/change-feed.service.js';
import { NotificationChanges, PurgeChanges } from './live/notification-changes.repository.js';
import { MobileErrorFilter } from './mobile/mobile-error.filter.js';
import { type MobileOperation } from './mobile/mobile-operation.port.js';
import { MOBILE_OPERATIONS, MobileOperations } from './mobile/mobile-operations.service.js';
import { MobileController } from './mobile/mobile.controller.js';
import { AsyncApiController } from './mobile/openapi/asyncapi.controller.js';
import {
  BeginDevice,
  RegisterDevice,
  RemoveDevice,
  RequestDeviceApproval,
  UpdateDevice,
} from './mobile/operations/device.operations.js';
import { GrantDevice } from './mobile/operations/grant-device.entity.js';
import { ForgetGrantOfDevice, GrantDevices } from './mobile/operations/grant-devices.service.js';
import { ListConcurrencyLimiter } from './mobile/operations/list-concurrency-limiter.service.js';
import { GetNotificationHistory, GetNotifications } from './mobile/operations/list.operations.js';
import { RequestSignature } from './mobile/operations/signature.operations.js';
import { BeginStepUp, DismissNotification, UpdateNotification } from './mobile/operations/update.operations.js';
import { UserNotificationsRepository } from './mobile/operations/user-notifications.repository.js';
import { MobileGateway } from './mobile/sockets/mobile.gateway.js';
import { SocketAccess } from './mobile/sockets/socket-access.service.js';
import { AlterationAlarm } from './notification/alteration-alarm.service.js';
import { NotificationSeals } from './notification/notification-seals.service.js';
import { Notification } from './notification/notification.entity.js';
import { NotificationRepository } from './notification/notification.repository.js';
import { SealStartRecord } from './notification/seal-start-record.entity.js';
import { openSealStart, SealStart } from './notification/seal-start.provider.js';
import { StoredBytesRepository } from './notification/stored-bytes/stored-bytes.repository.js';
import { StoredBytes } from './notification/stored-bytes/stored-bytes.service.js';
import { PhoneAppModule } from './phone-app/phone-app.module.js';
import { PushAccountHint, PushAccountHintTo } from './push/push-account-hint.jobs.js';
import { PushAnnouncements } from './push/push-announcements.service.js';
import { PushRecipients } from './push/push-recipients.service.js';
import { PushRecords } from './push/push-records.service.js';
import { PushToAll, PushToDevice } from './push/push.jobs.js';
import { pushServices } from './push/services/push-services.provider.js';
import { CreateNotification } from './requests/create-notification.service.js';
import { EnterpriseLimits } from './requests/enterprise-limits.service.js';
import { NotificationActivity } from './requests/lists/notification-activity.adapter.js';
import { NotificationHits } from './requests/lists/notification-hits.adapter.js';
import { NotificationListRepository } from './requests/notification-list.repository.js';
import { NotificationList } from './requests/notification-list.service.js';
import { NotificationsController } from './requests/notifications.controller.js';
import { NotificationsService } from './requests/notifications.service.js';
import { RecipientLookup } from './requests/recipient-lookup.service.js';
import { RequestedContents } from './requests/requested-contents.service.js';
import { AvailableStepUpMethods } from './step-up/available-step-up-methods.service.js';
import { PurgeStepUps, StepUpStore } from './step-up/step-up-store.service.js';
import { StepUps } from './step-up/step-ups.service.js';
import { DeclaredTemplates } from './templates/declared-templates.adapter.js';
import { NotificationTemplate } from './templates/notification-template.entity.js';
import { NotificationTemplateRepository } from './templates/notification-template.repository.js';
import { NotificationTemplatesController } from './templates/notification-templates.controller.js';
import { NotificationTemplates } from './templates/notification-templates.service.js';
import { CheckSeals } from './upkeep/check-seals.job.js';
import { DiscardAll, DiscardBlocked, Discards, DiscardUnsignable } from './upkeep/discards.service.js';
import { EraseNotifications } from './upkeep/erase-notifications.job.js';
import { ExpirySweep } from './upkeep/expiry-sweep.service.js';
import { NotificationAttention } from './upkeep/notification-attention.adapter.js';
import { NotificationFigures } from './upkeep/notification-figures.repository.js';
import { NotificationUpkeepRepository } from './upkeep/notification-upkeep.repository.js';
import { NotificationsSection } from './upkeep/notifications.section.js';
import { RemoveOldNotifications } from './upkeep/remove-old-notifications.job.js';
import { DiscardOnStatusChange, DiscardWithoutDevice, EraseWithUser } from './upkeep/user-changes.handlers.js';
import { TellDevicesOfFactor, TellOtherDevices } from './webhooks/tell-devices.handlers.js';
import { TellOfDevice, TellOfNotification } from './webhooks/tell-enterprise.handlers.js';

const sealStart = {
  provide: SealStart,
  inject: [getRepositoryToken(SealStartRecord), UnitOfWork, BlindIndex],
  useFactory: openSealStart,
};

const mobileOperations = [
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

/** Stores notifications with keyed hashes, so that every read detects altered rows. */
const notification: Provider[] = [
  AlterationAlarm,
  NotificationRepository,
  NotificationSeals,
  sealStart,
  StoredBytes,
  StoredBytesRepository,
];

/** The API that enterprises use to create notifications and read the answers. */
const requests: Provider[] = [
  RecipientLookup,
  CreateNotification,
  EnterpriseLimits,
  NotificationActivity,
  NotificationHits,
  NotificationList,
  NotificationListRepository,
  NotificationsService,
  RequestedContents,
];

/** Templates: texts that an enterprise stores once and fills in for each notification. */
const templates: Provider[] = [DeclaredTemplates, NotificationTemplateRepository, NotificationTemplates];

/** Stores the history of notifications: pushes, devices that fetched them, and step-ups. */
const history: Provider[] = [ListingsByDevices, NotificationEvents];

/** Processes users' answers and the statements that their devices sign. */
const answers: Provider[] = [AnswerNotification, Statements];

/** Step-ups: the user confirms an answer with a passkey, a password, a face check or a typed number. */
const stepUp: Provider[] = [AvailableStepUpMethods, PurgeStepUps, StepUps, StepUpStore];

/** Sends the authorization server's approval requests to users as notifications. */
const approvals: Provider[] = [{ provide: ApprovalDevice, useClass: ApprovalsByNotification }];

/** Stores changes to notifications, and sends them to sockets, whichever process they are connected to. */
const live: Provider[] = [ChangeFeed, NotificationChanges, PurgeChanges];

/** The mobile API: the operations over HTTP and WebSocket. */
const mobile: Provider[] = [
  ...mobileOperations,
  UserNotificationsRepository,
  { provide: MOBILE_OPERATIONS, useFactory: (...all: MobileOperation[]) => all, inject: mobileOperations },
  MobileOperations,
  MobileErrorFilter,
  GrantDevices,
  ForgetGrantOfDevice,
  ListConcurrencyLimiter,
  SocketAccess,
  MobileGateway,
];

/** Sends pushes to users' devices through the configured push services. */
const push: Provider[] = [
  PushAccountHint,
  PushAccountHintTo,
  PushAnnouncements,
  PushRecipients,
  PushRecords,
  pushServices,
  PushToAll,
  PushToDevice,
];

/** Reports ended notifications and new devices to enterprises, and changes to an account to the user's devices. */
const webhooks: Provider[] = [TellOfDevice, TellOfNotification, TellDevicesOfFactor, TellOtherDevices];

/** Ends unanswered notifications, and removes old ones once their retention period has ended. */
const upkeep: Provider[] = [
  CheckSeals,
  DiscardAll,
  DiscardBlocked,
  DiscardOnStatusChange,
  Discards,
  DiscardUnsignable,
  DiscardWithoutDevice,
  EraseNotifications,
  EraseWithUser,
  ExpirySweep,
  NotificationAttention,
  NotificationFigures,
  NotificationsSection,
  NotificationUpkeepRepository,
  RemoveOldNotifications,
];

/** Notifications that users answer and sign. */
@Module({
  imports: [
    EvidenceModule,
    OperationsModule,
    OutboundModule,
    PhoneAppModule,
    TypeOrmModule.forFeature([
      GrantDevice,
      Notification,
      NotificationEventRecord,
      NotificationTemplate,
      SealStartRecord,
    ]),
  ],
  controllers: [NotificationsController, NotificationTemplatesController, AsyncApiController, MobileController],
  providers: [
    ...notification,
    ...requests,
    ...templates,
    ...history,
    ...answers,
    ...stepUp,
    ...approvals,
    ...live,
    ...mobile,
    ...push,
    ...webhooks,
    ...upkeep,
  ],
  exports: [ApprovalDevice],
})
export class NotificationsModule {}
