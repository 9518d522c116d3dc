import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { AuditLink } from '../chain/audit-link.entity.js';
import { ChainModule } from '../chain/chain.module.js';
import { AuditCheckpoint } from '../chain/checkpoints/audit-checkpoint.entity.js';
import { AuditChainController } from './audit-chain.controller.js';
import { AuditChainRepository } from './audit-chain.repository.js';
import { AuditChainReader } from './audit-chain-reader.service.js';
import { AuditEventsController } from './audit-events.controller.js';
import { AuditHits } from './audit-hits.adapter.js';
import { AuditEvents } from './audit-events.service.js';

/** The audit log as enterprises read it. */
@Module({
  imports: [TypeOrmModule.forFeature([AuditCheckpoint, AuditLink]), AuditLogModule, ChainModule],
  controllers: [AuditEventsController, AuditChainController],
  providers: [AuditEvents, AuditHits, AuditChainReader, AuditChainRepository],
})
export class AuditEventsModule {}
