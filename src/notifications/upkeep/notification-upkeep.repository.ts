import { Injectable } from '@nestjs/common';
import { type AllTenants, Tenant } from '../../shared/kernel/index.js';
import { columnsOf, Database, type SqlParams, type Tx } from '../../shared/persistence/index.js';
import { Notification } from '../notification/notification.entity.js';
import { NotificationRepository } from '../notification/notification.repository.js';
import { NotificationSeals, SEALED_COLUMNS } from '../notification/notification-seals.service.js';

/** The columns needed to close a notification. */
const CLOSED_COLUMNS = `${SEALED_COLUMNS}, callback_url AS "callbackUrl"`;
const OVERDUE = `status = 'ACTIVE' AND expiry_at <= $1`;

const ROWS_A_PAGE = 100;
/** Maximum bytes of content read at once. A single row with more content is still read. */
const PAGE_BYTES = 256 * 1024;
/** An id that PostgreSQL sorts before all others. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

const SCOPE = Tenant.all('what was locked is locked again, in whole');

type EndAction = 'expire' | 'discard';

export interface Alarming {
  readonly tampered: number;
  readonly tamperedSince: Date | null;
  readonly fraud: number;
  readonly fraudSince: Date | null;
}

export interface ActiveOf {
  readonly sub: string;
  readonly createdUntil: Date | null;
  readonly onlySigned: boolean;
}

/** Reads, closes and removes notifications in bulk, for sweeps and jobs. */
@Injectable()
export class NotificationUpkeepRepository {
  readonly #columns: string;

  constructor(
    private readonly db: Database,
    private readonly notifications: NotificationRepository,
    private readonly seals: NotificationSeals,
  ) {
    this.#columns = columnsOf(db.dataSource, Notification);
  }

  /** Locks expired notifications, and skips those that another process has locked. */
  async lockOverdue(
    tx: Tx,
    _scope: AllTenants,
    now: Date,
    except: readonly string[],
    limit: number,
  ): Promise<Notification[]> {
    const rows = await tx.rows(
      `SELECT ${CLOSED_COLUMNS} FROM notifications.notification
       WHERE ${OVERDUE} AND notification_uuid <> ALL ($2::uuid[]) ORDER BY expiry_at LIMIT $3 FOR UPDATE SKIP LOCKED`,
      [now, except, limit],
    );
    return rows.map(asNotification);
  }

  overdue(_scope: AllTenants, now: Date, except: readonly string[], limit: number): Promise<{ id: string }[]> {
    return this.db.rows(
      `SELECT notification_uuid AS id FROM notifications.notification
       WHERE ${OVERDUE} AND notification_uuid <> ALL ($2::uuid[]) ORDER BY expiry_at LIMIT $3`,
      [now, except, limit],
    );
  }

  /**
   * Locks one expired notification. Returns an empty list if it has already been closed or another process has locked
   * it.
   */
  async lockOneOverdue(tx: Tx, _scope: AllTenants, now: Date, id: string): Promise<Notification[]> {
    const rows = await tx.rows(
      `SELECT ${CLOSED_COLUMNS} FROM notifications.notification
       WHERE ${OVERDUE} AND notification_uuid = $2 FOR UPDATE SKIP LOCKED`,
      [now, id],
    );
    return rows.map(asNotification);
  }

  async lockActiveOf(tx: Tx, { sub, createdUntil, onlySigned }: ActiveOf, limit: number): Promise<Notification[]> {
    const rows = await tx.rows(
      `SELECT ${CLOSED_COLUMNS} FROM notifications.notification
       WHERE sub = $1 AND status = 'ACTIVE' AND (ds_required OR NOT $2) AND ($3::timestamptz IS NULL OR created_at <= $3)
       ORDER BY created_at, notification_uuid LIMIT $4 FOR UPDATE`,
      [sub, onlySigned, createdUntil, limit],
    );
    return rows.map(asNotification);
  }

  /**
   * Closes many locked notifications in one statement. An altered one becomes TAMPERED instead: it may have ended
   * differently before it was altered, so the new end must not get a valid seal.
   */
  async closeTogether(tx: Tx, locked: readonly Notification[], now: Date, action: EndAction): Promise<void> {
    const closed = locked.filter((notification) => this.seals.isRowUnaltered(notification));
    for (const { notificationUuid } of locked.filter((notification) => !closed.includes(notification))) {
      const altered = await this.notifications.lockAny(tx, SCOPE, notificationUuid);
      if (altered) await this.notifications.checkSeals(tx, altered, now);
    }
    if (closed.length === 0) return;
    for (const notification of closed) {
      if (action === 'expire') notification.expire(now);
      else notification.discard(now);
      this.seals.sealOutcome(notification);
    }
    const changes = closed.map(({ notificationUuid, status, updatedAt, outcomeSeal }) => ({
      ...{ notificationUuid, status, updatedAt, outcomeSeal },
    }));
    tx.send(CLOSE, [JSON.stringify(changes)]);
    for (const notification of closed) {
      tx.record(...notification.takeEvents());
      this.notifications.noteClosed(tx, notification);
    }
  }

