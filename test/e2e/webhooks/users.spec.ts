import { UserLockout } from '../../../src/users/contract/index.js';
import { newUser } from '../../support/someone.js';
import { Someone } from '../../support/leveled-user.js';
import { portalOf, type Portal } from '../../support/tokens.js';
import { until } from '../../integration/support/until.js';
import { scene } from './scene.js';

describe('Webhooks: users', () => {
  let portal: Portal;
  const scopes = ['users:read', 'users:write', 'webhooks:read', 'webhooks:write'];

  const told = async (fields: object = {}, by = portal) => {
    const receiver = await scene().receiver();
    await scene().register(receiver.url, ['user.status_changed'], by);
    const userId = `w-${Math.random().toString(36).slice(2)}`;
    await by.post('/v1/users', newUser(userId, fields));
    const messages = () => receiver.got.map(({ body }) => JSON.parse(body) as { type: string; data: object });
    return { receiver, userId, messages };
  };

  beforeAll(async () => {
    portal = await portalOf(scene().running, { scopes });
  });

  describe('A change of status', () => {
    it('is told once, with the change, when the enterprise makes it', async () => {
      const { receiver, userId, messages } = await told();
      const status = (verb: string) => portal.put(`/v1/users/${userId}/status`, { status: verb });
      expect((await status('BLOCKED')).status).toBe(200);
      await receiver.received(1);
      expect((await status('BLOCKED')).status).toBe(200); // changes nothing
      expect((await status('UNBLOCK')).status).toBe(200);
      await receiver.received(2);
      const data = { userId, changedBy: 'enterprise', test: false };
      expect(messages().map((message) => message.data)).toEqual([
        { ...data, status: 'BLOCKED', previousStatus: 'CREATED' },
        { ...data, status: 'CREATED', previousStatus: 'BLOCKED' },
      ]);
    });

    it('is told too when used-up attempts make it', async () => {
      const { receiver, userId, messages } = await told();
      const [user] = await scene().db.rows<{ sub: string }>('SELECT sub FROM users."user" WHERE user_id = $1', [
        userId,
      ]);
      await scene().running.app.get(UserLockout).block(user!.sub);
      await receiver.received(1);
      expect(messages()[0]).toMatchObject({
        type: 'user.status_changed',
        data: { userId, status: 'BLOCKED', changedBy: 'attempts' },
      });
    });

    it('that is refused is not told', async () => {
      const { receiver, userId } = await told({ preferredStatus: 'ONBOARDING' });
      expect((await portal.put(`/v1/users/${userId}/status`, { status: 'PAUSED' })).status).toBe(409);
      expect((await portal.put(`/v1/users/${userId}/status`, { status: 'DELETED' })).status).toBe(200);
      await receiver.received(1);
      expect(receiver.got).toHaveLength(1);
    });

    it('is told to endpoints of test clients only when it is of a test user', async () => {
      const tests = await portalOf(scene().running, { scopes, test: true });
      const [live, test] = [await told(), await told({}, tests)];
      await tests.put(`/v1/users/${test.userId}/status`, { status: 'BLOCKED' });
      await test.receiver.received(1);
      await portal.put(`/v1/users/${live.userId}/status`, { status: 'BLOCKED' });
      await live.receiver.received(1);
      await until(
        async () =>
          (await scene().db.rows(`SELECT FROM shared.webhook_delivery WHERE status = 'waiting'`)).length === 0,
      );
      expect([live.receiver.got.length, test.receiver.got.length]).toEqual([1, 1]);
      expect(test.messages()[0]?.data).toMatchObject({ test: true });
    });
  });

  describe('A change of how a user signs in', () => {
    it('is told with the factor, and who changed it', async () => {
      const receiver = await scene().receiver();
      await scene().register(receiver.url, ['user.factor_changed'], portal);
      const { userId, phone } = await Someone.with(scene().running, { passkey: true, totp: true, phone: true });
      const { totp } = (await portal.get(`/v1/users/${userId}/export`)).body;
      expect(totp).toEqual({ createdTs: expect.any(String), lastUsedTs: expect.any(String) });
      const [passkey] = (await portal.get(`/v1/users/${userId}/credentials`)).body.passkeys;
      expect((await portal.delete(`/v1/users/${userId}/totp`)).status).toBe(204);
      expect((await portal.delete(`/v1/users/${userId}/passkeys/${passkey.id}`)).status).toBe(204);
      expect((await portal.delete(`/v1/users/${userId}/devices/${phone!.deviceId}`)).status).toBe(204);
      await receiver.received(4);
      const messages = receiver.got.map(({ body }) => JSON.parse(body) as { type: string; data: object });
      const changes = [
        { factor: 'totp', change: 'removed', changedBy: 'enterprise' },
        { factor: 'passkey', change: 'removed', changedBy: 'enterprise' },
        { factor: 'device', change: 'added', changedBy: 'user' },
        { factor: 'device', change: 'removed', changedBy: 'enterprise' },
      ];
      const expected = changes.map((change) => ({
        type: 'user.factor_changed',
        data: { userId, ...change, test: false },
      }));
      expect(messages.map(({ type, data }) => ({ type, data }))).toEqual(expect.arrayContaining(expected));
      expect(messages).toHaveLength(4);
    });
  });
});
