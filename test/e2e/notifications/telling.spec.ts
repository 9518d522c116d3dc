import { until } from '../../integration/support/until.js';
import { Webhook } from 'standardwebhooks';
import { NotificationClosed } from '../../../src/notifications/contract/index.js';
import { NotificationRepository } from '../../../src/notifications/notification/notification.repository.js';
import { Database, UnitOfWork } from '../../../src/shared/persistence/index.js';
import type { UserRef } from '../../../src/users/contract/index.js';
import { registerDevice } from '../../support/devices.js';
import { addressee, newNotification } from '../../support/notifications.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { shared, uuidOf } from './shared.js';

const TYPES = ['notification.closed', 'notification.fraud_reported', 'device.registered'];

async function answer(uuid: string, user: UserRef, response: string): Promise<void> {
  await shared.running.app.get(UnitOfWork).run(async (tx) => {
    const notifications = shared.running.app.get(NotificationRepository);
    const notification = await notifications.lockOfUser(tx, user.sub, uuid);
    const facts = {
      signatureVerified: false,
      stepUpDone: false,
      deviceId: null,
      clientIp: '192.0.2.1',
      evidence: null,
    };
    notification!.answer({ response, ...facts }, new Date());
    await notifications.save(tx, notification!);
  });
}

describe('What enterprises are told', () => {
  let receiver: WebhookReceiver;
  let secret: string;
  let endpointPath: string;
  let jane: UserRef;

  const ask = async (fields: object = {}) =>
    uuidOf(await shared.portal.post('/v1/notifications', newNotification(jane.userId, fields)));
  const bodies = (path: string) =>
    receiver.got
      .filter((one) => one.path === path)
      .map(({ body }) => JSON.parse(body) as { type: string; data: object });

  beforeAll(async () => {
    jane = await addressee(shared.running);
    receiver = await WebhookReceiver.start();
    const { body } = await shared.portal.post('/v1/webhookEndpoints', { url: receiver.url, eventTypes: TYPES });
    secret = body.secret;
    endpointPath = `/v1/webhookEndpoints/${body.endpointId}`;
  });
  beforeEach(() => void receiver.got.splice(0));
  afterAll(async () => {
    await shared.portal.delete(endpointPath);
    await receiver.close();
  });

  it('an enterprise is told of the end of a notification as the status answer shows it', async () => {
    const uuid = await ask();
    const { body } = await shared.portal.post(`/v1/notifications/${uuid}/cancel`);
    const [told] = await receiver.received(1);
    new Webhook(secret).verify(told!.body, told!.headers);
    const { body: deliveries } = await shared.portal.get(`/v1/webhookDeliveries?about=${uuid}`);
    expect(deliveries.deliveries).toMatchObject([{ type: 'notification.closed', about: uuid, userId: body.user_id }]);
    expect((await shared.portal.get(`/v1/notifications/${uuid}`)).body).toMatchObject(body);
    expect(JSON.parse(told!.body)).toEqual({
      type: 'notification.closed',
      timestamp: expect.stringMatching(/Z$/),
      data: body,
    });
  });

  it('an enterprise is told nothing that was altered since', async () => {
    const url = `${receiver.origin}/answers?of=2`;
    const uuid = await ask({ callback_url: url });
    const { app } = shared.running;
    const closed = { ...jane, notificationUuid: uuid, status: 'UPDATED', by: 'answer' } as const;
    await answer(uuid, jane, 'reject');
    await receiver.received(2);
    receiver.got.splice(0);
    await app
      .get(Database)
      .rows(`UPDATE notifications.notification SET action_response = 'accept' WHERE notification_uuid = $1`, [uuid]);
    await app.get(UnitOfWork).run((tx) => {
      tx.record(new NotificationClosed(closed));
      return Promise.resolve();
    });
    await receiver.received(2);
    for (const { body } of receiver.got) {
      const { data = JSON.parse(body) } = JSON.parse(body);
      expect(data).toMatchObject({ status: 'TAMPERED', action_response: 'NONE', is_ds_verified: false });
    }
  });

  it('the callback of a notification gets the bare status, signed with the secret of its origin', async () => {
    const uuid = await ask({ callback_url: `${receiver.origin}/answers?of=1` });
    await answer(uuid, jane, 'accept');
    await receiver.received(2);
    const callback = receiver.got.find(({ path }) => path === '/answers?of=1');
    new Webhook(secret).verify(callback!.body, callback!.headers);
    expect(JSON.parse(callback!.body)).toMatchObject({
      notification_uuid: uuid,
      status: 'UPDATED',
      action_response: 'accept',
      client_ip_address: '192.0.2.1',
    });
    expect(bodies('/hook').map(({ type }) => type)).toEqual(['notification.closed']);
  });

  it('a callback that is answered with 410 does not disable the endpoint of its origin', async () => {
    const uuid = await ask({ callback_url: `${receiver.origin}/answers?of=gone` });
    receiver.answer = ({ path }, response) => response.writeHead(path === '/hook' ? 204 : 410).end();
    await answer(uuid, jane, 'accept');
    await receiver.received(2);
    const attempts = async () => {
      const { body } = await shared.portal.get(`/v1/webhookDeliveries?about=${uuid}`);
      return body.deliveries.flatMap((one: any) => one.attempts.map(({ status }: any) => status));
    };
    await until(async () => (await attempts()).length === 2);
    expect((await attempts()).toSorted()).toEqual([204, 410]);
    const disabled = `SELECT FROM shared.webhook_endpoint WHERE disabled_by = 'receiver'`;
    expect(await shared.running.app.get(Database).rows(disabled)).toEqual([]);
  });

  it.each([
    'http://user:secret@127.0.0.1',
    'http://@127.0.0.1',
    'http:///127.0.0.1',
    'http:\\\\127.0.0.1',
    'http://2130706433',
    'https://127.0.0.1',
    'http://127.0.0.1.example',
  ])('a callback elsewhere is refused: %s', async (origin) => {
    const { port } = new URL(receiver.origin);
    const refused = await shared.portal.post(
      '/v1/notifications',
      newNotification(jane.userId, { callback_url: `${origin}:${port}/answers` }),
    );
    expect([refused.status, refused.body.errors?.[0].pointer]).toEqual([422, '/callback_url']);
  });

  it('a fraud is told besides, once', async () => {
    const actions = [{ label: 'It was not me', action: 'fraud', authlevel: 0 }];
    const uuid = await ask({ actions });
    await answer(uuid, jane, 'fraud');
    await receiver.received(2);
    expect(
      bodies('/hook')
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['notification.closed', 'notification.fraud_reported']);
    for (const { data } of bodies('/hook'))
      expect(data).toMatchObject({ notification_uuid: uuid, action_response: 'fraud' });
  });

  it('a new device is told', async () => {
    const { deviceId } = await registerDevice(shared.running, jane.sub, { name: 'Tablet' });
    await receiver.received(1);
    expect(bodies('/hook')).toEqual([
      {
        type: 'device.registered',
        timestamp: expect.stringMatching(/Z$/),
        data: { userId: jane.userId, deviceId, name: 'Tablet', platform: 'ios', registeredTs: expect.any(Number) },
      },
    ]);
  });
});
