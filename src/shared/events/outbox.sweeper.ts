import { Injectable, Logger, Optional } from '@nestjs/common';
import { EventTimings, PollingLoop, WorkConsumer } from '../jobs/index.js';
import { OutboxDelivery } from './outbox.delivery.js';
import { OutboxStats, OutboxStore, type Undelivered } from './outbox.store.js';

const AT_ONCE = 8;
const WATCH_MS = 60_000;

/**
 * Delivers overdue events. An event is overdue after a crash or a failed handler. Several processes may sweep at the
 * same time.
 */
@Injectable()
export class OutboxSweeper {
  readonly #log = new Logger(OutboxSweeper.name);
  readonly #limiter: WorkConsumer<Undelivered>;
  readonly #loops: readonly PollingLoop[];

  constructor(
    store: OutboxStore,
    delivery: OutboxDelivery,
    private readonly stats: OutboxStats,
    @Optional() timings: EventTimings = new EventTimings(),
  ) {
    this.#limiter = new WorkConsumer({
      size: AT_ONCE,
      take: (free) => store.take(free, 2 * timings.deliveryMs),
      work: (undelivered) => delivery.attempt(undelivered),
    });
    this.#loops = [
      new PollingLoop('The outbox sweep', timings.pollMs, this.#limiter.look),
      new PollingLoop('The outbox watch', WATCH_MS, () => this.#reportUnknownTypes()),
    ];
  }

  start(): void {
    for (const loop of this.#loops) loop.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#loops.map((loop) => loop.stop()));
    await this.#limiter.stop();
  }

  /** Runs one complete sweep, which tries every overdue event once. */
  sweep(): Promise<void> {
    return this.#limiter.finishAll();
  }

  /**
   * Logs overdue events of types that this process does not know. They wait for a process of another version, and
   * operators must be alerted in case there is no such process.
   */
  async #reportUnknownTypes(): Promise<void> {
    for (const waitingType of await this.stats.unknownTypes()) {
      this.#log.warn(waitingType, 'Events are waiting that no class in this process declares');
    }
  }
}
