import type { ActiveNotification, Change, Client } from '@countersign/client';
import { announce } from './announce.js';
import { t } from './language.js';
import type { Loaded } from './state.js';

type Requests = readonly ActiveNotification[];

const AT_ONCE = 200;
const MOST_PARTS = 5;

export interface OpenRequests {
  readonly items: Requests;
  /** Whether `items` contains all open requests. */
  readonly whole: boolean;
}

/**
 * Reads all open requests, page by page, because the service limits the size of a page. Leaves out requests that end
 * before the last page arrives.
 */
export async function openRequests(
  { notifications }: Pick<Client, 'notifications'>,
  over: ReadonlySet<string>,
): Promise<OpenRequests> {
  const found = new Map<string, ActiveNotification>();
  for (let part = 0, start = 1; part < MOST_PARTS; part += 1) {
    const { items, total } = await notifications.list({ count: AT_ONCE, start });
    for (const item of items) found.set(item.notification_uuid, item);
    start += items.length;
    if (items.length === 0 || start > total) return { items: stillOpen([...found.values()], over), whole: true };
  }
  return { items: stillOpen([...found.values()], over), whole: false };
}

export const stillOpen = (items: Requests, over: ReadonlySet<string>): ActiveNotification[] =>
  items.filter(({ notification_uuid: uuid }) => !over.has(uuid));

/** The ids of the requests that have ended, each with its final status. */
export const endedIn = (changes: readonly Change[]) =>
  changes.flatMap(({ notification_uuid: uuid, status }) => (status === 'ACTIVE' ? [] : [[uuid, status] as const]));

/** Announces a new request. The first list after the start announces none. */
export function announceNew(former: Loaded<Requests>, items: Requests): void {
  if (former.state !== 'ready') return;
  const known = new Set(former.items.map(({ notification_uuid: uuid }) => uuid));
  const fresh = items.find(({ notification_uuid: uuid }) => !known.has(uuid));
  if (fresh) announce(t('newRequest', { subject: fresh.body[0]?.subject ?? '' }));
}
