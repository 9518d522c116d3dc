import { Module } from '@nestjs/common';
import { ManagementModule } from '../management/management.module.js';
import { UserModule } from '../user/user.module.js';
import { ImportUsers } from './import-users.service.js';

/** Imports users from files, for the command `users import`. */
@Module({ imports: [ManagementModule, UserModule], providers: [ImportUsers] })
export class ImportModule {}
