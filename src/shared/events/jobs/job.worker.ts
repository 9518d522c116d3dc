import { Injectable, Optional } from '@nestjs/common';
import { EventTimings } from '../event-timings.js';
import { Crew } from '../pace/crew.js';
import { Loop } from '../pace/loop.js';
import { within } from '../pace/within.js';
import { JobHandlers, type FoundHandler } from './job-handlers.js';
import { JobRunner } from './job.runner.js';
import { JobStore, type LeasedJob } from './job.store.js';

const LAST_CALL_MS = 1_000;

interface Lane {
  readonly runner: JobRunner;
  readonly crew: Crew<LeasedJob>;
}

/** Works on jobs: a crew for each kind, so that a slow kind delays no other. */
@Injectable()
export class JobWorker {
  readonly #lanes = new Map<string, Lane>();
  readonly #poll: Loop;

  constructor(
    private readonly handlers: JobHandlers,
    private readonly store: JobStore,
    @Optional() timings: EventTimings = new EventTimings(),
  ) {
    this.#poll = new Loop('Looking for due jobs', timings.pollMs, () => this.#lookWhereDue());
  }

  async start(): Promise<void> {
    for (const found of this.handlers.find()) this.#lanes.set(found.declared.kind, this.#lane(found));
    await Promise.all([...this.#lanes.values()].map(({ runner }) => this.#keepTurns(runner)));
    this.#poll.start();
  }

  /** Called right after a commit that asked for such jobs: they need not wait for the next poll. */
  wake(kinds: Iterable<string>): void {
    for (const kind of new Set(kinds))
      void this.#lanes
        .get(kind)
        ?.crew.look()
        .catch(() => undefined);
  }

  /** Takes no more; gives what runs so long to finish, then a moment to end, then leaves it to another process. */
  async stop(patienceMs: number): Promise<void> {
    await this.#poll.stop();
    const lanes = [...this.#lanes.values()];
    const stopped = Promise.all(lanes.map(({ crew }) => crew.stop()));
    if (await within(patienceMs, stopped)) return;
    for (const { runner } of lanes) runner.abort();
    await within(LAST_CALL_MS, stopped);
  }

  #lane({ declared, handler }: FoundHandler): Lane {
    const { kind, leaseSeconds, concurrency } = declared;
    const runner = new JobRunner(declared, handler, this.store);
    const crew = new Crew({
      size: concurrency,
      take: (free) => this.store.take(kind, leaseSeconds, free),
      work: (job) => runner.run(job),
    });
    return { runner, crew };
  }

  async #keepTurns({ declared: { kind, everySeconds } }: JobRunner): Promise<void> {
    if (everySeconds !== undefined) await this.store.keepRecurring(kind, everySeconds);
  }

  async #lookWhereDue(): Promise<void> {
    this.wake(await this.store.kindsDue([...this.#lanes.keys()]));
  }
}
