export { advisoryLocks } from './advisory-locks.js';
export { DatabaseClock } from './database-clock.js';
export { Database, ignoreConnectionErrors } from './database.js';
export { DeferredCommit, withoutDeferral } from './deferred-commit.js';
export { DiskSpace } from './disk/disk-space.service.js';
export { columnsOf, type Statement } from './entity-statements.js';
export { migrate, pendingMigrations } from './migrate.js';
export { HistoryIncomplete } from './take-over-history.js';
export { sharedMigrations } from './migrations/index.js';
export { PersistenceModule } from './persistence.module.js';
export { driver } from './request-pool.js';
export { ReadDatabase } from './replica/read-database.service.js';
export { RowSeals } from './row-seals.js';
export { currentTx, outsideTx } from './current-tx.js';
export { type AuditEntry, HEAD_START_SECONDS, type JobRequest, PendingWrites, type Signal } from './pending-writes.js';
export {
  type Cell,
  isoMicroseconds,
  isoTime,
  newestRows,
  runPrepared,
  type Sql,
  type SqlParams,
  WITHOUT_SYNC,
} from './sql.js';
export { isDuplicate, Tx } from './tx.js';
export { UnitOfWork } from './unit-of-work.js';
