import { types } from 'node:util';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { PollingLoop } from '../../../shared/jobs/index.js';
import { Signals } from '../../../shared/events/index.js';
import { DomainError, every, inTurnOf } from '../../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../../shared/persistence/index.js';
import type { WorkerPool } from '../../../shared/workers/index.js';
import { EngineJobSealer, JOB_ANSWERED, JOB_ASKED, type EngineAnswer, type JobAsked } from './engine-job.js';
import { EngineJobRepository, type TakenEngineJob } from './engine-job.repository.js';

interface Served {
  readonly pool: WorkerPool<unknown, unknown>;
  readonly threads: number;
  busy: number;
}

/** The safety net under the signals. Jobs whose process has ended are found by it, too. */
const POLL_MS = 1_000;
/** A process that has not held on to its job for so long has ended, and another one takes the job. */
const LEASE_MS = 6_000;

/** Reads pictures for the processes that serve pages. */
@Injectable()
export class EngineJobWorker implements OnModuleDestroy, BeforeApplicationShutdown {
  readonly #log = new Logger(EngineJobWorker.name);
  readonly #served = new Map<string, Served>();
  readonly #running = new Set<Promise<void>>();
  readonly #loop = new PollingLoop('Taking jobs of the engine', POLL_MS, () => this.#takeAll());
  #stopped = false;

  constructor(
    private readonly jobs: EngineJobRepository,
    private readonly sealer: EngineJobSealer,
    private readonly uow: UnitOfWork,
    signals: Signals,
  ) {
    signals.on<JobAsked>(JOB_ASKED, ({ pool }) => {
      const served = this.#served.get(pool);
      if (served) void this.#take(served).catch(() => undefined); // the loop tries again, and reports
    });
  }

  /** As many at once as the pool has threads: what waits here could be read by another process. */
  serve(pool: WorkerPool<unknown, unknown>, threads: number): void {
    if (this.#served.size === 0) this.#loop.start();
    this.#served.set(pool.name, { pool, threads, busy: 0 });
  }

  onModuleDestroy(): void {
    this.#stopped = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#loop.stop();
    await Promise.all(this.#running);
  }

  async #takeAll(): Promise<void> {
    await this.jobs.removeUnwanted();
    await Promise.all([...this.#served.values()].map((served) => this.#take(served)));
  }

  async #take(served: Served): Promise<void> {
    while (!this.#stopped && served.busy < served.threads) {
      served.busy += 1;
      const job = await this.jobs.take(served.pool.name, LEASE_MS).catch((error: unknown) => {
        served.busy -= 1;
        throw error;
      });
      if (job) this.#begin(served, job);
      else {
        served.busy -= 1;
        return;
      }
    }
  }

  #begin(served: Served, job: TakenEngineJob): void {
    const running = this.#perform(served, job)
      .catch((error: unknown) => this.#log.warn({ err: error }, 'A job of the engine could not be answered'))
      .then(async () => {
        this.#running.delete(running);
        served.busy -= 1;
        await this.#take(served).catch(() => undefined);
      });
    this.#running.add(running);
  }

  async #perform({ pool }: Served, job: TakenEngineJob): Promise<void> {
    const { jobId, tenant } = job;
    const holding = every(LEASE_MS / 3, () => {
      this.jobs.hold(jobId, LEASE_MS).catch(() => undefined); // the next one may succeed
    });
    try {
      const answer = await inTurnOf({ tenant, session: jobId }, () => this.#answerOf(pool, job));
      await this.uow.run((tx) => this.#send(tx, pool.name, jobId, answer), { durable: false });
    } finally {
      clearInterval(holding);
    }
  }

  async #answerOf(pool: WorkerPool<unknown, unknown>, { jobId, sealedJob }: TakenEngineJob): Promise<EngineAnswer> {
    try {
      return { value: await pool.run(this.sealer.openJob(jobId, sealedJob)) };
    } catch (error) {
      if (error instanceof DomainError) return { unavailable: true };
      return { error: types.isNativeError(error) ? error.message : 'The job failed' };
    }
  }

  /** A job that a thread failed at by its own fault is tried by another one, here or elsewhere. */
  async #send(tx: Tx, pool: string, jobId: string, answer: EngineAnswer): Promise<void> {
    if ('unavailable' in answer && (await this.jobs.giveBack(tx, jobId))) {
      tx.pending.signals.push({ topic: JOB_ASKED, payload: { pool } });
      return;
    }
    await this.jobs.answer(tx, jobId, this.sealer.sealAnswer(jobId, answer));
    tx.pending.signals.push({ topic: JOB_ANSWERED, payload: { jobId } });
  }
}
