import { Tenant } from '../../../src/shared/kernel/index.js';
import { until } from '../../integration/support/until.js';
import { portalOf } from '../../support/tokens.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { NAMED, names, scene } from './scene.js';

describe('Webhooks: names', () => {
  const held = async () => (await scene().db.rows('SELECT FROM shared.job_lane_hold')).length;

  it('Endpoints of one enterprise whose names nobody answers for hinder no other, and the circuit breaker holds them', async () => {
    const { running } = scene();
    const evil = await portalOf(running, { enterpriseId: 'evil', scopes: ['webhooks:read', 'webhooks:write'] });
    for (let n = 0; n < 20; n++) await scene().register(`https://n${n}.evil.example/hook`, undefined, evil);
    const receiver = await WebhookReceiver.startTls(NAMED, names().certificate);
    const endpoint = await scene().register(receiver.url);
    for (let n = 0; n < 5; n++) await scene().emit({ n }, Tenant.of('evil', false));
    await until(() => Promise.resolve(new Set(names().server.asked).size >= 8));
    for (let n = 0; n < 5; n++) {
      await scene().emit({ n });
      await receiver.received(n + 1);
    }
    await until(async () => (await scene().statuses(endpoint)).every((status) => status === 'delivered'));
    await until(async () => (await held()) === 20);
    await receiver.close();
  });
});
