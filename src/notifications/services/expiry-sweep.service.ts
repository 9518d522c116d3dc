import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { PollingLoop } from '../../shared/events/timing/polling-loop.js';
import { Clock } from '../../shared/kernel/clock.js';
import { Tenant } from '../../shared/kernel/tenant.js';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { NotificationUpkeepRepository } from './notification-upkeep.repository.js';

const SCOPE = Tenant.all('the sweep closes what is overdue, whosever it is');
/** Overdue ones are to be closed within two seconds. */
const EVERY_MS = 500;
const TOGETHER = 200;

/**
 * Closes notifications whose time is over. Every process with the surface `worker` sweeps; each row is closed by the one
 * that locks it, so that they share the work and none waits for another.
 */
@Injectable()
export class ExpirySweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #loop = new PollingLoop('The expiry of notifications', EVERY_MS, () => this.sweep());
  #stopped = false;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly upkeep: NotificationUpkeepRepository,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.surfaces.includes('worker')) this.#loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    await this.#loop.stop();
  }

  /** Closes all that are overdue now. Returns how many. */
  async sweep(): Promise<number> {
    let [all, closed] = [0, TOGETHER];
    while (closed === TOGETHER && !this.#stopped) all += closed = await this.#closeSome();
    return all;
  }

  #closeSome(): Promise<number> {
    const now = this.clock.now();
    return this.uow.run(async (tx) => {
      const overdue = await this.upkeep.lockOverdue(tx, SCOPE, now, TOGETHER);
      for (const notification of overdue) notification.expire(now);
      this.upkeep.closeTogether(tx, overdue);
      return overdue.length;
    });
  }
}
