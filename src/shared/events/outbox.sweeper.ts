import { Injectable, Logger, Optional } from '@nestjs/common';
import { EventTimings } from './event-timings.js';
import { OutboxDelivery } from './outbox.delivery.js';
import { OutboxStats } from './outbox.stats.js';
import { OutboxStore, type Undelivered } from './outbox.store.js';
import { ConcurrencyLimiter } from './pace/crew.js';
import { Loop } from './pace/loop.js';

const AT_ONCE = 8;
const WATCH_MS = 60_000;

/** The safety net: delivers what is overdue (a crash, a failed handler). Several processes may sweep at once. */
@Injectable()
export class OutboxSweeper {
  readonly #log = new Logger(OutboxSweeper.name);
  readonly #limiter: ConcurrencyLimiter<Undelivered>;
  readonly #loops: readonly Loop[];

  constructor(
    store: OutboxStore,
    delivery: OutboxDelivery,
    private readonly stats: OutboxStats,
    @Optional() timings: EventTimings = new EventTimings(),
  ) {
    this.#limiter = new ConcurrencyLimiter({
      size: AT_ONCE,
      take: (free) => store.take(free, 2 * timings.deliveryMs),
      work: (undelivered) => delivery.attempt(undelivered),
    });
    this.#loops = [
      new Loop('The outbox sweep', timings.pollMs, this.#limiter.look),
      new Loop('The outbox watch', WATCH_MS, () => this.#reportStrangers()),
    ];
  }

  start(): void {
    for (const loop of this.#loops) loop.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#loops.map((loop) => loop.stop()));
    await this.#limiter.stop();
  }

  /** One sweep to its end: everything overdue has been tried once. */
  sweep(): Promise<void> {
    return this.#limiter.finishAll();
  }

  /** Events of a type that only another version knows wait for its processes. If none comes, someone must know. */
  async #reportStrangers(): Promise<void> {
    for (const stranger of await this.stats.strangers()) {
      this.#log.warn(stranger, 'Events wait that no class in this process declares');
    }
  }
}
