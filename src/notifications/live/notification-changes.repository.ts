import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../shared/persistence/index.js';
import { Recurring } from '../../shared/jobs/index.js';
import { PurgeJob } from '../../shared/events/index.js';

/** Topic of the signal that is sent when notifications have changed. */
export const NOTIFICATIONS_CHANGED = 'notifications.changed';

export interface NotificationChange {
  readonly notification_uuid: string;
  readonly status: string;
}

export interface ChangeOfUser extends NotificationChange {
  readonly sub: string;
}

/** Maximum number of changes that a socket receives in one event or after a reconnect. */
export const MOST_CHANGES = 1_000;

/**
 * Stores changes to notifications, and reads them for sockets. Changes are selected by transaction snapshot rather than
 * by sequence number, so that a change whose transaction commits late is not skipped.
 */
@Injectable()
export class NotificationChanges {
  constructor(private readonly db: Database) {}

  /** Stores a change in the transaction that makes it. After the commit, all processes are notified. */
  static note(tx: Tx, { sub, notification_uuid: id, status }: ChangeOfUser): void {
    tx.send(NOTE, [sub, id, status]);
    tx.pending.signals.push({ topic: NOTIFICATIONS_CHANGED, payload: {} });
  }

  async now(): Promise<string> {
    return (await this.db.one<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot'))?.snapshot ?? '';
  }

  /**
   * Reads the changes for the given users since a snapshot. Also returns a new snapshot, from which the next read
   * continues.
   */
  async since(snapshot: string, subs: readonly string[]): Promise<{ snapshot: string; changes: ChangeOfUser[] }> {
    const rows = await this.db.rows<ChangeOfUser & { snapshot: string; seq: string | null }>(SINCE, [snapshot, subs]);
    return { snapshot: rows[0]?.snapshot ?? snapshot, changes: rows.filter(({ seq }) => seq !== null) };
  }

  /** Reads the changes for one user between two snapshots. Returns undefined if there are more than `MOST_CHANGES`. */
  async between(sub: string, from: string, until: string): Promise<NotificationChange[] | undefined> {
    const rows = await this.db.rows<NotificationChange>(BETWEEN, [sub, from, until]);
    return rows.length > MOST_CHANGES ? undefined : rows;
  }
}

// Hot path, measured by: npm run bench -- notifications.
const NOTE = 'INSERT INTO notifications.change (sub, notification_uuid, status) VALUES ($1, $2, $3)';

const SINCE = `
  SELECT this.snapshot::text AS snapshot, change.seq, change.sub, change.notification_uuid, change.status
  FROM (SELECT pg_current_snapshot() AS snapshot) this
  LEFT JOIN notifications.change ON change.sub = ANY ($2::uuid[])
    AND change.xid >= pg_snapshot_xmin($1::pg_snapshot)
    AND NOT pg_visible_in_snapshot(change.xid, $1::pg_snapshot)
    AND pg_visible_in_snapshot(change.xid, this.snapshot)
  ORDER BY change.seq`;

/** Selects only the latest status of each notification, because clients do not need the intermediate ones. */
const BETWEEN = `
  SELECT notification_uuid, status FROM (
    SELECT DISTINCT ON (notification_uuid) notification_uuid, status, seq FROM notifications.change
    WHERE sub = $1 AND xid >= pg_snapshot_xmin($2::pg_snapshot)
      AND NOT pg_visible_in_snapshot(xid, $2::pg_snapshot)
      AND pg_visible_in_snapshot(xid, $3::pg_snapshot)
    ORDER BY notification_uuid, seq DESC) latest
  ORDER BY seq LIMIT ${MOST_CHANGES + 1}`;

/** Deletes changes that are older than any valid cursor. */
@Injectable()
@Recurring('notifications/purge-changes', { everySeconds: 600 })
export class PurgeChanges extends PurgeJob {
  protected readonly statements = [OLD];
}

/** Reads only the oldest rows in each batch, which is possible because `seq` increases over time. */
const OLD = `
  DELETE FROM notifications.change WHERE seq = ANY (ARRAY(SELECT seq FROM notifications.change ORDER BY seq LIMIT $1))
    AND changed_at < now() - interval '25 hours'
  RETURNING 1`;
