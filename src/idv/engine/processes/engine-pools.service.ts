import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { type WorkerPoolOptions, WorkerPools } from '../../../shared/workers/index.js';
import type { ReadingPool } from './engine-request.js';
import { EngineRequests } from './engine-requests.service.js';
import { JoinedJobs } from './joined-jobs.js';
import { ReadDocuments, ReadFaces, type ReadPictures } from './engine-request.jobs.js';

/** Runs jobs of the engine, either in threads of this process or in another process. */
export interface EnginePool<Job, Result> {
  /**
   * Runs a job. If `signal` is aborted, the caller no longer waits, but the job continues, and a later request for the
   * same job gets its result.
   */
  run(job: Job, signal?: AbortSignal): Promise<Result>;
}

/** Milliseconds to wait for a response from another process. */
const WANTED_MS = 120_000;

interface EnginePoolOptions extends WorkerPoolOptions {
  readonly name: ReadingPool;
}

/**
 * Decides which process analyses pictures. With `IDV_ENGINE_PROCESSES=worker`, only processes with `worker` among their
 * `SURFACES` start threads and load models. Other processes send them the pictures. Thus the number of processes that
 * analyse pictures can differ from the number that serve pages.
 */
@Injectable()
export class EnginePools {
  readonly #readers: Readonly<Record<ReadingPool, ReadPictures>>;

  constructor(
    private readonly pools: WorkerPools,
    private readonly requests: EngineRequests,
    readDocuments: ReadDocuments,
    readFaces: ReadFaces,
    @Inject(CONFIG) private readonly config: Pick<Config, 'idvEngineProcesses' | 'processes' | 'surfaces'>,
  ) {
    this.#readers = { documents: readDocuments, faces: readFaces };
  }

  /**
   * Opens a pool of threads in this process, or a pool that sends its jobs to another process. If one command starts
   * several processes (`processes`), they share the threads of the machine; each process gets at least one.
   */
  open<Job extends object, Result>(given: EnginePoolOptions): EnginePool<Job, Result> {
    const { idvEngineProcesses, processes, surfaces } = this.config;
    // If one command starts several processes that serve pages, only the first one has `worker` among its surfaces (see
    // `configOfProcess`), so it gets all threads.
    const isOnlyReader = idvEngineProcesses === 'worker' && surfaces.some((surface) => surface !== 'worker');
    const readers = isOnlyReader ? 1 : processes;
    const options = { ...given, maxThreads: Math.ceil(given.maxThreads / readers) };
    if (idvEngineProcesses === 'worker' && !surfaces.includes('worker')) {
      return new JoinedJobs(async (job) => (await this.requests.run(given.name, job, WANTED_MS)) as Result);
    }
    const pool = this.pools.open<Job, Result>(options);
    if (idvEngineProcesses === 'worker') this.#readers[given.name].serve(pool, options.maxThreads);
    return new JoinedJobs((job) => pool.run(job));
  }
}
