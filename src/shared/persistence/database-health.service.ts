import { Injectable } from '@nestjs/common';
import { BoundedProbe, MetricsRegistry, Readiness } from '../observability/index.js';
import { Database } from './database.js';
import { Gauge } from 'prom-client';

const PATIENCE_MS = 1_000;

/** Makes a process not ready while the database does not answer or lacks migrations. One statement checks both. */
@Injectable()
export class DatabaseHealth {
  readonly #look = new BoundedProbe(PATIENCE_MS, () => this.#readMigrations());
  #applied = new Set<string>();

  constructor(
    readiness: Readiness,
    private readonly db: Database,
  ) {
    readiness.need('database', () => this.#look.isAnswered());
    readiness.need('migrations', async () => (await this.#look.isAnswered()) && this.#isMigrated());
  }

  async #readMigrations(): Promise<void> {
    const rows = await this.db.rows<{ name: string }>('SELECT name FROM schema_migrations');
    this.#applied = new Set(rows.map(({ name }) => name));
  }

  #isMigrated(): boolean {
    return this.db.dataSource.migrations.every(({ constructor }) => this.#applied.has(constructor.name));
  }
}

/**
 * Metrics of the database connections. If callers often wait for a connection, the pool is too small or statements are
 * too slow.
 */
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
