import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type ListReader, read } from './listing.reader.js';
import type { Listing } from '../mobile-event.js';
import type { ListedNotification } from './user-notifications.repository.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const row = (notificationUuid: string) => ({ notificationUuid }) as ListedNotification;

describe('A list that is longer than a page', () => {
  it('frees the rows of each page before the page is sent', async () => {
    const firstRows: WeakRef<object>[] = [];
    const page = (from: number) => {
      const rows = [row(String(from)), row(String(from + 1))];
      firstRows.push(new WeakRef(rows[0] ?? {}));
      return rows;
    };
    const list: ListReader = {
      name: 'notifications',
      first: async () => ({ total: 6, rows: page(1) }),
      after: async ({ notificationUuid }) => page(Number(notificationUuid) + 1),
      item: ({ notificationUuid }) => ({ notificationUuid }),
      beside: (count) => ({ count }),
    };
    const { pages } = (await read(list, 1, 0)) as unknown as Listing;
    const sent: string[] = [];
    for await (const { json } of pages) {
      sent.push(json.toString());
      await setImmediate();
      collectGarbage();
      expect(firstRows.map((ref) => ref.deref())).toEqual(firstRows.map(() => undefined));
    }
    expect(JSON.parse(`[${sent.join(',')}]`)).toHaveLength(6);
  });
});
