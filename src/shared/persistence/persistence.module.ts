import { Module } from '@nestjs/common';
import { OperationsModule } from '../observability/index.js';
import { Database } from './database.js';
import { DatabaseHealth, PoolMetrics } from './database-health.service.js';
import { DiskSpace } from './disk/disk-space.service.js';
import { ReadDatabase } from './replica/read-database.service.js';
import { Replica } from './replica/replica.service.js';
import { RowSeals } from './row-seals.js';
import { TransactionLimit } from './transaction-limit.js';
import { UnitOfWork } from './unit-of-work.js';

/** The database, its transactions, and its metrics. */
@Module({
  imports: [OperationsModule],
  providers: [
    Database,
    Replica,
    ReadDatabase,
    TransactionLimit,
    RowSeals,
    UnitOfWork,
    DatabaseHealth,
    DiskSpace,
    PoolMetrics,
  ],
  exports: [Database, ReadDatabase, RowSeals, UnitOfWork, DiskSpace],
})
export class PersistenceModule {}
