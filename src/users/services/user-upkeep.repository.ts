import { Injectable } from '@nestjs/common';
import type { AllTenants } from '../../shared/kernel/tenant.js';
import { Database } from '../../shared/persistence/database.js';
import { WITHOUT_SYNC } from '../../shared/persistence/sql.js';
import type { Tx } from '../../shared/persistence/tx.js';

/** The bulk reads and writes of the upkeep jobs. */
@Injectable()
export class UserUpkeepRepository {
  constructor(private readonly db: Database) {}

  /** Skips users whose rows are locked, and those seen within the hour. */
  async noteActive(_scope: AllTenants, subs: readonly string[], at: Date): Promise<void> {
    await this.db.rows(NOTE_ACTIVE, [subs, at]);
  }

  /** The enterprises that make unused users INACTIVE, and after how many days. */
  enterprisesWithInactivity(_scope: AllTenants): Promise<{ enterpriseId: string; days: number }[]> {
    return this.db.rows(
      `SELECT enterprise_id AS "enterpriseId", inactivity_days AS days FROM users.enterprise
       WHERE inactivity_days IS NOT NULL`,
    );
  }

  enterprisesWithRetention(_scope: AllTenants): Promise<{ enterpriseId: string; days: number }[]> {
    return this.db.rows('SELECT enterprise_id AS "enterpriseId", retention_days AS days FROM users.enterprise');
  }

  /** Locks users who have not been active since. Skips rows that are locked by others. */
  lockUnused(tx: Tx, enterpriseId: string, since: Date, limit: number): Promise<string[]> {
    return subsOf(tx, LOCK_UNUSED, [enterpriseId, since, limit]);
  }

  /** Locks users who were DELETED before that time and are not yet erased. */
  lockToErase(tx: Tx, enterpriseId: string, deletedBefore: Date, limit: number): Promise<string[]> {
    return subsOf(tx, LOCK_TO_ERASE, [enterpriseId, deletedBefore, limit]);
  }

  /** Removed devices stay, because their signatures outlive them. The names that their owner gave them are deleted. */
  async forgetDeviceNames(tx: Tx, sub: string): Promise<void> {
    await tx.rows(`UPDATE users.device SET name = '', sealed_push_token = NULL WHERE sub = $1`, [sub]);
  }
}

async function subsOf(tx: Tx, sql: string, params: readonly unknown[]): Promise<string[]> {
  return (await tx.rows<{ sub: string }>(sql, params)).map(({ sub }) => sub);
}

const NOTE_ACTIVE = `
  UPDATE users."user" SET last_active_at = $2 WHERE ${WITHOUT_SYNC} AND sub IN (
    SELECT sub FROM users."user"
    WHERE sub = ANY ($1::uuid[]) AND (last_active_at IS NULL OR last_active_at < $2::timestamptz - interval '1 hour')
    ORDER BY sub FOR UPDATE SKIP LOCKED)`;

const LOCK_UNUSED = `
  SELECT sub FROM users."user"
  WHERE enterprise_id = $1 AND status = 'ACTIVE' AND last_active_at < $2
  ORDER BY last_active_at LIMIT $3 FOR UPDATE SKIP LOCKED`;

const LOCK_TO_ERASE = `
  SELECT sub FROM users."user"
  WHERE enterprise_id = $1 AND status = 'DELETED' AND erased_at IS NULL AND deleted_at < $2
  ORDER BY deleted_at LIMIT $3 FOR UPDATE SKIP LOCKED`;
