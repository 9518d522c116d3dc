import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Clock, KernelErrors, type Tenant } from '../../shared/kernel/index.js';
import { type RateLimiter, SharedLimits } from '../../shared/security/index.js';
import { NotificationErrors } from '../contract/notifications.errors.js';
import { NotificationRepository } from '../notification/notification.repository.js';

type Settings = Pick<Config, 'notificationRate' | 'notificationBurst' | 'notificationsOpen'>;

/**
 * How long a count of an enterprise's active notifications is reused. Near the limit, a new count is taken sooner,
 * because users may have answered some of them.
 */
const GOOD_FOR_MS = 60_000;
const NEAR_GOOD_FOR_MS = 5_000;
const NEAR = 0.9;
const RETRY_AFTER_SECONDS = 60;

interface Count {
  readonly active: number;
  readonly takenAt: number;
  /** How many notifications this process has created since the count was taken. */
  added: number;
}

/**
 * Limits the notifications of one enterprise, so that a faulty program does not fill the disk or delay other
 * enterprises. Live and test data are limited separately. Active notifications are counted only from time to time,
 * because counting costs more than creating one. Several processes together may therefore slightly exceed the limit.
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
   * Creates a notification within the limits. A notification is counted before it is stored, so that concurrent calls
   * do not exceed the limits, and the count is undone on failure.
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

  /** The current count of active notifications. Concurrent callers share one database query. */
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
