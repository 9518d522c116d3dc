import { Inject, Injectable, Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import { CONFIG, type Config } from '../../../config.js';
import type { AllTenants, Tenant } from '../../../shared/kernel/index.js';
import { DiskSpace, type Tx } from '../../../shared/persistence/index.js';
import { MetricsRegistry } from '../../../shared/observability/index.js';
import { Enterprises } from '../../../users/contract/index.js';
import { NotificationErrors } from '../../contract/notifications.errors.js';
import { dayOf, StoredBytesRepository } from './stored-bytes.repository.js';

const MIB = 1024 * 1024;
const DAY_MS = 86_400_000;

interface Storing {
  readonly bytes: number;
  /** How many bytes the enterprise has already stored on the day of `now`. */
  readonly storedBytes: number;
  readonly mostBytes: number;
  readonly now: Date;
}

/**
 * Counts the bytes that each enterprise stores in a day, so that one enterprise cannot fill the disk. They are counted
 * in the transaction that stores them. Concurrent transactions do not see each other's counts, so they can exceed the
 * limit by one notification per database connection.
 */
@Injectable()
export class StoredBytes {
  readonly #log = new Logger(StoredBytes.name);
  readonly #stored: Counter;
  readonly #refused: Counter;
  #told = { day: '', tenants: new Set<string>() };

  constructor(
    @Inject(CONFIG) private readonly settings: Pick<Config, 'notificationDailyStorage'>,
    private readonly enterprises: Enterprises,
    private readonly rows: StoredBytesRepository,
    private readonly disk: DiskSpace,
    registry: MetricsRegistry,
  ) {
    this.#stored = counter(registry, 'stored', 'Bytes of notifications and templates that were stored.');
    this.#refused = counter(
      registry,
      'refused',
      'Bytes that were refused: their enterprise had stored enough that day.',
    );
  }

  /**
   * Returns the enterprise's daily limit in bytes, and throws if the disk is too full to store anything. Call it before
   * the transaction.
   */
  async mostOf({ enterpriseId }: Pick<Tenant, 'enterpriseId'>): Promise<number> {
    this.disk.assertRoom();
    const own = (await this.enterprises.find(enterpriseId))?.dailyNotificationMiB;
    return (own ?? this.settings.notificationDailyStorage) * MIB;
  }

  on(tx: Tx, tenant: Tenant, now: Date): Promise<number> {
    return this.rows.on(tx, tenant, now);
  }

  add(tx: Tx, tenant: Tenant, { bytes, storedBytes, mostBytes, now }: Storing): void {
    if (storedBytes + bytes > mostBytes) throw this.#refusal(tenant, bytes, now);
    this.rows.add(tx, tenant, bytes, now);
    this.#stored.inc(bytes);
  }

  removeBefore(scope: AllTenants, time: Date): Promise<void> {
    return this.rows.removeBefore(scope, time);
  }

  #refusal(tenant: Tenant, bytes: number, now: Date): Error {
    this.#refused.inc(bytes);
    this.#tellOnce(tenant, dayOf(now));
    const retryAfterSeconds = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000);
    return NotificationErrors.tooManyBytes(undefined, { retryAfterSeconds });
  }

  #tellOnce({ key, enterpriseId, test }: Tenant, day: string): void {
    if (this.#told.day !== day) this.#told = { day, tenants: new Set() };
    if (this.#told.tenants.has(key)) return;
    this.#told.tenants.add(key);
    this.#log.warn({ enterpriseId, test }, 'An enterprise has reached its daily storage limit for notifications');
  }
}

const counter = (registry: MetricsRegistry, name: string, help: string): Counter =>
  new Counter({ name: `countersign_notification_bytes_${name}_total`, help, registers: [registry] });
