import { Inject, Injectable, Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import { CONFIG, type Config } from '../../config.js';
import type { AllTenants, Tenant } from '../../shared/kernel/index.js';
import { Database, DiskSpace, type Tx } from '../../shared/persistence/index.js';
import { MetricsRegistry } from '../../shared/observability/index.js';
import { Enterprises } from '../../users/contract/index.js';
import { NotificationErrors } from '../contract/notifications.errors.js';

const MIB = 1024 * 1024;
const DAY_MS = 86_400_000;

/** In UTC. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** A part of the same statement that reads what else is decided by: $1 enterprise, $2 test, $3 day. */
export const STORED_ON_DAY = `(SELECT coalesce(sum(bytes), 0)::float8 FROM notifications.stored_bytes
  WHERE enterprise_id = $1 AND test = $2 AND day = $3)`;

interface Storing {
  readonly bytes: number;
  /** On the same day, before. */
  readonly storedBytes: number;
  readonly mostBytes: number;
  readonly now: Date;
}

/**
 * Counts the bytes that an enterprise has stored on each day, so that one of them cannot fill the disk of all. It is counted in the
 * transaction that stores. Those who store at the same moment do not see each other, and may go beyond together: by a
 * question for each connection to the database.
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
    private readonly db: Database,
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

  /** Before the transaction. Throws when nothing can be stored at all. */
  async mostOf({ enterpriseId }: Pick<Tenant, 'enterpriseId'>): Promise<number> {
    this.disk.assertRoom();
    const own = (await this.enterprises.find(enterpriseId))?.dailyNotificationMiB;
    return (own ?? this.settings.notificationDailyStorage) * MIB;
  }

  async on(tx: Tx, { enterpriseId, test }: Tenant, now: Date): Promise<number> {
    const [row] = await tx.rows<{ bytes: number }>(`SELECT ${STORED_ON_DAY} AS bytes`, [
      enterpriseId,
      test,
      dayOf(now),
    ]);
    return row?.bytes ?? 0;
  }

  /** Each connection counts in a row of its own, and so waits for no other. */
  add(tx: Tx, tenant: Tenant, { bytes, storedBytes, mostBytes, now }: Storing): void {
    if (storedBytes + bytes > mostBytes) throw this.#refusal(tenant, bytes, now);
    tx.send(
      `INSERT INTO notifications.stored_bytes AS known (enterprise_id, test, day, slot, bytes)
       VALUES ($1, $2, $3, pg_backend_pid() % 64, $4)
       ON CONFLICT (enterprise_id, test, day, slot) DO UPDATE SET bytes = known.bytes + EXCLUDED.bytes`,
      [tenant.enterpriseId, tenant.test, dayOf(now), bytes],
    );
    this.#stored.inc(bytes);
  }

  async removeBefore(_scope: AllTenants, time: Date): Promise<void> {
    await this.db.rows('DELETE FROM notifications.stored_bytes WHERE day < $1', [dayOf(time)]);
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
    this.#log.warn({ enterpriseId, test }, 'An enterprise has stored as much in notifications as it may on one day');
  }
}

const counter = (registry: MetricsRegistry, name: string, help: string): Counter =>
  new Counter({ name: `countersign_notification_bytes_${name}_total`, help, registers: [registry] });
