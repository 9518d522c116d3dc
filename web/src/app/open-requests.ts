import type { ActiveNotification, Client } from '@countersign/client';

const AT_ONCE = 200;
const MOST_PARTS = 5;

export interface OpenRequests {
  readonly items: readonly ActiveNotification[];
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

export const stillOpen = (items: readonly ActiveNotification[], over: ReadonlySet<string>): ActiveNotification[] =>
  items.filter(({ notification_uuid: uuid }) => !over.has(uuid));
