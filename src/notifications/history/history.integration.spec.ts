import { randomUUID } from 'node:crypto';
import { ListingsByDevices } from './listings-by-devices.service.js';
import { Database } from '../../shared/persistence/index.js';
import { Phone } from '../../../test/support/phone.js';
import { newNotification } from '../../../test/support/notifications.js';
import { portalOf } from '../../../test/support/tokens.js';
import { shared, uuidOf } from '../../../test/e2e/notifications/shared.js';

describe('The history of a notification', () => {
  let phone: Phone;
  beforeAll(async () => {
    phone = await Phone.of(shared.running, `history-${randomUUID().slice(0, 8)}`);
  });

  const ask = async (fields: object = {}): Promise<string> =>
    uuidOf(await shared.portal.post('/v1/notifications', newNotification(phone.user.userId, fields)));
  const historyOf = async (uuid: string) => (await shared.portal.get(`/v1/notifications/${uuid}/events`)).body.events;
  const kindsOf = async (uuid: string) => (await historyOf(uuid)).map(({ kind }: { kind: string }) => kind);
  const listed = () => shared.running.app.get(ListingsByDevices, { strict: false }).write();
  const idsOf = async (query: string): Promise<string[]> => {
    const { body } = await shared.portal.get(`/v1/notifications?user_id=${phone.user.userId}&${query}`);
    return body.notifications.map((one: { notification_uuid: string }) => one.notification_uuid);
  };

  it('tells who asked, that a device fetched it once, and how it ended', async () => {
    const uuid = await ask();
    expect(await historyOf(uuid)).toEqual([
      {
        at: expect.stringMatching(/Z$/),
        kind: 'created',
        device_id: null,
        details: { created_by: shared.portal.clientId },
      },
    ]);
    for (let times = 0; times < 3; times++) {
      await phone.byHttp('GetNotifications', [10, '', 1, '', '']);
      await listed();
    }
    expect(await kindsOf(uuid)).toEqual(['created', 'listed']);
    await phone.byHttp('UpdateNotification', [uuid, 'accept']);
    expect((await historyOf(uuid)).at(-1)).toMatchObject({
      kind: 'closed',
      details: { status: 'UPDATED', action_response: 'accept' },
    });
  });

  it('tells of step-ups, those that failed too', async () => {
    const actions = [{ label: 'Approve', action: 'accept', authlevel: 1 }];
    const uuid = await ask({ actions });
    const begun = await phone.byHttp('BeginStepUp', [uuid, 'accept']);
    const asked = (await historyOf(uuid)).filter(({ kind }: { kind: string }) => kind === 'step-up-asked');
    expect(begun).toBeDefined();
    expect(asked).toMatchObject([{ details: { action: 'accept' } }]);
  });

  it('tells what comes after a step-up that was begun very often', async () => {
    const actions = [{ label: 'Approve', action: 'accept', authlevel: 1 }];
    const uuid = await ask({ actions });
    for (let times = 0; times < 25; times++) await phone.byHttp('BeginStepUp', [uuid, 'accept']);
    await phone.byHttp('GetNotifications', [10, '', 1, '', '']);
    await listed();
    expect(await kindsOf(uuid)).toEqual(['created', ...Array(20).fill('step-up-asked'), 'listed']);
  });

  it('is nobody else’s, and goes with the notification', async () => {
    const uuid = await ask();
    const stranger = await portalOf(shared.running, { scopes: ['notifications:read'], enterpriseId: 'rival' });
    expect((await stranger.get(`/v1/notifications/${uuid}/events`)).status).toBe(404);
    expect((await shared.portal.get(`/v1/notifications/${randomUUID()}/events`)).status).toBe(404);
    expect((await shared.portal.get('/v1/notifications/none/events')).status).toBe(404);
  });

  it('is found by answer, by several states, by device and by template', async () => {
    const [yes, open, gone] = [await ask(), await ask(), await ask()];
    await phone.byHttp('UpdateNotification', [yes, 'accept']);
    await shared.portal.post(`/v1/notifications/${gone}/cancel`);
    const within = async (query: string) => (await idsOf(query)).filter((id) => [yes, open, gone].includes(id));
    expect(await within('action_response=accept')).toEqual([yes]);
    expect(await within('action_response=accept&status=CANCELLED')).toEqual([]);
    expect(await within('status=UPDATED&status=CANCELLED')).toEqual([gone, yes]);
    expect(await within('delivery_status=NONE&status=ACTIVE')).toEqual([open]);
    expect(await within('delivery_status=NOTIFIED')).toEqual([]);
    expect(await within(`device_id=${randomUUID()}`)).toEqual([]);
    const all = await shared.portal.get('/v1/notifications?status=UPDATED&status=CANCELLED&limit=2');
    const next = await shared.portal.get(
      `/v1/notifications?status=UPDATED&status=CANCELLED&limit=2&cursor=${all.body.next}`,
    );
    const seen = [...all.body.notifications, ...next.body.notifications].map(
      ({ status }: { status: string }) => status,
    );
    expect(seen.every((status) => ['UPDATED', 'CANCELLED'].includes(status))).toBe(true);

    const template_id = `t-${randomUUID()}`;
    const body = [{ lng: 'en', subject: 'A “quoted” \\ subject', message: 'x' }];
    await shared.portal.post('/v1/notificationTemplates', { template_id, variables: [], body });
    const made = await ask({ body: undefined, template_id, values: {} });
    const { body: found } = await shared.portal.get(`/v1/notifications?template_id=${template_id}`);
    expect(found.notifications).toMatchObject([
      { notification_uuid: made, subject: 'A “quoted” \\ subject', template: { template_id, version: 1 } },
    ]);
    expect((await shared.portal.get(`/v1/notifications/${made}`)).body.template).toEqual({ template_id, version: 1 });
  });

  it('stays readable where somebody has altered the content beyond reading', async () => {
    const uuid = await ask();
    await shared.running.app
      .get(Database)
      .rows(`UPDATE notifications.notification SET content = 'no JSON' WHERE notification_uuid = $1`, [uuid]);
    const { status, body } = await shared.portal.get(`/v1/notifications/${uuid}`);
    expect([status, body.status, body.body, body.actions]).toEqual([200, 'TAMPERED', [], []]);
    const list = await shared.portal.get(`/v1/notifications?msg_id=${body.msg_id}`);
    expect(list.body.notifications).toMatchObject([{ notification_uuid: uuid, subject: null }]);
  });
});
