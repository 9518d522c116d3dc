import { createECDH, randomBytes } from 'node:crypto';
import { OutboxRelay } from '../../../src/shared/events/index.js';
import { CredentialsChanged } from '../../../src/auth/contract/index.js';
import { Database, UnitOfWork } from '../../../src/shared/persistence/index.js';
import { Devices, type UserRef } from '../../../src/users/contract/index.js';
import { gate } from '../../integration/support/until.js';
import { registerDevice, TestDevice } from '../../support/devices.js';
import { addressee, newNotification } from '../../support/notifications.js';
import { portalOf, type Portal } from '../../support/tokens.js';
import { answering, WebhookReceiver } from '../../support/webhook-receiver.js';
import { shared, until, uuidOf } from './shared.js';

describe('Push', () => {
  let service: WebhookReceiver;
  let administrator: Portal;

  beforeAll(async () => {
    service = await WebhookReceiver.start();
    const scopes = ['enterprises:read', 'enterprises:write'];
    administrator = await portalOf(shared.running, { scopes, administrator: true });
  });
  beforeEach(() => {
    service.got.splice(0);
    service.answer = answering(201);
  });
  afterAll(() => service.close());

  /** A browser that has subscribed at the push service, under this path. */
  async function subscribed(user: UserRef, path: string): Promise<string> {
    const keys = createECDH('prime256v1');
    const p256dh = keys.generateKeys().toString('base64url');
    const pushToken = JSON.stringify({
      endpoint: `${service.origin}${path}`,
      keys: { p256dh, auth: randomBytes(16).toString('base64url') },
    });
    const device = new TestDevice();
    await looksForNoOthers(user);
    const { deviceId } = await registerDevice(shared.running, user.sub, { device, platform: 'web', pushToken });
    await looksForNoOthers(user);
    return deviceId;
  }
  /** The others of a new device are looked up after its registration: one that comes meanwhile would be among them. */
  async function looksForNoOthers({ sub }: UserRef): Promise<void> {
    await shared.running.app.get(OutboxRelay).idle();
    const looks = `SELECT 1 AS one FROM shared.job
      WHERE kind = 'notifications/push-new-device' AND payload->>'sub' = $1`;
    await until(async () => (await shared.running.app.get(Database).one(looks, [sub])) === undefined);
  }
  /** The device before it is told of it, which is no matter of these tests. */
  async function subscribedBeside(user: UserRef, path: string): Promise<void> {
    await subscribed(user, path);
    await service.received(1);
    service.got.splice(0);
  }
  const ask = async (user: UserRef, fields: object = {}) =>
    uuidOf(await shared.portal.post('/v1/notifications', newNotification(user.userId, fields)));
  const delivery = async (uuid: string): Promise<string> =>
    (await shared.portal.get(`/v1/notifications/${uuid}`)).body.delivery_status;
  const becomes = (uuid: string, status: string) => until(async () => (await delivery(uuid)) === status);

  it('every device is hinted at', async () => {
    const user = await addressee(shared.running);
    await subscribed(user, '/one');
    await subscribedBeside(user, '/two');
    await becomes(await ask(user), 'NOTIFIED');
    expect(service.got.map(({ path }) => path).sort()).toEqual(['/one', '/two']);
  });

  it('a push with the longest text is no longer than push services accept', async () => {
    const user = await addressee(shared.running);
    await subscribed(user, '/long');
    await ask(user, { notification_msg: { subject: '🙂'.repeat(255), message: '🙂'.repeat(1_000) } });
    const [push] = await service.received(1);
    expect(Number(push?.headers['content-length'])).toBeLessThanOrEqual(4_096);
  });

  it('the others are told of a new device, once, whatever the hour', async () => {
    const user = await addressee(shared.running);
    await subscribed(user, '/first');
    await subscribed(user, '/second');
    await service.received(1);
    await subscribed(user, '/third');
    await service.received(3);
    expect(service.got.map(({ path }) => path).sort()).toEqual(['/first', '/first', '/second']);
  });

  it('every device is told once that the user signs in by something else', async () => {
    const user = await addressee(shared.running);
    await subscribed(user, '/first');
    await subscribedBeside(user, '/second');
    const { sub, enterpriseId } = user;
    const event = new CredentialsChanged({ sub, enterpriseId, change: 'passkeyRemoved' });
    await shared.running.app.get(UnitOfWork).run((tx) => {
      tx.record(event);
      return Promise.resolve();
    });
    await service.received(2);
    expect(service.got.map(({ path }) => path).sort()).toEqual(['/first', '/second']);
  });

  it('an address that is no more is forgotten, and the others count', async () => {
    const user = await addressee(shared.running);
    const gone = await subscribed(user, '/gone');
    await subscribedBeside(user, '/here');
    service.answer = ({ path }, response) => response.writeHead(path === '/gone' ? 410 : 201).end();
    await becomes(await ask(user), 'PARTIALLY_NOTIFIED');
    await until(async () => (await shared.running.app.get(Devices).pushTargets(user.sub)).length === 1);
    const [left] = await shared.running.app.get(Devices).pushTargets(user.sub);
    expect(left?.deviceId).not.toBe(gone);
    await becomes(await ask(user), 'NOTIFIED');
  });

  it('nobody is hinted at by a service that refuses', async () => {
    const user = await addressee(shared.running);
    await subscribed(user, '/refused');
    service.answer = answering(400);
    await becomes(await ask(user), 'FAILED_TO_NOTIFY');
  });

  it('a service that is out of order is tried again', async () => {
    const user = await addressee(shared.running);
    await subscribed(user, '/again');
    const again = gate();
    service.answer = (_webhook, response) => {
      if (service.got.length === 1) response.writeHead(503).end();
      else void again.passed.then(() => response.writeHead(201).end());
    };
    const uuid = await ask(user);
    await service.received(1);
    expect(await delivery(uuid)).toBe('NONE');
    again.open();
    await becomes(uuid, 'NOTIFIED');
    expect(service.got).toHaveLength(2);
  });

  it('a user who has no address is sent nothing, and the notification is there all the same', async () => {
    const user = await addressee(shared.running);
    const uuid = await ask(user);
    expect(await delivery(uuid)).toBe('NONE');
    expect(service.got).toEqual([]);
  });

  describe('In quiet hours', () => {
    const time = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
    const quiet = (quietHours: object | null) => administrator.patch('/v1/enterprises/default', { quietHours });
    const waiting = (uuid: string) =>
      shared.running.app.get(Database).rows<{ dueAt: Date }>(
        `SELECT due_at AS "dueAt" FROM shared.job
           WHERE kind = 'notifications/push' AND payload->>'notificationUuid' = $1`,
        [uuid],
      );
    afterEach(() => quiet(null));

    it('nobody is hinted at before they end', async () => {
      const user = await addressee(shared.running);
      await subscribed(user, '/later');
      await quiet({ from: time(-30), to: time(30), timeZone: 'UTC' });
      const uuid = await ask(user, { expires_in: 86_400 });
      const [{ dueAt } = { dueAt: new Date(0) }] = await waiting(uuid);
      expect(dueAt.getTime() - Date.now()).toBeGreaterThan(28 * 60_000);
      expect(dueAt.getTime() - Date.now()).toBeLessThanOrEqual(30 * 60_000);
      expect((await shared.portal.get(`/v1/notifications/${uuid}`)).body.status).toBe('ACTIVE');
    });

    it('nobody is hinted at at all who could not answer any more', async () => {
      const user = await addressee(shared.running);
      await subscribed(user, '/never');
      await quiet({ from: time(-30), to: time(30), timeZone: 'UTC' });
      expect(await waiting(await ask(user, { expires_in: 60 }))).toEqual([]);
    });
  });
});
