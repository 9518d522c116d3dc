import { Injectable } from '@nestjs/common';
import type { TimeRange } from '../../shared/fields/index.js';
import { leastIdAt, type Tenant } from '../../shared/kernel/index.js';
import { type Cell, newestRows, ReadDatabase } from '../../shared/persistence/index.js';
import type { DeliveryStatus, NotificationStatus } from '../notification/notification-status.js';
import type { NotificationKind } from './new-notification.js';
import { Notification } from '../notification/notification.entity.js';
import { NotificationSeals, SEALED_COLUMNS } from '../notification/notification-seals.service.js';

export interface NotificationFilter extends TimeRange {
  /** Selects notifications with any of these statuses. An empty list selects all. */
  readonly statuses: readonly NotificationStatus[];
  readonly sub: string | undefined;
  readonly msgId: string | undefined;
  readonly actionResponse: string | undefined;
  readonly deviceId: string | undefined;
  readonly templateId: string | undefined;
}

/** Search conditions for which there is no index. They are checked row by row, for at most `READ_BY_SEARCH` rows. */
export interface NotificationSearch {
  readonly words: readonly string[];
  readonly deliveryStatus: DeliveryStatus | undefined;
  readonly kind: NotificationKind | undefined;
}

/**
 * A notification in a list. `subject` is in the first language of the content. It is null if the content was altered
 * and cannot be parsed.
 */
export interface ListedNotification {
  readonly notification: Notification;
  readonly subject: string | null;
}

interface Found {
  /** The ids of the notifications that match the search. */
  readonly found: readonly string[];
  /** The position where the search stopped. Undefined if all rows were read. */
  readonly end: string | undefined;
}

/**
 * Maximum number of notifications that one search reads, so that its cost does not depend on the size of the
 * enterprise.
 */
export const READ_BY_SEARCH = 2_000;

const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * The columns that a list shows, and those that the seals (keyed hashes) cover. Of the content and the evidence, only
 * the first subject, the statement and the receipt are read. The subject is extracted as text, because parsing a single
 * row with altered JSON would make the whole query fail.
 */
const LINE = `${SEALED_COLUMNS}, delivery_status AS "deliveryStatus",
  template_id AS "templateId", template_version AS "templateVersion", kind, created_by AS "createdBy",
  substring(content FROM '"subject":("(?:[^"\\\\]|\\\\.)*")') AS subject`;

/** Lists an enterprise's notifications, newest first. Sorting by id suffices, because ids are ordered by time. */
@Injectable()
export class NotificationListRepository {
  constructor(
    private readonly db: ReadDatabase,
    private readonly seals: NotificationSeals,
  ) {}

  async list(
    tenant: Tenant,
    filter: NotificationFilter,
    limit: number,
    before?: string,
  ): Promise<ListedNotification[]> {
    const values: unknown[] = [];
    return this.#listed(await this.db.rows(pageOf(LINE, values, tenant, filter, limit, before), values));
  }

  /** Searches the notifications that come after `before` in the list, reading at most `READ_BY_SEARCH` of them. */
  async search(
    tenant: Tenant,
    filter: NotificationFilter,
    { words, deliveryStatus, kind }: NotificationSearch,
    before?: string,
  ): Promise<Found> {
    const values: unknown[] = [words, deliveryStatus ?? null, kind ?? null];
    const matches = `($2::text IS NULL OR delivery_status = $2) AND ($3::text IS NULL OR kind = $3) AND
      coalesce((SELECT bool_and(strpos(search_text, word) > 0) FROM unnest($1::text[]) AS word), true) AS matches`;
    const columns = `notification_uuid AS "notificationUuid", ${matches}`;
    const row = await this.db.one<{ found: string[] | null; read: number; end: string | null }>(
      `SELECT array_agg("notificationUuid" ORDER BY "notificationUuid" DESC) FILTER (WHERE matches) AS found,
              count(*)::int AS read, min("notificationUuid"::text) AS end
       FROM (${pageOf(columns, values, tenant, filter, READ_BY_SEARCH, before)}) AS compared`,
      values,
    );
    return { found: row?.found ?? [], end: row?.read === READ_BY_SEARCH ? (row.end ?? undefined) : undefined };
  }

  /** Finds the ids of notifications whose `msg_id` equals the text or, unless `whole` is set, begins with it. */
  async named(
    { enterpriseId, test }: Tenant,
    msgId: string,
    limit: number,
    { whole }: { readonly whole: boolean },
  ): Promise<string[]> {
    const condition = whole ? 'msg_id = $3' : `msg_id >= $3 AND msg_id < $3 || U&'\\+10FFFF'`;
    const rows = await this.db.rows<{ id: string }>(
      `SELECT notification_uuid AS id FROM notifications.notification
       WHERE enterprise_id = $1 AND test = $2 AND ${condition} ORDER BY msg_id LIMIT $4`,
      [enterpriseId, test, msgId, limit],
    );
    return rows.map(({ id }) => id);
  }

