import { Webhook } from 'standardwebhooks';
import { UnitOfWork } from '../../../src/shared/persistence/index.js';
import { Tenant } from '../../../src/shared/kernel/index.js';
import { Webhooks } from '../../../src/webhooks/contract/index.js';
import { LIVE } from '../../support/webhooks.js';
import { scene } from './scene.js';

const DATA = { notification_uuid: 'n-1', status: 'UPDATED' };

describe('Webhooks: callbacks', () => {
  const webhooks = () => scene().running.app.get(Webhooks);
  const callback = (url: string, tenant = LIVE) =>
    scene()
      .running.app.get(UnitOfWork)
      .run((tx) => webhooks().callback(tx, tenant, { url, data: DATA }));
  const stored = async () => (await scene().db.rows('SELECT FROM shared.webhook_delivery')).length;

  describe('A callback', () => {
    it('goes to its own address with the bare body, signed by the endpoint of its origin', async () => {
      const receiver = await scene().receiver();
      const endpoint = await scene().register(receiver.url, []);
      await callback(`${receiver.origin}/elsewhere?order=7`);
      const [webhook] = await receiver.received(1);
      expect(webhook!.path).toBe('/elsewhere?order=7');
      expect(new Webhook(endpoint.secret).verify(webhook!.body, webhook!.headers)).toEqual(DATA);
      expect(await scene().deliveries(endpoint)).toMatchObject([{ type: 'callback', webhookId: webhook!.id }]);
      expect(JSON.stringify(await scene().deliveries(endpoint))).not.toContain('elsewhere');
    });

    it('is taken only where an endpoint of the same tenant has its origin', async () => {
      const receiver = await scene().receiver();
      await scene().register('https://bank.example/hook', []);
      expect(await webhooks().hasOrigin(LIVE, 'https://bank.example:443/other')).toBe(true);
      for (const other of [
        'https://bank.example:8443/hook',
        'https://evil.example/hook',
        'https://bank.example.evil.example/',
        'http://bank.example/hook',
        'no url',
      ]) {
        expect(await webhooks().hasOrigin(LIVE, other)).toBe(false);
      }
      for (const tenant of [Tenant.of('default', true), Tenant.of('rival', false)]) {
        expect(await webhooks().hasOrigin(tenant, 'https://bank.example/hook')).toBe(false);
        await callback('https://bank.example/hook', tenant);
      }
      await callback(receiver.url);
      expect(await stored()).toBe(0);
    });

    it('is not made to an endpoint that is disabled, and uses another one of its origin', async () => {
      const receiver = await scene().receiver();
      const [first, second] = [await scene().register(receiver.url, []), await scene().register(receiver.url, [])];
      await scene().portal.patch(first.path, { enabled: false });
      await callback(receiver.url);
      const [webhook] = await receiver.received(1);
      expect(new Webhook(second.secret).verify(webhook!.body, webhook!.headers)).toEqual(DATA);
      await scene().portal.patch(second.path, { enabled: false });
      await callback(receiver.url);
      expect(await stored()).toBe(1);
      expect(await webhooks().hasOrigin(LIVE, receiver.url)).toBe(true);
    });

    it('is stored with the change that it tells of, or not at all', async () => {
      const { receiver } = await scene().listening();
      const changing = scene()
        .running.app.get(UnitOfWork)
        .run(async (tx) => {
          await webhooks().callback(tx, LIVE, { url: receiver.url, data: DATA });
          throw new Error('the change fails');
        });
      await expect(changing).rejects.toThrow('the change fails');
      expect(await stored()).toBe(0);
    });
  });
});
