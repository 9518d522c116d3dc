import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { type DocumentJob, type PictureReading, threads } from '@countersign/identity-engine';
import { CONFIG, type Config } from '../../config.js';
import { EnginePools, type EnginePool } from './processes/engine-pools.service.js';

/**
 * Limits of the thread pool. One core is left free for the event loop. A thread takes about 350 MB, most of it outside
 * its heap.
 */
const LIMITS = {
  maxThreads: Math.max(1, Math.min(4, availableParallelism() - 1)),
  maxQueue: 64, // a single enterprise may use at most half of the queue
  maxWaitMs: 60_000,
  mostWorkMs: 30_000,
  idleMs: 120_000,
  maxMemoryMb: 384,
  onePerSession: true,
};

/** Reads documents in worker threads. The first thread is started when the first job arrives. */
@Injectable()
export class DocumentEngine {
  readonly #threads: EnginePool<DocumentJob, PictureReading>;

  constructor(
    @Inject(EnginePools) pools: Pick<EnginePools, 'open'>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'idvReadingMs'>,
  ) {
    this.#threads = pools.open({ name: 'documents', module: threads.documents, ...LIMITS });
  }

  /**
   * Reads everything on a document except the portrait. Fails with 503 if too many jobs are waiting, and with the
   * reason of `signal` if it is aborted.
   */
  read(job: Omit<DocumentJob, 'zoneMs'>, signal: AbortSignal): Promise<PictureReading> {
    return this.#threads.run({ ...job, zoneMs: this.config.idvReadingMs }, signal);
  }
}