  async lines({ enterpriseId, test }: Tenant, ids: readonly string[]): Promise<ListedNotification[]> {
    return this.#listed(
      await this.db.rows(
        `SELECT ${LINE} FROM notifications.notification
         WHERE enterprise_id = $1 AND test = $2 AND notification_uuid = ANY ($3) ORDER BY notification_uuid DESC`,
        [enterpriseId, test, ids],
      ),
    );
  }

  /**
   * Converts rows to list entries. An altered notification has the status TAMPERED, even if another status was
   * requested.
   */
  #listed(rows: readonly { readonly subject?: string | null }[]): ListedNotification[] {
    return rows.map(({ subject = null, ...row }) => ({
      notification: this.seals.redactRowIfAltered(Object.assign(new Notification(), row)),
      subject: readSubject(subject),
    }));
  }
}

function readSubject(json: string | null): string | null {
  try {
    return json === null ? null : String(JSON.parse(json));
  } catch {
    return null;
  }
}

const idAt = (time: Date): string => leastIdAt(Math.max(0, time.getTime()));

interface Branch {
  /**
   * The columns before the id in the index that this part of the UNION reads. If empty, no index is used: all matching
   * rows are read and sorted.
   */
  readonly ahead: readonly Cell[];
  readonly where: readonly string[];
}

/**
 * Builds the SQL that reads a page, and appends its parameters to `values`. The SQL is a UNION of parts, each of which
 * reads its rows in the order of an index if there is one.
 */
function pageOf(
  columns: string,
  values: unknown[],
  tenant: Tenant,
  filter: NotificationFilter,
  limit: number,
  before = AFTER_ALL,
): string {
  const given = (value: unknown): string => `$${values.push(value)}`;
  const end = filter.to ? idAt(filter.to) : AFTER_ALL;
  const most = given(limit);
  const ids = { below: given(before < end ? before : end), least: given(filter.from ? idAt(filter.from) : BEFORE_ALL) };
  const branches = branchesOf(tenant, filter, given).map(({ ahead, where }) => {
    const newest = newestRows(ahead, 'notification_uuid', ids);
    return `(
      SELECT ${columns} FROM notifications.notification WHERE ${[...newest.where, ...where].join(' AND ')}
      ORDER BY ${ahead.length > 0 ? newest.order : SORTED} LIMIT ${most})`;
  });
  return `SELECT * FROM (${branches.join(' UNION ALL ')}) AS page ORDER BY "notificationUuid" DESC LIMIT ${most}`;
}

/**
 * A sort expression without an index. It makes PostgreSQL find the few matching rows by their filter, instead of
 * reading many rows in the order of an index.
 */
const SORTED = 'uuid_send(notification_uuid) DESC';

/**
 * Splits a query into one part for each index that it needs. For a user, there is one index for open and one for ended
 * notifications; for an enterprise, there is one for each status.
 */
function branchesOf(
  { enterpriseId, test }: Tenant,
  { statuses, sub, ...filter }: NotificationFilter,
  given: (value: unknown) => string,
): Branch[] {
  const tenant: Cell[] = [
    ['enterprise_id', given(enterpriseId)],
    ['test', given(test)],
  ];
  const narrow = Object.entries({
    msg_id: filter.msgId,
    device_id: filter.deviceId,
    template_id: filter.templateId,
    action_response: filter.actionResponse,
  }).flatMap(([column, value]): Cell[] => (value === undefined ? [] : [[column, given(value)]]));
  const equal = (cells: readonly Cell[]) => cells.map(([column, value]) => `${column} = ${value}`);
  const any = () => (statuses.length > 0 ? [`status = ANY (${given([...statuses])})`] : []);
  if (sub !== undefined) {
    const own = [...equal([...tenant, ['sub', given(sub)], ...narrow]), ...any()];
    return [`status = 'ACTIVE'`, `status <> 'ACTIVE'`].map((state) => ({ ahead: [], where: [...own, state] }));
  }
  const [first, ...further] = narrow;
  if (first === undefined && statuses.length > 0)
    return [...new Set(statuses)].map((status) => ({ ahead: [...tenant, ['status', given(status)]], where: [] }));
  if (first === undefined) return [{ ahead: tenant, where: [] }];
  const [column] = first;
  const where = [...equal(further), ...any()];
  if (column === 'msg_id') return [{ ahead: [], where: [...equal([...tenant, first]), ...where] }];
  const isHad = `${column} IS NOT NULL`;
  return column === 'device_id'
    ? [{ ahead: [first], where: [...equal(tenant), isHad, ...where] }]
    : [{ ahead: [...tenant, first], where: [isHad, ...where] }];
}
