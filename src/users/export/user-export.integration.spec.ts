import { NotificationUpkeepRepository } from '../../notifications/upkeep/notification-upkeep.repository.js';
import { Tenant } from '../../shared/kernel/index.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { copies, seeded } from '../../../test/support/notifications.js';
import { Phone } from '../../../test/support/phone.js';
import { portalOf } from '../../../test/support/tokens.js';
import { until } from '../../../test/integration/support/until.js';
import { UserExport } from './user-export.service.js';

const MIB = 1024 * 1024;
/** More notifications than the buffers of a connection can hold, so that a slow reader makes the export wait. */
const MANY = 300;

describe('The export of a person', () => {
  let running: TestApplication;
  let people = 0;

  beforeAll(async () => {
    running = await startTestApplication();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => running.close());

  /** Creates a user with many notifications, and a client of the enterprise that exports this user's data. */
  const asked = async (enterpriseId: string) => {
    const tenant = Tenant.of(enterpriseId, false);
    const { user } = await Phone.of(running, `exported${people++}`, {}, { tenant });
    const body = [{ lng: 'en', subject: 'Question', message: 'x'.repeat(60 * 1024) }];
    const { notificationUuid } = await seeded(running, user, { content: { actions: [], body } });
    await copies(running, notificationUuid, MANY - 1);
    const { token } = await portalOf(running, { scopes: ['users:read'], enterpriseId });
    const url = running.url('management', `/v1/users/${user.userId}/export`);
    const get = () => fetch(url, { headers: { authorization: `Bearer ${token}` } });
    return { tenant, user, get };
  };

  it('is one JSON document with every question, and is made in pieces of about a page', async () => {
    const { tenant, user, get } = await asked('long');
    let [longest, whole] = [0, 0];
    for await (const piece of await running.app.get(UserExport).of(tenant, user.userId)) {
      longest = Math.max(longest, piece.length);
      whole += piece.length;
    }
    expect(whole).toBeGreaterThan(16 * MIB);
    expect(longest).toBeLessThan(MIB / 2);
    const answer = await get();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const exported = (await answer.json()) as { notifications: { notification_uuid: string }[] };
    expect(Object.keys(exported)).toEqual(
      expect.arrayContaining(['exportedAt', 'user', 'devices', 'notifications', 'identityVerifications', 'audit']),
    );
    expect(new Set(exported.notifications.map((one) => one.notification_uuid)).size).toBe(MANY);
  });

  it('reads no further while nobody takes what it has made', async () => {
    const [unread, read] = [await asked('unread'), await asked('read')];
    const pages = jest.spyOn(running.app.get(NotificationUpkeepRepository, { strict: false }), 'pageOf');
    const pagesOf = (sub: string) => pages.mock.calls.filter(([of]) => of === sub).length;
    const first = await unread.get();
    await (await read.get()).text();
    expect(pagesOf(read.user.sub)).toBeGreaterThanOrEqual(MANY / 4);
    expect(pagesOf(unread.user.sub)).toBeLessThan(MANY / 5);
    await first.body?.cancel();
  });

  it('runs once at a time for an enterprise, and twice in a process', async () => {
    const [one, two, three] = [await asked('one'), await asked('two'), await asked('three')];
    const first = await one.get();
    const again = await one.get();
    expect([first.status, again.status, again.headers.get('retry-after')]).toEqual([200, 429, '10']);
    const second = await two.get();
    expect([second.status, (await three.get()).status]).toEqual([200, 429]);
    await first.body?.cancel();
    let third: Response | undefined;
    await until(async () => {
      third = await three.get();
      return third.status === 200;
    });
    await Promise.all([second.body?.cancel(), third?.body?.cancel()]);
  });

  it('has no large pages beside it: the check of all seals weighs what it reads, too', async () => {
    const { user } = await asked('checked');
    const upkeep = running.app.get(NotificationUpkeepRepository, { strict: false });
    const [found, weights] = [new Set<string>(), [] as number[]];
    const scope = Tenant.all('a test');
    for (let page = await upkeep.activeAfter(scope); page.length > 0;) {
      weights.push(Buffer.byteLength(JSON.stringify(page)));
      for (const { sub, notificationUuid } of page) if (sub === user.sub) found.add(notificationUuid);
      page = await upkeep.activeAfter(scope, page.at(-1));
    }
    expect(found.size).toBe(MANY);
    expect(Math.max(...weights)).toBeLessThan(MIB / 2);
  });

  it('breaks off where it fails in its middle, so that nobody takes it for whole', async () => {
    const { get } = await asked('broken');
    const repository = running.app.get(NotificationUpkeepRepository, { strict: false });
    const pageOf = repository.pageOf.bind(repository);
    let pages = 0;
    jest.spyOn(repository, 'pageOf').mockImplementation((sub, last) => {
      pages += 1;
      return pages < 3 ? pageOf(sub, last) : Promise.reject(new Error('away'));
    });
    await expect(get().then((answer) => answer.text())).rejects.toThrow();
    expect(pages).toBe(3);
    jest.restoreAllMocks();
    await until(async () => {
      const answer = await get();
      await answer.text();
      return answer.status === 200;
    });
  });
});
