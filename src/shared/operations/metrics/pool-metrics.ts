import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Database } from '../../persistence/database.js';
import { MetricsRegistry } from './metrics-registry.js';

/** Connections to the database. Waiting work for long means that the pool is too small, or its statements too slow. */
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
