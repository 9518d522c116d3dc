import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { JobWorker, within } from '../jobs/index.js';
import { OutboxRelay } from './outbox.relay.js';
import { OutboxSweeper } from './outbox.sweeper.js';
import { Signals } from './signals/signals.js';

/** Starts and stops all background work, each part in the required order. */
@Injectable()
export class BackgroundWork implements BeforeApplicationShutdown {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly signals: Signals,
    private readonly relay: OutboxRelay,
    private readonly sweeper: OutboxSweeper,
    private readonly jobs: JobWorker,
  ) {}

  /**
   * Called after the initialisation of the application, and not in a lifecycle hook, because the event bus registers
   * its handlers in such a hook. An event delivered earlier would reach no handler.
   */
  async start(): Promise<void> {
    this.signals.follow();
    this.relay.open();
    if (!this.config.surfaces.includes('worker')) return;
    this.sweeper.start();
    await this.jobs.start();
  }

  /**
   * Stops the background work after the listeners have closed, and before the connection pool closes in
   * `onApplicationShutdown`.
   */
  async beforeApplicationShutdown(): Promise<void> {
    const patienceMs = this.config.drainSeconds * 1_000;
    await Promise.all([this.jobs.stop(patienceMs), within(patienceMs, this.sweeper.stop())]);
    await within(patienceMs, this.relay.close());
    await this.signals.close();
  }
}
