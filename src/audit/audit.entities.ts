import { AuditAlias } from './audit-log/audit-alias.entity.js';
import { AuditComment } from './audit-log/audit-comment.entity.js';
import { AuditEntryRecord } from './audit-log/audit-entry.entity.js';
import { ListedPerson } from './audit-log/listed-person.entity.js';
import { AuditChain } from './chain/audit-chain.entity.js';
import { AuditLink } from './chain/audit-link.entity.js';
import { AuditCheckpoint } from './chain/checkpoints/audit-checkpoint.entity.js';
import { AuditStreamPosition } from './streams/audit-stream.entity.js';
import { AuditKey } from './chain/checkpoints/audit-key.entity.js';

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
