import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Clock, KernelErrors, type Tenant } from '../../shared/kernel/index.js';
import { type RateLimiter, SharedLimits } from '../../shared/security/index.js';
import { NotificationErrors } from '../contract/notifications.errors.js';
import { NotificationRepository } from '../notification/notification.repository.js';

type Settings = Pick<Config, 'notificationRate' | 'notificationBurst' | 'notificationsOpen'>;

/** How long a count is used. Near the limit, where some may have been answered meanwhile, it is shorter. */
const GOOD_FOR_MS = 60_000;
const NEAR_GOOD_FOR_MS = 5_000;
const NEAR = 0.9;
const RETRY_AFTER_SECONDS = 60;

interface Count {
  readonly active: number;
  readonly takenAt: number;
  /** Created by this process since the count. */
  added: number;
}

/**
 * Limits what one enterprise may create, whatever its clients and users, so that a program that runs wild fills no disk
 * and keeps no other enterprise waiting. Live and test data count apart. Counting with every creation would cost more
 * than creating, so the active ones are counted from time to time, and several processes may together exceed the limit
 * a little.
 */
@Injectable()
export class EnterpriseLimits {
  readonly #created: RateLimiter;
  readonly #counts = new Map<string, Promise<Count>>();

  constructor(
    @Inject(CONFIG) private readonly settings: Settings,
    private readonly notifications: NotificationRepository,
    private readonly clock: Clock,
    limits: SharedLimits,
  ) {
    const { notificationRate: perSecond, notificationBurst: burst } = settings;
    this.#created = limits.limiter({ name: 'new-notifications', perSecond, burst });
  }

  /**
   * Creates a notification. It is counted before it is stored, so that many at once do not exceed the limits; a failure
   * is not counted.
   */
  async creating<T>(tenant: Tenant, create: () => Promise<T>): Promise<T> {
    const { allowed, retryAfterSeconds } = await this.#created.takeShared(tenant.key);
    if (!allowed) {
      throw KernelErrors.tooManyRequests('Your enterprise creates too many notifications.', { retryAfterSeconds });
    }
    let count: Count | undefined;
    try {
      count = await this.#admitted(tenant);
      return await create();
    } catch (error) {
      this.#created.giveBack(tenant.key);
      if (count) count.added -= 1;
      throw error;
    }
  }

  async #admitted(tenant: Tenant): Promise<Count> {
    const count = await this.#countOf(tenant);
    const most = this.settings.notificationsOpen;
    if (count.active + count.added >= most) {
      throw NotificationErrors.tooManyOpen(`The limit is ${most} active notifications`, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    count.added += 1;
    return count;
  }

  /** Callers that come during a count wait for the same one. */
  async #countOf(tenant: Tenant): Promise<Count> {
    const key = tenant.key;
    const known = this.#counts.get(key);
    if (known && this.#isGood(await known)) return known;
    if (this.#counts.get(key) !== known) return this.#countOf(tenant);
    const counted = this.#count(tenant);
    this.#counts.set(key, counted);
    counted.catch(() => this.#counts.delete(key));
    return counted;
  }

  async #count(tenant: Tenant): Promise<Count> {
    const active = await this.notifications.openCount(tenant, this.settings.notificationsOpen);
    return { active, takenAt: this.clock.now().getTime(), added: 0 };
  }

  #isGood({ active, added, takenAt }: Count): boolean {
    const isNear = active + added >= NEAR * this.settings.notificationsOpen;
    return this.clock.now().getTime() - takenAt < (isNear ? NEAR_GOOD_FOR_MS : GOOD_FOR_MS);
  }
}
