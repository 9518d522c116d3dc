import { Module } from '@nestjs/common';
import { AuditSubjects } from '../../audit/contract/index.js';
import { UserActivity, UserDirectory, UserLockout } from '../contract/ports.js';
import { UserModule } from '../user/user.module.js';
import { AuditSubjectsAdapter } from './audit-subjects.adapter.js';
import { UserActivityAdapter } from './user-activity.adapter.js';
import { UserDirectoryAdapter } from './user-directory.adapter.js';
import { UserLockoutAdapter } from './user-lockout.adapter.js';

const ports = [
  { provide: AuditSubjects, useClass: AuditSubjectsAdapter },
  { provide: UserActivity, useClass: UserActivityAdapter },
  { provide: UserDirectory, useClass: UserDirectoryAdapter },
  { provide: UserLockout, useClass: UserLockoutAdapter },
];

/** Ports by which other contexts read users and report on them. */
@Module({ imports: [UserModule], providers: ports, exports: ports.map(({ provide }) => provide) })
export class DirectoryModule {}
