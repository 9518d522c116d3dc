import { Module } from '@nestjs/common';
import { ActivationModule } from './activation/activation.module.js';
import { ActivityModule } from './activity/activity.module.js';
import { AddressesModule } from './addresses/addresses.module.js';
import { AllowedExportsModule } from './allowed-exports/allowed-exports.module.js';
import { DevicesModule } from './devices/devices.module.js';
import { DirectoryModule } from './directory/directory.module.js';
import { EnterprisesModule } from './enterprises/enterprises.module.js';
import { ExportModule } from './export/export.module.js';
import { ImportModule } from './import/import.module.js';
import { MailModule } from './mail/mail.module.js';
import { MailedCodesModule } from './mailed-codes/mailed-codes.module.js';
import { ManagementModule } from './management/management.module.js';
import { NoticesModule } from './notices/notices.module.js';
import { UpkeepModule } from './upkeep/upkeep.module.js';
import { UserActionsModule } from './user-actions/user-actions.module.js';
import { UserListModule } from './user-list/user-list.module.js';

@Module({
  imports: [
    ActivationModule,
    ActivityModule,
    AddressesModule,
    AllowedExportsModule,
    DevicesModule,
    DirectoryModule,
    EnterprisesModule,
    ExportModule,
    ImportModule,
    MailModule,
    MailedCodesModule,
    ManagementModule,
    NoticesModule,
    UpkeepModule,
    UserActionsModule,
    UserListModule,
  ],
  exports: [
    ActivationModule,
    AddressesModule,
    DevicesModule,
    DirectoryModule,
    EnterprisesModule,
    MailModule,
    MailedCodesModule,
    ManagementModule,
    NoticesModule,
  ],
})
export class UsersModule {}
