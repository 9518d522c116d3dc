import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, Repository } from 'typeorm';
import type { AllTenants } from '../../shared/kernel/index.js';
import { Database, type Tx, WITHOUT_SYNC } from '../../shared/persistence/index.js';
import { Device } from '../devices/device.entity.js';
import { Enterprise } from '../enterprises/enterprise.entity.js';

/** Reads and writes users in bulk for the upkeep jobs. */
@Injectable()
export class UserUpkeepRepository {
  constructor(
    @InjectRepository(Enterprise) private readonly enterprises: Repository<Enterprise>,
    private readonly db: Database,
  ) {}

  /**
   * Records that users were active. Skips locked rows, and users whose last activity was recorded within the last hour.
   */
  async noteActive(_scope: AllTenants, subs: readonly string[], at: Date): Promise<void> {
    await this.db.rows(NOTE_ACTIVE, [subs, at]);
  }

  /** Returns the enterprises that make unused users INACTIVE, and after how many days. */
  async enterprisesWithInactivity(_scope: AllTenants): Promise<{ enterpriseId: string; days: number }[]> {
    const found = await this.enterprises.findBy({ inactivityDays: Not(IsNull()) });
    return found.map(({ enterpriseId, inactivityDays }) => ({ enterpriseId, days: inactivityDays ?? Infinity }));
  }

  async enterprisesWithRetention(_scope: AllTenants): Promise<{ enterpriseId: string; days: number }[]> {
    const found = await this.enterprises.find();
    return found.map(({ enterpriseId, retentionDays: days }) => ({ enterpriseId, days }));
  }

  /**
   * Returns users who were last active before `since`, or were imported before it and never active. Users in `except`
   * are left out.
   */
  unused(enterpriseId: string, since: Date, except: readonly string[], limit: number): Promise<UpkeepUser[]> {
    return this.db.rows(UNUSED, [enterpriseId, since, except, limit]);
  }

  /**
   * Returns users who became DELETED before `deletedBefore` and have not been erased yet. Users in `except` are left
   * out.
   */
  toErase(enterpriseId: string, deletedBefore: Date, except: readonly string[], limit: number): Promise<UpkeepUser[]> {
    return this.db.rows(TO_ERASE, [enterpriseId, deletedBefore, except, limit]);
  }

  /**
   * Locks a user that `unused` returned. Returns false if the user is no longer unused, or if another transaction has
   * locked the row.
   */
  async lockUnused(tx: Tx, sub: string, since: Date): Promise<boolean> {
    return (await tx.rows(LOCK_UNUSED, [sub, since])).length > 0;
  }

  async lockToErase(tx: Tx, sub: string, deletedBefore: Date): Promise<boolean> {
    return (await tx.rows(LOCK_TO_ERASE, [sub, deletedBefore])).length > 0;
  }

  /**
   * Deletes the names and push tokens of the user's devices. The rows are retained, because stored signatures refer to
   * them.
   */
  async forgetDeviceNames(tx: Tx, sub: string): Promise<void> {
    await tx.manager.update(Device, { sub }, { name: '', sealedPushToken: null });
  }
}

export interface UpkeepUser {
  readonly sub: string;
}

const NOTE_ACTIVE = `
  UPDATE users."user" SET last_active_at = $2 WHERE ${WITHOUT_SYNC} AND sub IN (
    SELECT sub FROM users."user"
    WHERE sub = ANY ($1::uuid[]) AND (last_active_at IS NULL OR last_active_at < $2::timestamptz - interval '1 hour')
    ORDER BY sub FOR UPDATE SKIP LOCKED)`;

const WAS_ACTIVE = 'last_active_at < $2';
const NEVER_ACTIVE = 'last_active_at IS NULL AND created_at < $2';
const IS_TO_ERASE = `status = 'DELETED' AND erased_at IS NULL AND deleted_at < $2`;

const unused = (since: string): string => `
  SELECT sub FROM users."user"
  WHERE enterprise_id = $1 AND status = 'ACTIVE' AND ${since} AND sub <> ALL ($3::uuid[])
  ORDER BY last_active_at LIMIT $4`;

/** Two queries, because each reads only its part of the index. With OR, PostgreSQL may read all active users. */
const UNUSED = `(${unused(WAS_ACTIVE)}) UNION ALL (${unused(NEVER_ACTIVE)}) LIMIT $4`;

const TO_ERASE = `
  SELECT sub FROM users."user" WHERE enterprise_id = $1 AND ${IS_TO_ERASE} AND sub <> ALL ($3::uuid[])
  ORDER BY deleted_at LIMIT $4`;

const LOCK_UNUSED = `
  SELECT FROM users."user" WHERE sub = $1 AND status = 'ACTIVE' AND (${WAS_ACTIVE} OR ${NEVER_ACTIVE})
  FOR UPDATE SKIP LOCKED`;

const LOCK_TO_ERASE = `SELECT FROM users."user" WHERE sub = $1 AND ${IS_TO_ERASE} FOR UPDATE SKIP LOCKED`;
