import { Module } from '@nestjs/common';
import { ApprovalDevice } from '../../auth/contract/index.js';
import { NotificationModule } from '../notification/notification.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { ApprovalsByNotification } from './approvals-by-notification.adapter.js';

/** Sends the authorization server's approval requests to users as notifications. */
@Module({
  imports: [NotificationModule, RequestsModule],
  providers: [{ provide: ApprovalDevice, useClass: ApprovalsByNotification }],
  exports: [ApprovalDevice],
})
export class ApprovalsModule {}
