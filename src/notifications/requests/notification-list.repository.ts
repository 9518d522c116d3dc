import { Injectable } from '@nestjs/common';
import type { TimeRange } from '../../shared/http/index.js';
import { leastIdAt, type Tenant } from '../../shared/kernel/index.js';
import { Database } from '../../shared/persistence/index.js';
import type { NotificationStatus } from '../notification/notification-status.js';
import { Notification } from '../notification/notification.entity.js';
import { NotificationSeals } from '../notification/notification-seals.service.js';
import { SEALED_COLUMNS } from '../notification/sealed-columns.js';

export interface NotificationFilter extends TimeRange {
  readonly status: NotificationStatus | undefined;
  readonly sub: string | undefined;
  readonly msgId: string | undefined;
}

interface Found {
  /** The ids of those that have the words. */
  readonly found: readonly string[];
  /** Where it was stopped, if there is more to read. */
  readonly end: string | undefined;
}

/** How many notifications one search reads at most, so that it costs the same however many an enterprise has. */
export const READ_BY_SEARCH = 2_000;

const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Columns of a list, and those that its seals cover: no content, and only the signatures of the evidence. */
const LINE = `${SEALED_COLUMNS}, delivery_status AS "deliveryStatus"`;

/** An enterprise's list of its notifications, newest first: ids are ordered by time. */
@Injectable()
export class NotificationListRepository {
  constructor(
    private readonly db: Database,
    private readonly seals: NotificationSeals,
  ) {}

  async list(tenant: Tenant, filter: NotificationFilter, limit: number, before?: string): Promise<Notification[]> {
    return this.#told(await this.db.rows(pageOf(LINE, filter), paramsOf(tenant, filter, limit, before)));
  }

  /** Looks for words in the texts of the next notifications, in the order of the list. */
  async search(tenant: Tenant, filter: NotificationFilter, words: readonly string[], before?: string): Promise<Found> {
    const params = [...paramsOf(tenant, filter, READ_BY_SEARCH, before), words];
    const row = await this.db.one<{ found: string[] | null; read: number; end: string | null }>(
      `SELECT array_agg(id ORDER BY id DESC) FILTER (WHERE matches) AS found, count(*)::int AS read, min(id::text) AS end
       FROM (
         SELECT "notificationUuid" AS id,
                (SELECT bool_and(strpos(search_text, word) > 0) FROM unnest($9::text[]) AS word) AS matches
         FROM (${pageOf('notification_uuid AS "notificationUuid", search_text', filter)}) AS next
       ) AS compared`,
      params,
    );
    return { found: row?.found ?? [], end: row?.read === READ_BY_SEARCH ? (row.end ?? undefined) : undefined };
  }

  async lines({ enterpriseId, test }: Tenant, ids: readonly string[]): Promise<Notification[]> {
    return this.#told(
      await this.db.rows(
        `SELECT ${LINE} FROM notifications.notification
         WHERE enterprise_id = $1 AND test = $2 AND notification_uuid = ANY ($3) ORDER BY notification_uuid DESC`,
        [enterpriseId, test, ids],
      ),
    );
  }

  /** One that was altered reads TAMPERED, whatever status was asked for. */
  #told(rows: readonly object[]): Notification[] {
    return rows.map((row) => this.seals.toldInPart(Object.assign(new Notification(), row)));
  }
}

function paramsOf(
  { enterpriseId, test }: Tenant,
  { status, sub, msgId, from, to }: NotificationFilter,
  limit: number,
  before = AFTER_ALL,
) {
  const end = to ? idAt(to) : AFTER_ALL;
  const bounds = [before < end ? before : end, from ? idAt(from) : BEFORE_ALL];
  const values = [enterpriseId, test, bounds[0], limit, status, sub, msgId, bounds[1]];
  return values.map((value) => value ?? null);
}

const idAt = (time: Date): string => leastIdAt(Math.max(0, time.getTime()));

function pageOf(columns: string, { status, sub, msgId }: NotificationFilter): string {
  const wanted = `${status ? 'status = $5' : '$5::text IS NULL'} AND ${msgId ? 'msg_id = $7' : '$7::text IS NULL'}`;
  return sub === undefined ? ofAll(columns, wanted) : ofUser(columns, wanted);
}

const page = (columns: string, condition: string): string => `
  SELECT ${columns} FROM notifications.notification
  WHERE enterprise_id = $1 AND test = $2 AND notification_uuid < $3 AND notification_uuid >= $8 AND ${condition}
  ORDER BY notification_uuid DESC LIMIT $4`;

const ofAll = (columns: string, wanted: string): string => page(columns, `${wanted} AND $6::uuid IS NULL`);

/** A branch for each of the two indexes of a user's notifications. */
const ofUser = (columns: string, wanted: string): string => {
  const branches = [`status = 'ACTIVE'`, `status <> 'ACTIVE'`].map(
    (state) => `(${page(columns, `${wanted} AND sub = $6 AND ${state}`)})`,
  );
  return `SELECT * FROM (${branches.join(' UNION ALL ')}) AS found ORDER BY "notificationUuid" DESC LIMIT $4`;
};
