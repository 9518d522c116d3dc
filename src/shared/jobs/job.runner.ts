import { Logger } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { messageOf, type RequestContext, runInContext } from '../kernel/index.js';
import { inSpan } from '../observability/index.js';
import { exponentialBackoff, spread } from './timing/timing.js';
import { PollingLoop } from './timing/polling-loop.js';
import { type JobDeclaration, type JobHandler, Postponed } from './job.js';
import type { JobStore, LeasedJob } from './job.store.js';

/** Runs jobs of one kind. After each run the job is finished, scheduled again or parked, which ends its lease. */
export class JobRunner {
  readonly #log = new Logger(JobRunner.name);
  readonly #running = new Set<AbortController>();
  #closing = false;

  constructor(
    readonly declared: JobDeclaration,
    private readonly handler: JobHandler,
    private readonly store: JobStore,
  ) {}

  /**
   * Runs a job and stores its outcome. Never rejects: if the outcome cannot be stored, the lease expires and the job
   * runs again.
   */
  async run(job: LeasedJob): Promise<void> {
    try {
      const kept = await this.#perform(job);
      if (!kept) this.#log.warn(nameOf(job), 'A job was taken over by another process while it ran here');
    } catch (error) {
      this.#log.error({ ...nameOf(job), err: error }, 'A job stays leased for a while');
    }
  }

  /** Aborts all running jobs. */
  abort(): void {
    this.#closing = true;
    for (const running of this.#running) running.abort(new Error('The process is ending'));
  }

  /**
   * Returns false if the lease was lost during the run. In that case, another process has leased the job and stores the
   * outcome.
   */
  async #perform(job: LeasedJob): Promise<boolean> {
    if (job.attempts > this.declared.attempts) return this.#giveUp(job, 'its process ended during each try');
    const running = new AbortController();
    this.#running.add(running);
    const heartbeat = this.#heartbeat(job, running).start();
    const failure = await this.#failure(job, running.signal);
    await heartbeat.stop();
    this.#running.delete(running);
    return failure ? this.#failed(job, failure.error) : this.#finished(job);
  }

  async #failure(job: LeasedJob, signal: AbortSignal): Promise<{ readonly error: unknown } | undefined> {
    try {
      const run = { id: job.id, attempt: job.attempts, signal };
      const perform = () => inSpan(`job ${job.kind}`, {}, () => this.handler.perform(job.payload, run));
      await runInContext(contextOf(job), perform);
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  #heartbeat(job: LeasedJob, running: AbortController): PollingLoop {
    const { leaseSeconds } = this.declared;
    return new PollingLoop(`Renewing the lease of ${job.kind}`, (leaseSeconds * 1_000) / 3, async () => {
      const kept = await this.store.renew(job, leaseSeconds);
      if (!kept) running.abort(new Error('Another process has taken this job over'));
    });
  }

  #finished(job: LeasedJob): Promise<boolean> {
    const { everySeconds } = this.declared;
    return everySeconds === undefined ? this.store.finish(job) : this.store.finishTurn(job, everySeconds);
  }

  #failed(job: LeasedJob, error: unknown): Promise<boolean> {
    if (this.#closing || this.handler.places?.() === 0) return this.#release(job);
    if (error instanceof Postponed) return this.store.release(job, false, spread(error.waitSeconds));
    const reason = messageOf(error).slice(0, 500);
    if (job.attempts >= this.declared.attempts) return this.#giveUp(job, reason, error);
    this.#log.warn({ ...nameOf(job), err: error }, 'A job failed and will be tried again');
    return this.#retry(job, reason);
  }

  async #release(job: LeasedJob): Promise<boolean> {
    const keepsAge = this.declared.everySeconds === undefined && waitAfter(1, this.declared) === 0;
    const kept = await this.store.release(job, keepsAge);
    await this.#givenBack(job);
    return kept;
  }

  async #retry(job: LeasedJob, reason: string): Promise<boolean> {
    const { everySeconds } = this.declared;
    const wait = waitAfter(job.attempts, this.declared);
    if (everySeconds === undefined) {
      const kept = await this.store.retry(job, reason, wait);
      if (wait === 0) await this.#givenBack(job);
      return kept;
    }
    return this.store.retryTurn(job, reason, wait, everySeconds);
  }

  async #givenBack(job: LeasedJob): Promise<void> {
    try {
      await this.handler.givenBack?.();
    } catch (error) {
      this.#log.warn(
        { ...nameOf(job), err: error },
        'Other processes find a job that was given back by their next poll',
      );
    }
  }

  async #giveUp(job: LeasedJob, reason: string, error?: unknown): Promise<boolean> {
    if (this.handler.giveUp) return this.#end(job, reason, error);
    const { everySeconds } = this.declared;
    const recurring = everySeconds !== undefined;
    const kept = await (recurring ? this.store.finishTurn(job, everySeconds, reason) : this.store.park(job, reason));
    const what = recurring ? 'A recurring job gave this turn up' : 'A job was parked';
    if (kept) this.#log.error({ ...nameOf(job), reason, err: error }, `${what}: it failed too often`);
    // A job that was requested again during its run is not parked: it runs again.
    return kept || recurring ? kept : this.#end(job, reason, error);
  }

  async #end(job: LeasedJob, reason: string, error: unknown): Promise<boolean> {
    await this.handler.giveUp?.(job.payload);
    const kept = await this.store.finish(job);
    if (kept) this.#log.warn({ ...nameOf(job), reason, err: error }, 'A job was given up: it failed too often');
    return kept;
  }
}

function waitAfter(failures: number, { waitSeconds, exactWaits }: JobDeclaration): number {
  const given = waitSeconds?.[failures - 1];
  if (given === undefined) return exponentialBackoff(failures);
  return exactWaits ? given : spread(given);
}

const nameOf = ({ id, kind, attempts }: LeasedJob) => ({ job: id, kind, attempts });

/**
 * Jobs run on the service's own behalf, whoever requested them. Otherwise the audit log would name a client whose
 * request ended long ago.
 */
const contextOf = ({ id, kind }: LeasedJob): RequestContext => ({
  requestId: id,
  traceId: randomBytes(16).toString('hex'),
  address: null,
  actor: { kind: 'system', id: kind },
});
