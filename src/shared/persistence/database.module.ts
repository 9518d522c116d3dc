import { Module } from '@nestjs/common';
import { Database } from './database.js';
import { TransactionLimit } from './transaction-limit.js';

/** Statements and the number of transactions; the unit of work is in the module of persistence, above that of events. */
@Module({
  providers: [Database, TransactionLimit],
  exports: [Database, TransactionLimit],
})
export class DatabaseModule {}
