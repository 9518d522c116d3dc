import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { UserModule } from '../user/user.module.js';
import { Activities } from './activities.service.js';
import { ActivityController } from './activity.controller.js';
import { AuditedActivity } from './audited-activity.adapter.js';

/** Lists the activity of a user from all contexts, by time. */
@Module({
  imports: [DiscoveryModule, UserModule],
  controllers: [ActivityController],
  providers: [Activities, AuditedActivity],
})
export class ActivityModule {}
