import { Module } from '@nestjs/common';
import { ActivationModule } from '../activation/activation.module.js';
import { AddressesModule } from '../addresses/addresses.module.js';
import { ManagementModule } from '../management/management.module.js';
import { UserModule } from '../user/user.module.js';
import { EraseDeleted } from './erase-deleted.job.js';
import { DeactivateUnusedUsers } from './deactivate-unused-users.job.js';

/** Erases deleted users after their retention time, and sets unused ones to INACTIVE. */
@Module({
  imports: [ActivationModule, AddressesModule, ManagementModule, UserModule],
  providers: [EraseDeleted, DeactivateUnusedUsers],
})
export class UpkeepModule {}
