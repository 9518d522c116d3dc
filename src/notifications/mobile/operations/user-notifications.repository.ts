import { Injectable } from '@nestjs/common';
import { Database } from '../../../shared/persistence/index.js';
import type { Span } from '../../notification/content/dates.js';
import { SEALED_COLUMNS, type SealedRow } from '../../notification/notification-seals.service.js';

/** The columns read for a notification in a list. */
export type ListedNotification = SealedRow & { readonly content: string };

export interface ListFilter {
  readonly sub: string;
  readonly enterpriseId?: string | undefined;
  readonly startDate?: Span | undefined;
  readonly endDate?: Span | undefined;
}

export interface HistoryFilter extends ListFilter {
  /** Final statuses to select. `undefined` selects all. */
  readonly statuses?: readonly string[] | undefined;
  readonly action?: string | undefined;
  /** A search string, already normalized by `folded`. */
  readonly keyword?: string | undefined;
  readonly deviceId?: string | undefined;
}

/** A range of rows: the number of rows to skip, and the maximum number to return. */
export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

/** The total number of matching rows, and the rows of the slice that fit into a page, newest first. */
export interface Listed {
  readonly total: number;
  readonly rows: ListedNotification[];
}

type Row = Partial<ListedNotification> & { readonly total: number };

/** Lists the notifications of one user. No tenant is needed, because the `sub` of a token is unique across tenants. */
@Injectable()
export class UserNotificationsRepository {
  constructor(private readonly db: Database) {}

  /** Lists notifications that can be answered. Expired ones are left out even if they have not been closed yet. */
  active(filter: ListFilter, now: Date, { offset, limit }: Slice): Promise<Listed> {
    return this.#listed(ACTIVE, [...common(filter), now, offset, limit]);
  }

  async activeAfter(filter: ListFilter, now: Date, last: ListedNotification, limit: number): Promise<Listed['rows']> {
    const place = [last.createdAt, last.notificationUuid];
    return this.db.rows<ListedNotification & object>(ACTIVE_AFTER, [...common(filter), now, ...place, limit]);
  }

  history(filter: HistoryFilter, { offset, limit }: Slice): Promise<Listed> {
    return this.#listed(HISTORY, [...common(filter), ...further(filter), offset, limit]);
  }

  async historyAfter(filter: HistoryFilter, last: ListedNotification, limit: number): Promise<Listed['rows']> {
    const place = [last.updatedAt, last.notificationUuid];
    return this.db.rows<ListedNotification & object>(HISTORY_AFTER, [
      ...common(filter),
      ...further(filter),
      ...place,
      limit,
    ]);
  }

  async #listed(statement: string, params: readonly unknown[]): Promise<Listed> {
    const rows = await this.db.rows<Row & object>(statement, params);
    const listed = rows.filter((row): row is Row & ListedNotification => typeof row.notificationUuid === 'string');
    return { total: rows[0]?.total ?? 0, rows: listed };
  }
}

const common = ({ sub, enterpriseId, startDate, endDate }: ListFilter): unknown[] => [
  sub,
  enterpriseId ?? null,
  startDate?.from ?? null,
  endDate?.until ?? null,
];

const further = ({ statuses, action, keyword, deviceId }: HistoryFilter): unknown[] => [
  statuses ?? null,
  action ?? null,
  keyword ?? null,
  deviceId?.toLowerCase() ?? null,
];

/** Maximum bytes of content read at once. A single row with more content is still read. */
export const PAGE_BYTES = 1024 * 1024;

const TABLE = 'notifications.notification';
const COLUMNS = `${SEALED_COLUMNS}, content`;

const isActive = `
  sub = $1 AND status = 'ACTIVE' AND ($2::text IS NULL OR enterprise_id = $2)
  AND ($3::timestamptz IS NULL OR created_at >= $3) AND ($4::timestamptz IS NULL OR created_at < $4)
  AND expiry_at > $5`;

const isHistory = `
  sub = $1 AND status <> 'ACTIVE' AND ($2::text IS NULL OR enterprise_id = $2)
  AND ($3::timestamptz IS NULL OR updated_at >= $3) AND ($4::timestamptz IS NULL OR updated_at < $4)
  AND ($5::text[] IS NULL OR status = ANY ($5)) AND ($6::text IS NULL OR action_response = $6)
  AND ($7::text IS NULL OR strpos(search_text, $7) > 0) AND ($8::text IS NULL OR device_id::text = $8)`;

type SortColumn = 'created_at' | 'updated_at';

const newestFirst = (by: SortColumn): string =>
  `"${by === 'created_at' ? 'createdAt' : 'updatedAt'}" DESC, "notificationUuid" DESC`;

/** Selects as many of the first `rows` as fit into `PAGE_BYTES` together, but at least one row. */
const page = (rows: string, by: SortColumn): string => `
  SELECT * FROM (
    SELECT slice.*, sum(octet_length(content)) OVER (ORDER BY ${newestFirst(by)} ROWS UNBOUNDED PRECEDING)::int AS bytes
    FROM (${rows}) slice) weighed
  WHERE bytes <= ${PAGE_BYTES} OR bytes = octet_length(content)
  ORDER BY ${newestFirst(by)}`;

/** Selects the total together with the rows, so that the total is known even if the slice is empty. */
const listed = (where: string, by: SortColumn, offset: number): string => `
  SELECT counted.total, page.* FROM (SELECT count(*)::int AS total FROM ${TABLE} WHERE ${where}) counted
  LEFT JOIN (${page(
    `SELECT ${COLUMNS} FROM ${TABLE} WHERE ${where}
     ORDER BY ${by} DESC, notification_uuid DESC OFFSET $${offset} LIMIT $${offset + 1}`,
    by,
  )}) page ON true
  ORDER BY ${newestFirst(by)}`;

const after = (where: string, by: SortColumn, place: number): string =>
  page(
    `SELECT ${COLUMNS} FROM ${TABLE}
     WHERE ${where} AND (${by}, notification_uuid) < ($${place}::timestamptz, $${place + 1}::uuid)
     ORDER BY ${by} DESC, notification_uuid DESC LIMIT $${place + 2}`,
    by,
  );

const ACTIVE = listed(isActive, 'created_at', 6);
const ACTIVE_AFTER = after(isActive, 'created_at', 6);
const HISTORY = listed(isHistory, 'updated_at', 9);
const HISTORY_AFTER = after(isHistory, 'updated_at', 9);
