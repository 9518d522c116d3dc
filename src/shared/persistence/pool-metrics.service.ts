import { Gauge } from 'prom-client';
import { Injectable } from '@nestjs/common';
import { Database } from './database.js';
import { MetricsRegistry } from '../observability/index.js';

/** Metrics of the database connections. Long waits mean that the pool is too small or statements are too slow. */
@Injectable()
export class PoolMetrics {
  constructor(registry: MetricsRegistry, db: Database) {
    new Gauge({
      name: 'countersign_database_connections',
      help: 'Connections of this process: in use, idle, and callers that wait for one.',
      labelNames: ['state'],
      registers: [registry],
      collect() {
        const { totalCount, idleCount, waitingCount } = db.pool;
        this.set({ state: 'used' }, totalCount - idleCount);
        this.set({ state: 'idle' }, idleCount);
        this.set({ state: 'waited_for' }, waitingCount);
      },
    });
  }
}