  /** Reads a page of active notifications, ordered by expiry, with all columns that the seals (keyed hashes) cover. */
  activeAfter(_scope: AllTenants, last?: Notification): Promise<Notification[]> {
    return this.#page(
      '"expiryAt", "notificationUuid"',
      [last?.expiryAt ?? '-infinity', last?.notificationUuid ?? NO_ID],
      [
        `WHERE status = 'ACTIVE' AND expiry_at >= $1 AND (expiry_at, notification_uuid) > ($1, $2::uuid)
       ORDER BY expiry_at, notification_uuid`,
      ],
    );
  }

  /** Reads a page of all notifications of one user, oldest first. */
  pageOf(sub: string, last?: Notification): Promise<Notification[]> {
    const branches = [`status = 'ACTIVE'`, `status <> 'ACTIVE'`].map(
      (state) => `WHERE sub = $1 AND notification_uuid > $2 AND ${state} ORDER BY notification_uuid`,
    );
    return this.#page('"notificationUuid"', [sub, last?.notificationUuid ?? NO_ID], branches);
  }

  /** Reads the first rows in the given order, limited by their number and by the size of their content. */
  async #page(order: string, params: SqlParams, branches: readonly string[]): Promise<Notification[]> {
    const first = branches.map(
      (branch) => `(SELECT ${this.#columns} FROM notifications.notification ${branch} LIMIT ${ROWS_A_PAGE})`,
    );
    const rows = await this.db.rows(
      `SELECT * FROM (
         SELECT found.*, sum(octet_length(content)) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) AS bytes
         FROM (SELECT * FROM (${first.join(' UNION ALL ')}) AS first ORDER BY ${order} LIMIT ${ROWS_A_PAGE}) AS found
       ) AS weighed
       WHERE bytes <= ${PAGE_BYTES} OR bytes = octet_length(content) ORDER BY ${order}`,
      params,
    );
    return rows.map(({ bytes: _, ...row }) => asNotification(row));
  }

  /**
   * Removes the oldest ended notifications between two ids, which are ordered by time. After a full batch it returns
   * the last id. The next batch starts there, so that it does not scan index entries of rows already removed.
   */
  async removeBetween(_scope: AllTenants, after: string, before: string, limit: number): Promise<string | undefined> {
    const removed = await this.db.rows<{ id: string }>(
      removeThose(`
        SELECT notification_uuid FROM notifications.notification
        WHERE notification_uuid > $1 AND notification_uuid < $2 AND status <> 'ACTIVE'
        ORDER BY notification_uuid LIMIT $3`),
      [after, before, limit],
    );
    return removed.length === limit ? removed.at(-1)?.id : undefined;
  }

  /**
   * Counts the notifications of a tenant that were altered or reported as fraud, each up to `most`. Only notifications
   * whose id is at least `from` are counted.
   */
  async alarming({ enterpriseId, test }: Tenant, from: string, most: number): Promise<Alarming> {
    const found = await this.db.one<Alarming>(ALARMING, [enterpriseId, test, from, most]);
    return found ?? { tampered: 0, tamperedSince: null, fraud: 0, fraudSince: null };
  }

  async removeOf(sub: string, limit: number): Promise<number> {
    const branches = [`status = 'ACTIVE'`, `status <> 'ACTIVE'`].map(
      (state) => `(SELECT notification_uuid FROM notifications.notification WHERE sub = $1 AND ${state} LIMIT $2)`,
    );
    const removed = await this.db.rows(removeThose(branches.join(' UNION ALL ')), [sub, limit]);
    return removed.length;
  }
}

const counted = (name: string, condition: string): string => `(
  SELECT count(*)::int AS "${name}", min(updated_at) AS "${name}Since" FROM (
    SELECT updated_at FROM notifications.notification
    WHERE enterprise_id = $1 AND test = $2 AND notification_uuid >= $3 AND ${condition} LIMIT $4) found) AS ${name}`;

const ALARMING = `
  SELECT * FROM ${counted('tampered', `status = 'TAMPERED'`)}, ${counted('fraud', `action_response = 'fraud'`)}`;

/**
 * Removes notifications together with their history. The ids are passed as an array, because a join with many ids might
 * read the whole table.
 */
const removeThose = (ids: string): string => `
  WITH removed AS (
    DELETE FROM notifications.notification WHERE notification_uuid = ANY (ARRAY(${ids})) RETURNING notification_uuid
  ), events AS (
    DELETE FROM notifications.notification_event WHERE notification_uuid IN (SELECT notification_uuid FROM removed)
  )
  SELECT notification_uuid AS id FROM removed ORDER BY notification_uuid`;

const CLOSE = `
  UPDATE notifications.notification AS n SET status = c.status, updated_at = c."updatedAt", outcome_seal = c."outcomeSeal"
  FROM jsonb_to_recordset($1::jsonb)
    AS c ("notificationUuid" uuid, status text, "updatedAt" timestamptz, "outcomeSeal" text)
  WHERE n.notification_uuid = c."notificationUuid"`;

const asNotification = (row: object): Notification => Object.assign(new Notification(), row);
