import { Module } from '@nestjs/common';
import { ManagementModule } from '../management/management.module.js';
import { UserModule } from '../user/user.module.js';
import { ImportUsers } from './import-users.service.js';

/** Files of users, read by a command. */
@Module({ imports: [ManagementModule, UserModule], providers: [ImportUsers] })
export class ImportModule {}
