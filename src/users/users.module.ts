import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AuditSubjects } from '../shared/audit/audit-events.service.js';
import { EnterpriseIds } from '../shared/http/bearer/bearer.ports.js';
import { Brands } from '../shared/pages/brand.js';
import { MailboxNote } from './mail/mailbox-folder.adapter.js';
import { messageSender } from './mail/message-sender.provider.js';
import { DevicesController } from './devices/devices.controller.js';
import { EnterprisesController } from './enterprises/enterprises.controller.js';
import { MailboxController } from './mail/mailbox.controller.js';
import { UserBatchesController } from './management/user-batches.controller.js';
import { UserListController } from './user-list/user-list.controller.js';
import { UsersController } from './management/users.controller.js';
import { Devices } from './contract/devices.port.js';
import { Enterprises, UserActivation, UserActivity, UserDirectory, UserLockout } from './contract/ports.js';
import { MessageSender } from './contract/message-sender.port.js';
import { EnterpriseBrands } from './enterprises/enterprise-brands.adapter.js';
import { ActivateUser, ActivationCodes } from './activation/activation-codes.service.js';
import { ActivationMailService } from './management/activation-mail.service.js';
import { StatusConsequences } from './management/status-consequences.service.js';
import { SendActivationCode } from './activation/send-activation-code.job.js';
import { ActiveUsers, AuditedUsers, BlockUser, UserCards } from './user/user-directory.adapter.js';
import { DeviceLastSeen, DevicesSection, DevicesService } from './devices/devices.service.js';
import { EnrolmentService, ErasedIds } from './management/enrolment.service.js';
import { EnterprisesService, KnownEnterprises } from './enterprises/enterprises.service.js';
import { ImportUsers } from './import/import-users.service.js';
import { NoteIdvFinished } from './management/note-idv-finished.handler.js';
import { StatusHistory } from './management/status-history.service.js';
import { UserList } from './user-list/user-list.service.js';
import { UserSearch } from './user-list/user-search.repository.js';
import { UserRepository } from './user/user.repository.js';
import { UsersService } from './management/users.service.js';
import { DeviceProofs, PurgeDeviceNonces, RegisterDevice } from './devices/register-device.service.js';
import { DeviceRepository } from './devices/device.repository.js';
import { EnterpriseRepository } from './enterprises/enterprise.repository.js';
import { ActivationCodeSection, PersonalDataSections, UserExport } from './export/user-export.service.js';
import { EraseDeleted, FallInactive } from './upkeep/user-upkeep.jobs.js';
import { UserUpkeepRepository } from './upkeep/user-upkeep.repository.js';

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
