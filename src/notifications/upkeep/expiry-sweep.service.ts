import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { PollingLoop, RowUpkeep } from '../../shared/jobs/index.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import type { Notification } from '../notification/notification.entity.js';
import { NotificationUpkeepRepository } from './notification-upkeep.repository.js';

const SCOPE = Tenant.all('the sweep closes what is overdue, whosever it is');
/** Interval between sweeps, chosen so that expired notifications are closed within two seconds. */
const EVERY_MS = 500;
const TOGETHER = 200;
const WORK = 'notifications/expire';
/** Notifications that could not be closed are skipped for this long before they are tried again. */
const LEFT_OUT_MS = 60_000;

/**
 * Closes expired notifications. It runs in every process with the `worker` surface; rows locked by another process are
 * skipped, so the processes share the work without waiting for each other.
 */
@Injectable()
export class ExpirySweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #loop = new PollingLoop('The expiry of notifications', EVERY_MS, () => this.sweep());
  readonly #log = new Logger(ExpirySweep.name);
  readonly #stopping = new AbortController();
  #leftOut: readonly string[] = [];
  #leftOutUntil = 0;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly notifications: NotificationUpkeepRepository,
    private readonly upkeep: RowUpkeep,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.surfaces.includes('worker')) this.#loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopping.abort();
    await this.#loop.stop();
  }

  /**
   * Closes all expired notifications in batches. Returns how many; after a failed batch, those closed one by one do not
   * count.
   */
  async sweep(): Promise<number> {
    let [all, closed] = [0, TOGETHER];
    try {
      while (closed === TOGETHER && !this.#stopping.signal.aborted) all += closed = await this.#closeSome();
    } catch (error) {
      this.#log.warn({ err: error }, 'Notifications could not be closed together, and are closed one by one');
      await this.#closeEach();
    }
    return all;
  }

  async #closeSome(): Promise<number> {
    const except = await this.#except();
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      return this.#close(tx, now, await this.notifications.lockOverdue(tx, SCOPE, now, except, TOGETHER));
    });
  }

  async #closeEach(): Promise<void> {
    const now = this.clock.now();
    await this.upkeep.each({
      name: WORK,
      signal: this.#stopping.signal,
      find: (except, limit) => this.notifications.overdue(SCOPE, now, except, limit),
      idOf: ({ id }) => id,
      handle: ({ id }) =>
        this.uow.run(async (tx) => this.#close(tx, now, await this.notifications.lockOneOverdue(tx, SCOPE, now, id))),
    });
    await this.#lookUpLeftOut();
  }

  async #close(tx: Tx, now: Date, overdue: readonly Notification[]): Promise<number> {
    await this.notifications.closeTogether(tx, overdue, now, 'expire');
    return overdue.length;
  }

  /**
   * Returns the ids of notifications that could not be closed, which the sweep skips. From time to time, it first tries
   * again to close each of them.
   */
  async #except(): Promise<readonly string[]> {
    if (performance.now() < this.#leftOutUntil) return this.#leftOut;
    await this.#lookUpLeftOut();
    if (this.#leftOut.length > 0) await this.#closeEach();
    return this.#leftOut;
  }

  async #lookUpLeftOut(): Promise<void> {
    this.#leftOut = await this.upkeep.setAsideOf(WORK);
    this.#leftOutUntil = performance.now() + LEFT_OUT_MS;
  }
}
