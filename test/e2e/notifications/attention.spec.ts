import { randomUUID } from 'node:crypto';
import { Database } from '../../../src/shared/persistence/index.js';
import { newNotification } from '../../support/notifications.js';
import { TestOperator } from '../../support/operators.js';
import { Phone } from '../../support/phone.js';
import { portalOf } from '../../support/tokens.js';
import { shared, uuidOf } from './shared.js';

describe('What needs people', () => {
  const sees = async (options: object) => {
    const portal = await portalOf(shared.running, { scopes: ['figures:read'], ...options });
    const { status, body } = await portal.get('/v1/attention');
    expect(status).toBe(200);
    return new Map<string, any>(body.attention.map((need: { kind: string }) => [need.kind, need]));
  };

  it('names what there is for people to look at, to each enterprise its own', async () => {
    const phone = await Phone.of(shared.running, `worried-${randomUUID().slice(0, 8)}`);
    const actions = [{ label: 'Not me', action: 'fraud', authlevel: 0 }];
    const uuid = uuidOf(await shared.portal.post('/v1/notifications', newNotification(phone.user.userId, { actions })));
    await phone.byHttp('UpdateNotification', [uuid, 'fraud']);
    const url = `http://127.0.0.1:9/${randomUUID()}`;
    const { body: endpoint } = await shared.portal.post('/v1/webhookEndpoints', { url, eventTypes: [] });
    const db = shared.running.app.get(Database);
    await db.rows(`UPDATE shared.webhook_endpoint SET failing_since = '2026-01-31T09:30:00Z' WHERE endpoint_id = $1`, [
      endpoint.endpointId,
    ]);
    const own = await sees({});
    expect(own.get('notifications.fraud')).toMatchObject({ count: expect.any(Number), severity: 'critical' });
    expect(own.get('webhooks.failing')).toMatchObject({ oldest: '2026-01-31T09:30:00.000Z', severity: 'warning' });
    expect([...(await sees({ enterpriseId: 'rival' })).keys()]).toEqual([]);
    expect([...(await sees({ test: true })).keys()]).not.toContain('webhooks.failing');
    await shared.portal.delete(`/v1/webhookEndpoints/${endpoint.endpointId}`);
  });

  it('names what is wrong with the whole service to those who run it alone', async () => {
    const db = shared.running.app.get(Database);
    const id = randomUUID();
    await db.rows(
      `INSERT INTO shared.job (id, kind, payload, due_at, parked_at) VALUES ($1, 'testing/parked', '{}', now(), now())`,
      [id],
    );
    expect((await sees({ administrator: true })).get('jobs.parked')).toEqual({
      ...{ kind: 'jobs.parked', count: expect.any(Number), oldest: null, severity: 'critical' },
    });
    expect([...(await sees({})).keys()]).not.toContain('jobs.parked');
    const asOwnerOf = async (enterpriseId: string) => {
      const owner = await TestOperator.with(shared.running, [{ enterpriseId, side: 'both', role: 'owner' }]);
      return JSON.stringify((await owner.get('/api/v1/attention')).body);
    };
    expect(await asOwnerOf('*')).toContain('jobs.parked');
    expect(await asOwnerOf('default')).not.toContain('jobs.parked');
    await db.rows('DELETE FROM shared.job WHERE id = $1', [id]);
    const without = await portalOf(shared.running, { scopes: ['users:read'] });
    expect((await without.get('/v1/attention')).status).toBe(403);
  });
});
