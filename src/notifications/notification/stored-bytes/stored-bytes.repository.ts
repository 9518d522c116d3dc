import { Injectable } from '@nestjs/common';
import type { AllTenants, Tenant } from '../../../shared/kernel/index.js';
import { Database, type Tx } from '../../../shared/persistence/index.js';

/** Formats the UTC date of a point in time, such as `2026-07-14`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/**
 * The number of bytes that an enterprise has stored on one day, as a subquery for statements that also read other
 * limits. Parameters: $1 enterprise, $2 test, $3 day.
 */
export const STORED_ON_DAY = `(SELECT coalesce(sum(bytes), 0)::float8 FROM notifications.stored_bytes
  WHERE enterprise_id = $1 AND test = $2 AND day = $3)`;

/** Stores how many bytes each enterprise has stored per day. */
@Injectable()
export class StoredBytesRepository {
  constructor(private readonly db: Database) {}

  async on(tx: Tx, { enterpriseId, test }: Tenant, now: Date): Promise<number> {
    const values = [enterpriseId, test, dayOf(now)];
    const [row] = await tx.rows<{ bytes: number }>(`SELECT ${STORED_ON_DAY} AS bytes`, values);
    return row?.bytes ?? 0;
  }

  /**
   * Adds bytes to the count of a day. The row depends on the database connection, so that connections rarely wait for
   * each other.
   */
  add(tx: Tx, { enterpriseId, test }: Tenant, bytes: number, now: Date): void {
    tx.send(ADD, [enterpriseId, test, dayOf(now), bytes]);
  }

  async removeBefore(_scope: AllTenants, time: Date): Promise<void> {
    await this.db.rows('DELETE FROM notifications.stored_bytes WHERE day < $1', [dayOf(time)]);
  }
}

const ADD = `
  INSERT INTO notifications.stored_bytes AS known (enterprise_id, test, day, slot, bytes)
  VALUES ($1, $2, $3, pg_backend_pid() % 64, $4)
  ON CONFLICT (enterprise_id, test, day, slot) DO UPDATE SET bytes = known.bytes + EXCLUDED.bytes`;
