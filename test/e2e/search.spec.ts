import { randomUUID } from 'node:crypto';
import { AuditLog } from '../../src/audit/contract/index.js';
import { Database } from '../../src/shared/persistence/index.js';
import { newId, Tenant } from '../../src/shared/kernel/index.js';
import { startTestApplication, type TestApplication } from '../support/application.js';
import { newNotification } from '../support/notifications.js';
import { TestOperator } from '../support/operators.js';
import { Phone } from '../support/phone.js';
import { newUser } from '../support/someone.js';
import { portalOf, type Portal, type PortalOptions } from '../support/tokens.js';

describe('Search', () => {
  const READ = ['users', 'idv', 'notifications', 'webhooks', 'clients', 'audit'].map((what) => `${what}:read`);
  const scopes = [...READ, 'users:write', 'notifications:write', 'webhooks:write', 'idv:write'];
  const LIVE = Tenant.of('default', false);

  let running: TestApplication;
  let db: Database;
  let portal: Portal;
  /** What there is to find, by the kind of its hit. */
  const ids: Record<string, string> = {};

  const portalWith = (options: Partial<PortalOptions>) => portalOf(running, { scopes, ...options });

  async function hitsOf(q: string, by: Pick<Portal, 'get'> = portal): Promise<any[]> {
    const { status, body } = await by.get(`/v1/search?${new URLSearchParams({ q }).toString()}`);
    expect({ status, body }).toMatchObject({ status: 200, body: { hits: expect.any(Array) } });
    return body.hits;
  }
  const kindsOf = async (q: string, by?: Pick<Portal, 'get'>) => (await hitsOf(q, by)).map(({ kind }) => kind);

  async function fill(): Promise<void> {
    const phone = await (await Phone.of(running, 'grace.hopper')).registered();
    const { userId } = phone.user;
    await portal.patch(`/v1/users/${userId}`, {
      firstName: 'Grace',
      lastName: 'Hopper',
      emailId: 'grace@navy.example',
    });
    const asked = await portal.post('/v1/notifications', newNotification(userId, { msg_id: 'order-2026-000123' }));
    const { devices } = (await portal.get(`/v1/users/${userId}/devices`)).body;
    const url = `https://hooks.example/${randomUUID()}`;
    const { body: endpoint } = await portal.post('/v1/webhookEndpoints', { url, eventTypes: [] });
    const delivery = newId();
    await db.rows(
      `INSERT INTO shared.webhook_delivery
       (delivery_id, enterprise_id, test, endpoint_id, event_id, type, sealed_content, status, given_up_at)
     VALUES ($1, 'default', false, $2, $3, 'users.status-changed', '', 'failed', now())`,
      [delivery, endpoint.endpointId, newId()],
    );
    await portal.post('/v1/users', newUser('verifying', { preferredStatus: 'ONBOARDING' }));
    await portal.post('/v1/idvWebTokens', { userId: 'verifying', redirectUrl: 'https://bank.example/back' });
    const session = await db.one<{ id: string }>(
      `SELECT session_id AS id FROM idv.session WHERE user_id = 'verifying'`,
    );
    const user = await db.one<{ sub: string }>(`SELECT sub FROM users."user" WHERE user_id = 'grace.hopper'`);
    await running.app.get(AuditLog).record({ kind: 'testing.noted', tenant: LIVE, subject: user!.sub });
    const entry = await db.one<{ id: string }>(`SELECT id FROM shared.audit_entry WHERE kind = 'testing.noted'`);
    Object.assign(ids, {
      user: user!.sub,
      notification: asked.body.notification_uuid,
      device: devices[0].deviceId,
      webhookEndpoint: endpoint.endpointId,
      webhookDelivery: delivery,
      idvSession: session!.id,
      auditEvent: entry!.id,
      client: portal.clientId,
    });
  }

  beforeAll(async () => {
    running = await startTestApplication();
    db = running.app.get(Database);
    portal = await portalWith({});
    await fill();
  });
  afterAll(() => running.close());

  describe('The search', () => {
    it.each([
      ['user', 'users:read', { id: 'grace.hopper', title: 'Grace Hopper', userId: 'grace.hopper', status: 'ACTIVE' }],
      ['idvSession', 'idv:read', { userId: 'verifying', status: 'PENDING' }],
      ['notification', 'notifications:read', { title: 'order-2026-000123', userId: 'grace.hopper', status: 'ACTIVE' }],
      ['device', 'users:read', { userId: 'grace.hopper', status: 'ACTIVE' }],
      ['client', 'clients:read', { userId: null, status: null }],
      ['webhookEndpoint', 'webhooks:read', { title: expect.stringMatching(/^https:/), status: 'enabled' }],
      ['webhookDelivery', 'webhooks:read', { title: 'users.status-changed', status: 'failed' }],
      ['auditEvent', 'audit:read', { title: 'testing.noted', userId: 'grace.hopper', status: 'done' }],
    ])(
      'finds a %s by its id, for those who hold %s, on its own side of its own enterprise',
      async (kind, scope, hit) => {
        const id = ids[kind] ?? '';
        expect(await hitsOf(id.toUpperCase())).toEqual([expect.objectContaining({ kind, id, ...hit })]);
        const others = scopes.filter((held) => held !== scope && held !== scope.replace('read', 'write'));
        expect(await hitsOf(id, await portalWith({ scopes: others }))).toEqual([]);
        expect(await hitsOf(id, await portalWith({ enterpriseId: 'rival' }))).toEqual([]);
        expect(await hitsOf(id, await portalWith({ test: true }))).toEqual([]);
      },
    );

    it('tells in which endpoint a delivery stands', async () => {
      expect((await hitsOf(ids['webhookDelivery'] ?? ''))[0].within).toBe(ids['webhookEndpoint']);
    });

    it('finds all that a request did by its id, of every shape', async () => {
      for (const requestId of [randomUUID(), newId().replaceAll('-', ''), '0123456789abcdef']) {
        await portal.post('/v1/users', newUser(`made-${requestId.slice(0, 8)}`), { 'x-request-id': requestId });
        const hits = await hitsOf(requestId);
        expect(hits).toContainEqual(
          expect.objectContaining({
            kind: 'auditEvent',
            title: 'users.user-enrolled',
            userId: `made-${requestId.slice(0, 8)}`,
          }),
        );
      }
    });

    it('finds users and notifications whose own ids have the shape of others', async () => {
      const [uuid, hex] = [randomUUID(), randomUUID().replaceAll('-', '')];
      for (const userId of [uuid, hex]) await portal.post('/v1/users', newUser(userId));
      expect(await kindsOf(uuid)).toEqual(['user']);
      expect(await kindsOf(hex)).toEqual(['user']);
      const msg_id = randomUUID();
      await portal.post('/v1/notifications', newNotification('grace.hopper', { msg_id }));
      expect(await kindsOf(msg_id)).toEqual(['notification']);
    });

    it.each([
      ['grace@na', ['user']],
      ['GRACE@NAVY.EXAMPLE', ['user']],
      ['order-2026-0001', ['notification']],
      ['hopp', ['user']],
      ['grace.ho', ['user']],
      ['  grace.ho ', ['user']],
      ['nobody has this', []],
    ])('finds by %j', async (q, kinds) => {
      expect(await kindsOf(q)).toEqual(kinds);
    });

    it('finds a client by what stands in its name', async () => {
      const { clientId } = await portalWith({ scopes: ['users:read'] });
      await db.rows(`UPDATE auth.client SET client_name = 'Night Batch 7' WHERE client_id = $1`, [clientId]);
      expect(await hitsOf('BATCH')).toEqual([expect.objectContaining({ kind: 'client', id: clientId })]);
    });

    it('shows 20 hits, and not of one kind only', async () => {
      const users = Array.from({ length: 25 }, (_, at) => newUser(`order-${at}`));
      await portal.post('/v1/userBatches', { users });
      const kinds = await kindsOf('order-');
      expect(kinds).toHaveLength(20);
      expect(new Set(kinds)).toEqual(new Set(['user', 'notification']));
    });

    it.each([
      '%%%',
      "' OR 1=1 --",
      '\\\\',
      '__',
      '*:*',
      '$1::uuid',
      '{}',
      '../../etc',
      '\u{1f600}\u{1f600}',
      'a@',
      '@@',
      '-- ',
    ])('finds nothing by %j', async (q) => {
      expect(await hitsOf(q)).toEqual([]);
    });

    it.each([
      '',
      'q=',
      'q=a',
      'q=%00%00',
      'q=a%0ab',
      `q=${'a'.repeat(256)}`,
      'q=ab&q=cd',
      'q=ab&limit=5',
      'q=%20%20%20',
    ])('is refused with %j', async (query) => {
      const { status, body } = await portal.get(`/v1/search?${query}`);
      expect([status, body.code]).toEqual([422, 'kernel/invalid-arguments']);
    });

    it('is refused to a caller who may see none of it', async () => {
      const { status, body } = await (await portalWith({ scopes: ['users:write'] })).get('/v1/search?q=grace');
      expect([status, body.code]).toEqual([403, 'kernel/insufficient-scope']);
      const one = await portalWith({ scopes: ['audit:read'] });
      expect(await hitsOf('grace', one)).toEqual([]);
    });

    it('shows an operator no contact data, what the roles open, and is in the audit log', async () => {
      const reviewer = await TestOperator.with(running, ['reviewer']);
      const here = { 'enterprise-id': 'default', data: 'live' };
      expect((await reviewer.get('/api/v1/search?q=grace%40navy', here)).body.hits).toEqual([]);
      const { body, text } = await reviewer.get('/api/v1/search?q=grace', here);
      expect(body.hits).toEqual([expect.objectContaining({ kind: 'user', title: 'Grace Hopper' })]);
      expect(text).not.toContain('navy.example');
      const found = await reviewer.get(`/api/v1/search?q=${ids['notification']}`, {
        'enterprise-id': 'default',
        data: 'live',
      });
      expect(found.body.hits).toEqual([]);
      const noted = await portal.get('/v1/auditEvents?kind=users.users-searched&limit=2');
      expect(noted.body.auditEvents.at(-1)).toMatchObject({ details: { filter: { q: true }, rows: 1 } });
      expect(JSON.stringify(noted.body)).not.toContain('navy');
    });
  });
});
