import { Injectable, Logger } from '@nestjs/common';
import { Signals } from '../../../shared/events/index.js';
import { currentTurn, KernelErrors, newId } from '../../../shared/kernel/index.js';
import { UnitOfWork, withoutDeferral } from '../../../shared/persistence/index.js';
import { RETRY_AFTER_SECONDS } from '../../../shared/workers/index.js';
import { EngineJobSealer, JOB_ANSWERED, JOB_ASKED, type EngineAnswer, type JobAnswered } from './engine-job.js';
import { EngineJobRepository } from './engine-job.repository.js';

type Resolve = (answer: EngineAnswer) => void;

/** Has pictures read by another process, and waits for the answer. */
@Injectable()
export class EngineJobs {
  readonly #log = new Logger(EngineJobs.name);
  readonly #waiting = new Map<string, Resolve>();

  constructor(
    private readonly jobs: EngineJobRepository,
    private readonly sealer: EngineJobSealer,
    private readonly uow: UnitOfWork,
    signals: Signals,
  ) {
    // Not awaited: signals are handled one after the other.
    signals.on<JobAnswered>(JOB_ANSWERED, ({ jobId }) => void this.#collect(jobId));
    signals.onLostTrack(() => [...this.#waiting.keys()].forEach((jobId) => void this.#collect(jobId)));
  }

  /** Fails with 503 when too many wait, and when there is no answer in time. Errors of the job pass with their message. */
  async run(pool: string, job: unknown, patienceMs: number): Promise<unknown> {
    const jobId = newId();
    const answered = this.#answered(jobId, patienceMs);
    try {
      await this.#ask(jobId, pool, job, patienceMs);
      const answer = (await answered.answer) ?? (await this.#givenUp(jobId, pool));
      if ('error' in answer) throw new Error(answer.error);
      if ('unavailable' in answer) throw unavailable();
      return answer.value;
    } finally {
      answered.forget();
    }
  }

  /** Undefined when it takes too long. */
  #answered(jobId: string, patienceMs: number): { answer: Promise<EngineAnswer | undefined>; forget: () => void } {
    let timer: NodeJS.Timeout | undefined;
    const answer = new Promise<EngineAnswer | undefined>((resolve) => {
      this.#waiting.set(jobId, resolve);
      timer = setTimeout(resolve, patienceMs, undefined);
    });
    const forget = (): void => {
      clearTimeout(timer);
      this.#waiting.delete(jobId);
    };
    return { answer, forget };
  }

  async #ask(jobId: string, pool: string, job: unknown, wantedForMs: number): Promise<void> {
    const sealedJob = this.sealer.sealJob(jobId, job);
    const tenant = currentTurn()?.tenant ?? '';
    // Committed at once, whatever the request goes on to do: nobody else could see it.
    const isAdded = await withoutDeferral(() =>
      this.uow.run(
        async (tx) => {
          const added = await this.jobs.add(tx, { jobId, pool, sealedJob, wantedForMs, tenant });
          if (added) tx.pending.signals.push({ topic: JOB_ASKED, payload: { pool } });
          return added;
        },
        { durable: false },
      ),
    );
    if (!isAdded) throw unavailable();
  }

  async #collect(jobId: string): Promise<void> {
    const resolve = this.#waiting.get(jobId);
    if (!resolve) return;
    try {
      const sealed = await this.jobs.collect(jobId);
      if (sealed) resolve(this.sealer.openAnswer(jobId, sealed));
    } catch (error) {
      this.#log.warn({ err: error }, 'An answer of the engine could not be read');
      resolve({ unavailable: true });
    }
  }

  async #givenUp(jobId: string, pool: string): Promise<EngineAnswer> {
    const wasBegun = await this.jobs.withdraw(jobId);
    if (!wasBegun) this.#log.warn(`No process with the surface worker has taken a job of ${pool} in time`);
    return { unavailable: true };
  }
}

const unavailable = (): Error => KernelErrors.unavailable(undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
