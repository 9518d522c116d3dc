import { Module } from '@nestjs/common';
import { PersistenceModule } from '../persistence/persistence.module.js';
import { SecurityModule } from '../security/security.module.js';
import { AuditLog } from './audit-log.js';
import { AuditChainWorker } from './chain/audit-chain.worker.js';
import { ChainStats, Chainer } from './chain/chainer.js';
import { CheckpointKeys } from './chain/checkpoint.js';
import { Checkpoints } from './chain/checkpoints.js';
import { AuditEventsController } from './audit-events.controller.js';
import { AuditEvents } from './audit-events.service.js';

/** The audit log, the chain that makes it tamper-evident, and the route that reads it. */
@Module({
  imports: [PersistenceModule, SecurityModule],
  controllers: [AuditEventsController],
  providers: [AuditLog, AuditEvents, Chainer, AuditChainWorker, ChainStats, CheckpointKeys, Checkpoints],
  exports: [AuditLog, ChainStats],
})
export class AuditModule {}
