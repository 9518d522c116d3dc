import { AuditLog } from './audit-log.js';
import { AuditChainWorker } from './chain/audit-chain.worker.js';
import { ChainStats, Chainer } from './chain/chainer.js';
import { CheckpointKeys } from './chain/checkpoint.js';
import { Checkpoints } from './chain/checkpoints.js';
import { AuditEvents } from './audit-events.service.js';

export const auditServices = [
  AuditLog,
  AuditEvents,
  Chainer,
  AuditChainWorker,
  ChainStats,
  CheckpointKeys,
  Checkpoints,
];
