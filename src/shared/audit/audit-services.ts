import { AuditLog } from './audit-log.js';
import { ChainKeeper } from './chain/chain-keeper.js';
import { ChainStats } from './chain/chain-stats.js';
import { Chainer } from './chain/chainer.js';
import { CheckpointKeys } from './checkpoints/checkpoint-keys.js';
import { Checkpoints } from './checkpoints/checkpoints.js';
import { AuditEvents } from './events/audit-events.service.js';

export const auditServices = [AuditLog, AuditEvents, Chainer, ChainKeeper, ChainStats, CheckpointKeys, Checkpoints];
