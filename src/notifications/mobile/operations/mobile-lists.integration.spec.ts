import { newId } from '../../../shared/kernel/index.js';
import { type Listed, UserNotificationsRepository } from './user-notifications.repository.js';
import type { Notification } from '../../notification/notification.entity.js';
import { copies, newNotification, remade, seeded, storedNotification } from '../../../../test/support/notifications.js';
import { finalStatuses } from '../operations.js';
import { Phone } from '../../../../test/support/phone.js';
import { digestOf } from '../../../../test/support/signed-answer.js';
import {
  alter,
  ask,
  dataOf,
  letPass,
  mobile,
  statusOf,
  told,
  ways,
} from '../../../../test/e2e/notifications/mobile.js';

describe('Lists', () => {
  let users = 0;
  const phoneOf = () => Phone.of(mobile.running, `reader${users++}`);
  const at = (uuid: string, fields: Partial<Notification>) =>
    remade(mobile.running, uuid, (notification) => Object.assign(notification, fields));

  const close = async (phone: Phone, by: string, fields: object = {}): Promise<string> => {
    const uuid = await ask(phone.user, fields);
    if (by === 'cancel') await mobile.portal.post(`/v1/notifications/${uuid}/cancel`);
    else if (by === 'dismiss') await phone.byHttp('DismissNotification', [uuid]);
    else await phone.byHttp('UpdateNotification', [uuid, by]);
    return uuid;
  };

  /** Users with notifications that several tests only read. */
  const longOnes = once(async () => {
    const phone = await phoneOf();
    for (let count = 0; count < 40; count++) await question(phone, 60 * 1024);
    await question(phone, 1_500_000);
    await question(phone, 10);
    return phone;
  });
  const searched = once(async () => {
    const phone = await phoneOf();
    for (const subject of ['Your payment', 'Ein Café in Zürich', '日本語の確認']) {
      const languages = [
        { lng: 'en', subject: 'Question', message: 'Up to you?' },
        { lng: 'xx', subject: 'Nothing', message: subject },
      ];
      await close(phone, 'accept', { body: languages });
    }
    return phone;
  });
  const tooMany = once(async () => {
    const phone = await phoneOf();
    await copies(mobile.running, await close(phone, 'accept'), 10_000);
    return phone;
  });

  describe.each(ways)('GetNotifications %s', (way) => {
    const idsOf = async (phone: Phone, given: unknown): Promise<string[]> =>
      dataOf(await phone[way]('GetNotifications', given)).notifications.map((one: any) => one.notification_uuid);

    it('shows all that a notification says', async () => {
      const phone = await phoneOf();
      const uuid = await ask(phone.user, { expires_in: 300 });
      const { create_ts, expiry_timestamp } = await statusOf(uuid);
      const { body, actions } = newNotification('');
      const outcome = await phone[way]('GetNotifications', [10, '', 1, '', '']);
      expect(outcome.event).toEqual({
        event: 'onGetNotifications',
        response: {
          StatusCode: 100,
          StatusMsg: 'Success',
          ResponseData: {
            notifications: [
              {
                notification_uuid: uuid,
                ds_required: false,
                actions,
                body,
                create_ts,
                expiry_timestamp,
                create_ts_epoch: Date.parse(create_ts),
                expiry_timestamp_epoch: Date.parse(expiry_timestamp),
                action_performed: '',
                enterprise_id: 'default',
                content_digest: digestOf({ body, actions }),
              },
            ],
            start: '1',
            count: '1',
            total: '1',
          },
        },
      });
    });

    it('is an empty list where there is nothing', async () => {
      expect(dataOf(await (await phoneOf())[way]('GetNotifications', [0, '', 1, '', '']))).toEqual({
        notifications: [],
        start: '1',
        count: '0',
        total: '0',
      });
    });

    it('returns pages, newest first, and all for 0', async () => {
      const phone = await phoneOf();
      const asked: string[] = [];
      for (let count = 0; count < 5; count++) asked.unshift(await ask(phone.user));
      const page = async (recordCount: number, startIndex: number) => {
        const data = dataOf(await phone[way]('GetNotifications', { recordCount, startIndex }));
        return [
          data.notifications.map((one: any) => asked.indexOf(one.notification_uuid)),
          data.start,
          data.count,
          data.total,
        ];
      };
      expect(await page(2, 1)).toEqual([[0, 1], '1', '2', '5']);
      expect(await page(2, 3)).toEqual([[2, 3], '3', '2', '5']);
      expect(await page(2, 5)).toEqual([[4], '5', '1', '5']);
      expect(await page(2, 6)).toEqual([[], '6', '0', '5']);
      expect(await page(0, 1)).toEqual([[0, 1, 2, 3, 4], '1', '5', '5']);
      expect(await page(0, 4)).toEqual([[3, 4], '4', '2', '5']);
      expect(await page(1000, 1)).toEqual([[0, 1, 2, 3, 4], '1', '5', '5']);
    });

    it('returns what is longer than a page in one event', async () => {
      const phone = await phoneOf();
      const uuid = await ask(phone.user);
      await copies(mobile.running, uuid, 180);
      for (const [recordCount, expected] of [
        [0, 181],
        [150, 150],
        [1000, 181],
        [100, 100],
        [101, 101],
      ] as const) {
        const data = dataOf(await phone[way]('GetNotifications', [recordCount, '', 1, '', '']));
        expect([data.notifications.length, data.count, data.total]).toEqual([expected, String(expected), '181']);
        expect(new Set(data.notifications.map((one: any) => one.notification_uuid)).size).toBe(expected);
      }
    });

    it('reads at most 1 MiB of contents at once, or one that is longer, and returns all of them', async () => {
      const phone = await longOnes();
      const repository = mobile.running.app.get(UserNotificationsRepository, { strict: false });
      const reads = [jest.spyOn(repository, 'active'), jest.spyOn(repository, 'activeAfter')] as const;
      for (const [recordCount, expected] of [
        [0, 42],
        [30, 30],
        [2, 2],
        [1, 1],
      ] as const) {
        // oxfmt-ignore
        const data = dataOf(await phone[way]('GetNotifications', [recordCount, '', 1, '', '']));
        expect([data.notifications.length, data.count, data.total]).toEqual([expected, String(expected), '42']);
        expect(new Set(data.notifications.map((one: any) => one.notification_uuid)).size).toBe(expected);
      }
      const results = reads.flatMap((spy) =>
        spy.mock.results.map(({ value }) => value as Promise<Listed | Listed['rows']>),
      );
      const pages = (await Promise.all(results)).map((read) => ('rows' in read ? read.rows : read));
      const bytes = (rows: Listed['rows']) => rows.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
      for (const spy of reads) spy.mockRestore();
      expect(pages.length).toBeGreaterThan(6);
      expect(pages.filter((rows) => rows.length > 1 && bytes(rows) > 1024 * 1024)).toEqual([]);
      expect(Math.max(...pages.map(bytes))).toBeGreaterThan(1_500_000);
    });

    it('shows neither those of others, nor of another enterprise, nor what is over', async () => {
      const [phone, other] = [await phoneOf(), await phoneOf()];
      await ask(other.user);
      const cancelled = await ask(phone.user);
      await mobile.portal.post(`/v1/notifications/${cancelled}/cancel`);
      const overdue = await ask(phone.user);
      await letPass(overdue);
      const open = await ask(phone.user);
      expect(await idsOf(phone, [0, '', 1, '', ''])).toEqual([open]);
      expect(await idsOf(phone, [0, 'default', 1, '', ''])).toEqual([open]);
      expect(await idsOf(phone, [0, 'rival', 1, '', ''])).toEqual([]);
    });

    it('goes by the day and the second of creation, both inclusive', async () => {
      const phone = await phoneOf();
      const uuid = await ask(phone.user);
      await at(uuid, { createdAt: new Date('2026-03-29T12:30:15.250Z') });
      const found = async (startDate: string, endDate: string) =>
        (await idsOf(phone, [0, '', 1, startDate, endDate])).length;
      expect(await found('2026-03-29T12:30:15Z', '')).toBe(1);
      expect(await found('2026-03-29T12:30:16Z', '')).toBe(0);
      expect(await found('', '2026-03-29T12:30:15Z')).toBe(1);
      expect(await found('', '2026-03-29T12:30:14Z')).toBe(0);
      expect(await found('2026-03-29', '2026-03-29')).toBe(1);
      expect(await found('2026-03-30', '')).toBe(0);
      expect(await found('', '2026-03-28')).toBe(0);
      expect(await found('2026-03-29T18:00:15IST', '2026-03-29T14:30:15GMT+02:00')).toBe(1);
      expect(await found('2026-03-29T12:30:15EST', '')).toBe(0);
      expect(await found('2026-03-29T12:30:15+0100', '')).toBe(1);
    });

    it.each([
      ['nonsense', ['x', '']],
      ['an unknown zone', ['2026-03-29T12:30:15ABC', '']],
      ['a day that is none', ['2026-02-30', '']],
      ['an end before the start', ['2026-03-29', '2026-03-28']],
    ])('tells code 4 for %s as a date', async (_what, dates) => {
      const outcome = await (await phoneOf())[way]('GetNotifications', [10, '', 1, ...dates]);
      expect(['4 invalid', 'error 4']).toContain(told(outcome));
    });

    it("puts the user's language first, and returns each as it was given", async () => {
      const phone = await phoneOf();
      await mobile.portal.patch(`/v1/users/${phone.user.userId}`, { language: 'de-AT' });
      const body = ['en', 'fr', 'German', 'de-AT'].map((lng) => ({ lng, subject: lng, message: lng }));
      await ask(phone.user, { body });
      const [shown] = dataOf(await phone[way]('GetNotifications', [0, '', 1, '', ''])).notifications;
      expect(shown.body.map((one: any) => one.lng)).toEqual(['de-AT', 'German', 'en', 'fr']);
      expect(digestOf(shown)).toBe(shown.content_digest);
    });

    it('leaves out what was altered, and changes nothing', async () => {
      const phone = await phoneOf();
      const uuid = await ask(phone.user);
      await alter(uuid, `content = replace(content, '25.00', '99.00')`);
      const { notifications, count } = dataOf(await phone[way]('GetNotifications', [0, '', 1, '', '']));
      expect([notifications, count]).toEqual([[], '0']);
      expect(await storedNotification(mobile.running, uuid)).toMatchObject({ status: 'ACTIVE' });
    });
  });

  describe.each(ways)('GetNotificationHistory %s', (way) => {
    const history = async (phone: Phone, given: object = {}) =>
      dataOf(await phone[way]('GetNotificationHistory', { ...ALL, ...given }));
    const idsOf = async (phone: Phone, given: object = {}) =>
      (await history(phone, given)).history.map((one: any) => one.notification_uuid);

    it('shows all that became of a notification, and not those that are open', async () => {
      const phone = await phoneOf();
      await ask(phone.user);
      const uuid = await close(phone, 'accept');
      const { create_ts, update_ts, expiry_timestamp } = await statusOf(uuid);
      const { body, actions } = newNotification('');
      expect(await history(phone)).toEqual({
        history: [
          {
            notification_uuid: uuid,
            status: 'UPDATED',
            signing_status: 'NA',
            actions,
            body,
            action_performed: 'accept',
            create_ts,
            update_ts,
            expiry_timestamp,
            create_ts_epoch: Date.parse(create_ts),
            update_ts_epoch: Date.parse(update_ts),
            expiry_timestamp_epoch: Date.parse(expiry_timestamp),
            enterprise_id: 'default',
          },
        ],
        total_count: 1,
      });
    });

    it('is filtered by status, action, device and dates', async () => {
      const phone = await phoneOf();
      const accepted = await close(phone, 'accept');
      const rejected = await close(phone, 'reject');
      const dismissed = await close(phone, 'dismiss');
      const cancelled = await close(phone, 'cancel');
      const device = newId();
      await at(rejected, { deviceId: device });
      expect(await idsOf(phone)).toEqual([cancelled, dismissed, rejected, accepted]);
      expect(await idsOf(phone, { notificationStatus: 'CANCELLED,UPDATED' })).toEqual([cancelled, rejected, accepted]);
      expect(await idsOf(phone, { notificationStatus: 'UPDATED' })).toEqual([rejected, accepted]);
      expect(await idsOf(phone, { notificationStatus: 'DISMISSED' })).toEqual([dismissed]);
      expect(await idsOf(phone, { notificationStatus: 'CANCELLED' })).toEqual([cancelled]);
      expect(await idsOf(phone, { notificationStatus: 'EXPIRED' })).toEqual([]);
      expect(await idsOf(phone, { actionPerformed: 'accept' })).toEqual([accepted]);
      expect(await idsOf(phone, { actionPerformed: 'ACCEPT' })).toEqual([]);
      expect(await idsOf(phone, { deviceID: device })).toEqual([rejected]);
      expect(await idsOf(phone, { deviceID: device.toUpperCase() })).toEqual([rejected]);
      expect(await idsOf(phone, { deviceID: "x' OR 1=1" })).toEqual([]);
      expect(await idsOf(phone, { enterpriseID: 'rival' })).toEqual([]);
      await at(accepted, { updatedAt: new Date('2025-05-05T05:05:05.500Z') });
      expect(await idsOf(phone, { startDate: '2025-05-05T05:05:05Z', endDate: '2025-05-05T05:05:05Z' })).toEqual([
        accepted,
      ]);
      expect(await idsOf(phone, { endDate: '2025-05-05T05:05:04Z' })).toEqual([]);
      const both = await history(phone, { notificationStatus: 'UPDATED', recordCount: 1, startIndex: 2 });
      expect([both.history.length, both.total_count]).toEqual([1, 2]);
    });

    it.each<[string, string, string[]]>([
      ['message of a language', 'CAFÉ', ['Ein Café in Zürich']],
      ['without accents', 'zurich', ['Ein Café in Zürich']],
      ['with accents that are not there', 'pâyment', ['Your payment']],
      ['in other case', 'PAYMENT', ['Your payment']],
      ['in the middle of a word', 'aymen', ['Your payment']],
      ['one letter', 'ü', ['Ein Café in Zürich', 'Your payment', '日本語の確認']],
      ['in a script without words', '本語', ['日本語の確認']],
      ['full width', 'ＰＡＹ', ['Your payment']],
      ['with the characters of patterns', '100%', []],
      ['any character', '_', []],
    ])('finds what is searched: %s', async (_what, keywordSearch, expected) => {
      const { history: found } = await history(await searched(), { keywordSearch });
      expect(found.map((one: any) => one.body[1].message).sort()).toEqual([...expected].sort());
    });

    it('is code 4 without a status, and shows nothing', async () => {
      const phone = await phoneOf();
      await close(phone, 'accept');
      for (const given of [
        { recordCount: 0, startIndex: 1 },
        { ...ALL, notificationStatus: '' },
        [0, '', 1, '', '', '', '', '', ''],
      ]) {
        // Over a socket an invalid call is refused at once, without an event.
        const refused = { byHttp: '4 invalid', bySocket: 'error 4' }[way];
        expect(told(await phone[way]('GetNotificationHistory', given))).toBe(refused);
      }
    });

    it('is told by code 4 when there are more than 10,000, with a hint', async () => {
      const phone = await tooMany();
      const outcome = await phone[way]('GetNotificationHistory', ALL);
      expect(told(outcome)).toBe('4 invalid');
      expect(outcome.event?.response.StatusMsg).toMatch(/10001.* at most 10000: read them in parts/);
      expect(dataOf(outcome).history).toEqual([]);
      const rest = await history(phone, { startIndex: 2 });
      expect([rest.history.length, rest.total_count]).toEqual([10_000, 10_001]);
      expect(new Set(rest.history.map((one: any) => one.notification_uuid)).size).toBe(10_000);
      const page = await history(phone, { recordCount: 1000, startIndex: 9_500 });
      expect([page.history.length, page.total_count]).toEqual([502, 10_001]);
    });
  });
});

/** Arguments that list all notifications that have ended. */
const ALL = { recordCount: 0, startIndex: 1, notificationStatus: finalStatuses.join(',') };

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** Creates a notification directly in the database, because the API refuses a message of that size. */
const question = (phone: Phone, bytes: number) => {
  const body = [{ lng: 'en', subject: 'Question', message: 'x'.repeat(bytes) }];
  return seeded(mobile.running, phone.user, { content: { actions: [], body }, expiresInSeconds: 3_600 });
};
