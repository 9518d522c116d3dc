import { types } from 'node:util';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Signals } from '../../../shared/events/index.js';
import { HandlesJob, JobHandler, JobWorker, Recurring } from '../../../shared/jobs/index.js';
import { DomainError, withQueueKey } from '../../../shared/kernel/index.js';
import type { WorkerPool } from '../../../shared/workers/index.js';
import {
  type EngineAnswer,
  EngineRequestSealer,
  readingKind,
  type ReadingPool,
  REQUEST_ASKED,
  type RequestAsked,
} from './engine-request.js';
import { EngineRequestRepository, type OpenEngineRequest } from './engine-request.repository.js';

type Payload = { readonly jobId: string; readonly needs: string };

/**
 * Options of the jobs that analyse pictures. Tenants take turns. If a process does not renew its lease, it is
 * considered dead, and another process does the job. A job is attempted at most three times, so that a picture that
 * crashes processes cannot crash all of them.
 */
const OPTIONS = { laneConcurrency: Infinity, leaseSeconds: 6, waitSeconds: [0, 0], exactWaits: true } as const;

/** Analyses pictures (reads documents, finds faces) for other processes, which serve pages. */
@Injectable()
export abstract class ReadPictures extends JobHandler<Payload> implements OnModuleDestroy {
  abstract readonly pool: ReadingPool;
  #threads: WorkerPool<unknown, unknown> | undefined;
  #places = 0;

  constructor(
    private readonly requests: EngineRequestRepository,
    private readonly sealer: EngineRequestSealer,
    signals: Signals,
    jobs: JobWorker,
  ) {
    super();
    signals.on<RequestAsked>(REQUEST_ASKED, ({ pool }) => {
      if (pool === this.pool) jobs.wake([readingKind(pool)]);
    });
  }

  /**
   * Makes this process accept up to `places` jobs at a time, one for each of its threads. All other jobs are left to
   * other processes.
   */
  serve(threads: WorkerPool<unknown, unknown>, places: number): void {
    this.#threads = threads;
    this.#places = places;
  }

  /** Stops accepting jobs, because the threads are about to stop. Other processes do the remaining jobs. */
  onModuleDestroy(): void {
    this.#places = 0;
  }

  override places(): number {
    return this.#places;
  }

  override offers(): readonly string[] {
    return this.sealer.keyIds;
  }

  async perform({ jobId }: Payload): Promise<void> {
    const request = await this.requests.open(jobId);
    if (!request) return;
    const answer = await withQueueKey({ tenant: request.tenant, session: jobId }, () => this.#read(jobId, request));
    await this.#answer(jobId, answer);
  }

  override givenBack(): Promise<void> {
    return this.requests.askAgain(this.pool);
  }

  override giveUp({ jobId }: Payload): Promise<void> {
    return this.#answer(jobId, { unavailable: true });
  }

  /** Analyses a picture. Throws an error if the thread fails, so that the job is retried in this process or another. */
  async #read(jobId: string, { sealedRequest }: OpenEngineRequest): Promise<EngineAnswer> {
    try {
      return { value: await this.#threads?.run(this.sealer.openRequest(jobId, sealedRequest)) };
    } catch (error) {
      if (error instanceof DomainError) throw error;
      return { error: types.isNativeError(error) ? error.message : 'The job failed' };
    }
  }

  #answer(jobId: string, answer: EngineAnswer): Promise<void> {
    return this.requests.answer(jobId, this.sealer.sealAnswer(jobId, answer));
  }
}

@Injectable()
@HandlesJob(readingKind('documents'), OPTIONS)
export class ReadDocuments extends ReadPictures {
  readonly pool = 'documents';
}

@Injectable()
@HandlesJob(readingKind('faces'), OPTIONS)
export class ReadFaces extends ReadPictures {
  readonly pool = 'faces';
}

/** Removes requests whose requester has given up or died, together with their pictures and responses. */
@Injectable()
@Recurring('idv/remove-unwanted-requests', { everySeconds: 60 })
export class RemoveUnwantedRequests extends JobHandler {
  constructor(private readonly requests: EngineRequestRepository) {
    super();
  }

  perform(): Promise<void> {
    return this.requests.removeUnwanted();
  }
}
