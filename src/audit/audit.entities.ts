import { AuditAlias, AuditComment, AuditEntryRecord } from './audit-log/audit-entry.entity.js';
import { ListedPerson } from './audit-log/listed-person.entity.js';
import { AuditChain, AuditLink } from './chain/audit-chain.entity.js';
import { AuditCheckpoint, AuditKey } from './chain/checkpoints/audit-checkpoint.entity.js';
import { AuditStreamPosition } from './streams/audit-stream.entity.js';

export const auditEntities = [
  AuditAlias,
  AuditChain,
  AuditCheckpoint,
  AuditComment,
  AuditEntryRecord,
  AuditKey,
  AuditLink,
  AuditStreamPosition,
  ListedPerson,
];
