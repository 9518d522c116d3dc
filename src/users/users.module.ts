import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AuditSubjects } from '../shared/audit/audit-events.service.js';
import { EnterpriseIds } from '../shared/http/bearer/bearer.ports.js';
import { Brands } from '../shared/pages/brand.js';
import { MailboxNote } from './adapters/mailbox-folder.adapter.js';
import { messageSender } from './adapters/message-sender.provider.js';
import { DevicesController } from './controllers/devices.controller.js';
import { EnterprisesController } from './controllers/enterprises.controller.js';
import { MailboxController } from './controllers/mailbox.controller.js';
import { UserBatchesController } from './controllers/user-batches.controller.js';
import { UserListController } from './controllers/user-list.controller.js';
import { UsersController } from './controllers/users.controller.js';
import { Devices } from './devices.js';
import { Enterprises, UserActivation, UserActivity, UserDirectory, UserLockout } from './ports.js';
import { MessageSender } from './message-sender.js';
import { EnterpriseBrands } from './services/enterprise-brands.adapter.js';
import { ActivateUser, ActivationCodes } from './services/activation.service.js';
import { ActivationMailService } from './services/activation-mail.service.js';
import { StatusConsequences } from './services/status-consequences.service.js';
import { SendActivationCode } from './services/send-activation-code.job.js';
import { ActiveUsers, AuditedUsers, BlockUser, UserCards } from './services/user-directory.service.js';
import { DeviceLastSeen, DevicesSection, DevicesService } from './services/devices.service.js';
import { EnrolmentService, ErasedIds } from './services/enrolment.service.js';
import { EnterprisesService, KnownEnterprises } from './services/enterprises.service.js';
import { ImportUsers } from './services/import-users.service.js';
import { NoteIdvFinished } from './services/note-idv-finished.handler.js';
import { StatusHistory } from './services/status-history.service.js';
import { UserList } from './services/user-list.service.js';
import { UserSearch } from './services/user-search.repository.js';
import { UserRepository } from './services/user.repository.js';
import { UsersService } from './services/users.service.js';
import { DeviceProofs, PurgeDeviceNonces, RegisterDevice } from './services/register-device.service.js';
import { DeviceRepository } from './services/device.repository.js';
import { EnterpriseRepository } from './services/enterprise.repository.js';
import { ActivationCodeSection, PersonalDataSections, UserExport } from './services/user-export.service.js';
import { EraseDeleted, FallInactive } from './services/user-upkeep.jobs.js';
import { UserUpkeepRepository } from './services/user-upkeep.repository.js';

const deviceServices = [
  DeviceProofs,
  DeviceRepository,
  DeviceLastSeen,
  DevicesSection,
  DevicesService,
  PurgeDeviceNonces,
  RegisterDevice,
];

const enterpriseServices = [EnterpriseRepository, EnterprisesService];

const exportServices = [ActivationCodeSection, PersonalDataSections, StatusHistory, UserExport];

const upkeepServices = [EraseDeleted, FallInactive, UserUpkeepRepository];

const ports = [
  { provide: AuditSubjects, useClass: AuditedUsers },
  { provide: Brands, useClass: EnterpriseBrands },
  { provide: Devices, useExisting: DevicesService },
  { provide: Enterprises, useClass: KnownEnterprises },
  { provide: EnterpriseIds, useExisting: Enterprises },
  { provide: UserActivation, useClass: ActivateUser },
  { provide: UserActivity, useClass: ActiveUsers },
  { provide: UserDirectory, useClass: UserCards },
  { provide: UserLockout, useClass: BlockUser },
];

/** Global for its ports: shared modules (bearer guard, audit, pages) cannot import a context. */
@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [
    DevicesController,
    EnterprisesController,
    UserListController,
    UserBatchesController,
    UsersController,
    MailboxController,
  ],
  providers: [
    ...ports,
    ...deviceServices,
    ...enterpriseServices,
    ...exportServices,
    ...upkeepServices,
    messageSender,
    MailboxNote,
    ActivationCodes,
    ActivationMailService,
    EnrolmentService,
    ErasedIds,
    ImportUsers,
    NoteIdvFinished,
    SendActivationCode,
    StatusConsequences,
    UserList,
    UserRepository,
    UserSearch,
    UsersService,
  ],
  exports: [MessageSender, ...ports.map(({ provide }) => provide)],
})
export class UsersModule {}
