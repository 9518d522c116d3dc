import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OutboundModule } from '../../shared/outbound/index.js';
import { ClientModule } from '../client/client.module.js';
import { Approval } from './approval.entity.js';
import { ApprovalRepository } from './approval.repository.js';
import { Approvals } from './approvals.service.js';
import { EndApproval } from './end-approval.handler.js';
import { PingClient } from './ping-client.job.js';
import { PurgeApprovals } from './purge-approvals.job.js';

/** Lets a user approve on the phone what a program wants to do (OpenID Connect CIBA). */
@Module({
  imports: [TypeOrmModule.forFeature([Approval]), ClientModule, OutboundModule],
  providers: [ApprovalRepository, Approvals, EndApproval, PingClient, PurgeApprovals],
  exports: [ApprovalRepository, Approvals],
})
export class ApprovalsModule {}
