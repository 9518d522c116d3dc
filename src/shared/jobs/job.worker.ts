import { Injectable, Optional } from '@nestjs/common';
import { type JobDeclaration, JobHandlers, type FoundHandler } from './job.js';
import { JobStore, type LeasedJob } from './job.store.js';
import { EventTimings, within } from './timing/timing.js';
import { WorkConsumer } from './timing/work-consumer.js';
import { PollingLoop } from './timing/polling-loop.js';
import { JobRunner } from './job.runner.js';

/** Takes jobs of a kind with lanes, starting after the lane that was served last. */
export class JobLanes {
  #fromLane = '';

  constructor(
    private readonly store: JobStore,
    private readonly declared: Pick<JobDeclaration, 'kind' | 'leaseSeconds'>,
    private readonly laneCap: number,
    private readonly offers?: () => readonly string[],
  ) {}

  async take(free: number): Promise<LeasedJob[]> {
    const { kind, leaseSeconds } = this.declared;
    const order = { fromLane: this.#fromLane, laneCap: this.laneCap, offers: this.offers?.() };
    const taken = await this.store.takeFromLanes(kind, leaseSeconds, free, order);
    this.#fromLane = nextLane(
      taken.map(({ lane }) => lane),
      this.#fromLane,
    );
    return taken;
  }
}

/**
 * Returns where the next look-up starts: right after the lane that was served last. Lanes are visited in order from
 * `from` to the end and then from the beginning, but the taken jobs come unordered. So the lane served last is the
 * greatest one below `from`, or else the greatest of all.
 */
function nextLane(lanes: readonly string[], from: string): string {
  const sorted = [...lanes].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const last =
    sorted.filter((lane) => Buffer.compare(Buffer.from(lane), Buffer.from(from)) < 0).at(-1) ?? sorted.at(-1);
  // This string sorts directly after `last`: no name of a lane sorts between the two.
  return last === undefined ? from : `${last}\u0001`;
}

const LAST_CALL_MS = 1_000;

interface KindOfWork {
  readonly runner: JobRunner;
  readonly limiter: WorkConsumer<LeasedJob>;
}

/** Runs due jobs. Each kind has its own limit, so that a slow kind does not delay the others. */
@Injectable()
export class JobWorker {
  readonly #kinds = new Map<string, KindOfWork>();
  readonly #poll: PollingLoop;

  constructor(
    private readonly handlers: JobHandlers,
    private readonly store: JobStore,
    @Optional() timings: EventTimings = new EventTimings(),
  ) {
    this.#poll = new PollingLoop('Looking for due jobs', timings.pollMs, () => this.#lookWhereDue());
  }

  async start(): Promise<void> {
    for (const found of this.handlers.find())
      if (found.handler.places?.() !== 0) this.#kinds.set(found.declared.kind, this.#kindOfWork(found));
    await Promise.all([...this.#kinds.values()].map(({ runner }) => this.#keepTurns(runner)));
    this.#poll.start();
  }

  /** Looks for due jobs of these kinds at once. Called after the commit of a transaction that stored such jobs. */
  wake(kinds: Iterable<string>): void {
    for (const kind of new Set(kinds))
      void this.#kinds
        .get(kind)
        ?.limiter.look()
        .catch(() => undefined);
  }

  /**
   * Stops taking jobs. Waits up to `patienceMs` for running jobs, then aborts them. Jobs that do not end are later
   * taken over by other processes.
   */
  async stop(patienceMs: number): Promise<void> {
    await this.#poll.stop();
    const kinds = [...this.#kinds.values()];
    const stopped = Promise.all(kinds.map(({ limiter }) => limiter.stop()));
    if (await within(patienceMs, stopped)) return;
    for (const { runner } of kinds) runner.abort();
    await within(LAST_CALL_MS, stopped);
  }

  #kindOfWork({ declared, handler }: FoundHandler): KindOfWork {
    const { kind, leaseSeconds, concurrency, laneConcurrency } = declared;
    const runner = new JobRunner(declared, handler, this.store);
    const offers = handler.offers && (() => handler.offers?.() ?? []);
    const lanes =
      laneConcurrency === undefined ? undefined : new JobLanes(this.store, declared, laneConcurrency, offers);
    const limiter = new WorkConsumer({
      get size() {
        return handler.places?.() ?? concurrency;
      },
      // If lanes have no limit, each query for due jobs takes only one. Otherwise, one query could take as many jobs of
      // one lane as may run at once, and leave no room for other lanes.
      ...(laneConcurrency === Infinity && { atOnce: 1 }),
      take: (free) => lanes?.take(free) ?? this.store.take(kind, leaseSeconds, free),
      work: (job) => runner.run(job),
      // The end of a job may make room in its lane. So the worker then looks for due jobs again, even if it had room
      // before.
      lookAfterEach: lanes !== undefined,
    });
    return { runner, limiter };
  }

  async #keepTurns({ declared: { kind, everySeconds } }: JobRunner): Promise<void> {
    if (everySeconds !== undefined) await this.store.keepRecurring(kind, everySeconds);
  }

  async #lookWhereDue(): Promise<void> {
    this.wake(await this.store.kindsDue([...this.#kinds.keys()]));
  }
}
