import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { CONFIG, type Config } from '../../../config.js';
import { BoundedProbe, MetricsRegistry } from '../../../shared/observability/index.js';
import { EngineRequestRepository } from './engine-request.repository.js';

const PATIENCE_MS = 1_000;

/** Metrics that show whether more processes are needed to analyse pictures. */
@Injectable()
export class EngineRequestMetrics {
  constructor(
    registry: MetricsRegistry,
    requests: EngineRequestRepository,
    @Inject(CONFIG) { idvEngineProcesses }: Pick<Config, 'idvEngineProcesses'>,
  ) {
    if (idvEngineProcesses !== 'worker') return;
    const gauge = new Gauge({
      name: 'countersign_idv_engine_jobs',
      aggregator: 'max', // every process counts the same database rows, so the values are not added up
      help: 'Pictures handed to processes with the surface worker, by pool and state: waiting, running.',
      labelNames: ['pool', 'state'],
      registers: [registry],
      collect: async () => {
        await probe.isAnswered();
      },
    });
    const probe = new BoundedProbe(PATIENCE_MS, async () => {
      const figures = await requests.figures();
      gauge.reset();
      for (const { pool, waiting, running } of figures) {
        gauge.set({ pool, state: 'waiting' }, waiting);
        gauge.set({ pool, state: 'running' }, running);
      }
    });
  }
}
