import { Module } from '@nestjs/common';
import { ActivationModule } from '../activation/activation.module.js';
import { ManagementModule } from '../management/management.module.js';
import { UserModule } from '../user/user.module.js';
import { EraseDeleted } from './erase-deleted.job.js';
import { FallInactive } from './fall-inactive.job.js';

/** What time does to users: those who are deleted are erased, and those who are unused fall INACTIVE. */
@Module({ imports: [ActivationModule, ManagementModule, UserModule], providers: [EraseDeleted, FallInactive] })
export class UpkeepModule {}
