import { Injectable } from '@nestjs/common';
import { ConcurrencyLimiter } from '../workers/index.js';
import { currentQueueKey } from '../kernel/index.js';
import { Database } from './database.js';
import { shareOf } from './request-pool.js';

/**
 * The share of connections that is reserved for reads, so that transactions that wait for a lock do not make reads
 * wait.
 */
const SHARE_OF_READS = 0.25;
const WAIT_MS = 3_000;

/**
 * Limits how many transactions run at once, so that connections remain for reads. The others wait, at most as long as a
 * statement may wait for a lock. Enterprises take turns.
 */
@Injectable()
export class TransactionLimit extends ConcurrencyLimiter {
  constructor({ pool }: Database) {
    super({
      maxRunning: Math.max(1, Math.floor(pool.options.max * (1 - SHARE_OF_READS))),
      maxWaiting: Infinity,
      maxWaitMs: pool.options.lock_timeout || WAIT_MS,
      maxOfTenant: shareOf(pool.options.max),
    });
  }

  begin(): Promise<() => void> {
    return this.enter({ queueKey: currentQueueKey() });
  }
}
