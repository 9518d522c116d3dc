/**
 * Everything that other contexts may import from `audit`. It imports no module, service or entity, to avoid import
 * cycles.
 */
export { AuditActorDto } from './audit-actor.dto.js';
export { AuditCounts, type CountedKind } from './audit-counts.port.js';
export {
  type AuditActorQuery,
  AuditLog,
  type AuditPage,
  type AuditPosition,
  type AuditQuery,
  type AuditRecord,
  AuditSubjects,
} from './audit-log.port.js';
export { AuditViews, type Reader, type UnusuallyMany } from './audit-views.port.js';
