import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { MetricsRegistry } from '../observability/index.js';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.js';

/** Opens the worker pools of this process, exports metrics of them, and closes them at shutdown. */
@Injectable()
export class WorkerPools implements OnModuleDestroy {
  readonly #pools: WorkerPool<never, unknown>[] = [];
  readonly #jobs: Counter;

  constructor(registry: MetricsRegistry) {
    const pools = this.#pools;
    this.#jobs = new Counter({
      name: 'countersign_worker_jobs_total',
      help: 'Jobs of worker threads by pool and outcome: done, failed, refused, timeout, crash.',
      labelNames: ['pool', 'outcome'],
      registers: [registry],
    });
    new Gauge({
      name: 'countersign_worker_jobs',
      help: 'Jobs of worker threads by pool and state: running, waiting.',
      labelNames: ['pool', 'state'],
      registers: [registry],
      collect() {
        for (const { name, running, waiting } of pools) {
          this.set({ pool: name, state: 'running' }, running);
          this.set({ pool: name, state: 'waiting' }, waiting);
        }
      },
    });
  }

  open<Job, Result>(options: WorkerPoolOptions): WorkerPool<Job, Result> {
    const pool = new WorkerPool<Job, Result>(options, (outcome) => this.#jobs.inc({ pool: options.name, outcome }));
    this.#pools.push(pool);
    return pool;
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.close()));
  }
}
