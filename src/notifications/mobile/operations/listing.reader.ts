import type { JsonObject } from '../../../shared/kernel/index.js';
import { readContent } from '@countersign/evidence';
import { ownLanguageFirst } from '../../notification/content/languages.js';
import { refused } from '../mobile-codes.js';
import { listPage, type ListPage, type Performed } from '../mobile-event.js';
import type { Listed, ListedNotification, Slice } from './user-notifications.repository.js';

/** Maximum number of rows read at once. Fewer are read if their contents are long. */
const PAGE = 100;
/** Maximum number of rows returned if the client asks for all of them (`recordCount` 0). */
const MOST_IN_ALL = 10_000;

/** A list that is read page by page. */
export interface ListReader {
  readonly name: 'notifications' | 'history';
  first(slice: Slice): Promise<Listed>;
  after(last: ListedNotification, limit: number): Promise<Listed['rows']>;
  /** Converts a row, or returns `undefined` to leave it out of the list. */
  item(row: ListedNotification): JsonObject | undefined;
  beside(count: number, total: number): JsonObject;
}

/** Reads all or part of a list. If more than a page is requested, the rest is read while the list is being sent. */
export async function read(list: ListReader, startIndex: number, recordCount: number): Promise<Performed> {
  const wanted = recordCount === 0 ? Infinity : recordCount;
  const offset = startIndex - 1;
  const { total, rows } = await list.first({ offset, limit: Math.min(wanted, PAGE) });
  const left = Math.max(0, total - offset);
  if (recordCount === 0 && left > MOST_IN_ALL) {
    throw refused.invalid(`there are ${left}, and recordCount 0 returns at most ${MOST_IN_ALL}: read them in parts`);
  }
  const count = Math.min(wanted, left);
  if (rows.length >= count) {
    const items = itemsOf(list, rows);
    return { [list.name]: items, ...list.beside(items.length, total) };
  }
  return {
    name: list.name,
    pages: pagesOf(list, { rows }, count),
    beside: (sent: number) => list.beside(sent, total),
  };
}

const itemsOf = (list: ListReader, rows: Listed['rows']): JsonObject[] =>
  rows.map((row) => list.item(row)).filter((item) => item !== undefined);

/**
 * The rows of the next page. They are held in an object so that they can be released: a generator keeps its arguments
 * in memory until it ends.
 */
interface NextPage {
  rows: Listed['rows'];
}

async function* pagesOf(list: ListReader, next: NextPage, count: number): AsyncGenerator<ListPage> {
  for (let sent = 0; next.rows.length > 0;) {
    sent += next.rows.length;
    const last = next.rows.at(-1);
    yield takePage(list, next);
    if (last && sent < count) next.rows = await list.after(last, Math.min(PAGE, count - sent));
  }
}

/**
 * Converts the rows to a page and releases them before the page is sent, so that a slow client does not keep them in
 * memory.
 */
function takePage(list: ListReader, next: NextPage): ListPage {
  const page = listPage(itemsOf(list, next.rows));
  next.rows = [];
  return page;
}

/**
 * The fields that a notification has in every list: the content as stored, with the texts in the user's language first.
 */
export function shown(row: ListedNotification, language: string): JsonObject {
  const { actions, body } = readContent(row.content);
  return {
    notification_uuid: row.notificationUuid,
    actions: actions.map((action) => ({ ...action })),
    body: ownLanguageFirst(body, language).map((entry) => ({ ...entry })),
    create_ts: row.createdAt.toISOString(),
    expiry_timestamp: row.expiryAt.toISOString(),
    create_ts_epoch: row.createdAt.getTime(),
    expiry_timestamp_epoch: row.expiryAt.getTime(),
    enterprise_id: row.enterpriseId,
  };
}
