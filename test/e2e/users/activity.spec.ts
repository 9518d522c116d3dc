import { AuditLog } from '../../../src/audit/contract/index.js';
import { Tenant } from '../../../src/shared/kernel/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { newNotification } from '../../support/notifications.js';
import { TestOperator } from '../../support/operators.js';
import { Phone } from '../../support/phone.js';
import { newUser } from '../../support/someone.js';
import { portalOf, type Portal } from '../../support/tokens.js';

const LIVE = Tenant.of('default', false);
const READ = ['users:read', 'audit:read', 'idv:read', 'notifications:read'];
const WRITE = ['users:write', 'idv:write', 'notifications:write'];

interface Told {
  readonly kind: string;
  readonly id: string;
  readonly at: string;
  readonly title: string;
  readonly status: string | null;
  readonly actor: unknown;
  readonly statusChange: unknown;
}

describe('Activity', () => {
  let running: TestApplication;
  let db: Database;
  let portal: Portal;
  const path = '/v1/users/grace.hopper/activity';

  async function all(by: Pick<Portal, 'get'> = portal, limit = 200): Promise<Told[]> {
    const told: Told[] = [];
    for (let next: string | null = ''; next !== null;) {
      const { status, body } = await by.get(`${path}?limit=${limit}${next && `&cursor=${next}`}`);
      expect(status).toBe(200);
      expect(body.activity.length).toBeLessThanOrEqual(limit);
      told.push(...(body.activity as Told[]));
      next = body.next as string | null;
    }
    return told;
  }
  const kindsIn = (told: readonly Told[]) => [...new Set(told.map(({ kind }) => kind))].sort();

  beforeAll(async () => {
    running = await startTestApplication();
    db = running.app.get(Database);
    portal = await portalOf(running, { scopes: [...READ, ...WRITE] });
    const phone = await (await Phone.of(running, 'grace.hopper')).registered();
    const { sub } = (await db.one<{ sub: string }>(`SELECT sub FROM users."user" WHERE user_id = 'grace.hopper'`))!;
    for (let i = 0; i < 6; i++) {
      const body = newNotification(phone.user.userId, { msg_id: `order-${i}` });
      expect((await portal.post('/v1/notifications', body)).status).toBe(201);
    }
    await running.app.get(AuditLog).record({ kind: 'testing.noted', tenant: LIVE, subject: sub });
    await portal.post('/v1/users', newUser('verifying', { preferredStatus: 'ONBOARDING' }));
    await portal.post('/v1/idvWebTokens', { userId: 'verifying', redirectUrl: 'https://bank.example/back' });
    // Sessions and entries of the very moments at which notifications were made.
    await db.rows(`UPDATE idv.session SET user_id = 'grace.hopper', sub = $1 WHERE user_id = 'verifying'`, [sub]);
    const moments = await db.rows<{ at: Date }>(
      `SELECT to_timestamp(('x' || replace(left(notification_uuid::text, 13), '-', ''))::bit(48)::bigint / 1000.0) AS at
       FROM notifications.notification ORDER BY notification_uuid`,
    );
    await db.rows('UPDATE idv.session SET created_at = $1', [moments[2]!.at]);
    await db.rows(
      `INSERT INTO shared.audit_entry
       SELECT (jsonb_populate_record(e, jsonb_build_object(
         'id', gen_random_uuid(), 'at', $1::timestamptz + n * interval '200 microseconds'))).*
       FROM shared.audit_entry e, generate_series(0, 6) AS n WHERE e.kind = 'testing.noted'`,
      [moments[2]!.at],
    );
  });
  afterAll(() => running.close());

  it('is told for a user in one list, the newest first', async () => {
    const told = await all();
    expect(kindsIn(told)).toEqual(['auditEvent', 'idvSession', 'notification']);
    expect(told.map(({ at }) => at)).toEqual(
      told
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    expect(told.find(({ kind }) => kind === 'notification')).toMatchObject({ status: 'ACTIVE', actor: null });
    expect(told.find(({ kind }) => kind === 'idvSession')).toMatchObject({ status: 'PENDING', actor: null });
    expect(told.find(({ title }) => title === 'testing.noted')).toMatchObject({
      kind: 'auditEvent',
      status: 'done',
      actor: { kind: 'system', actingFor: null },
    });
    const enrolled = told.find(({ title }) => title === 'users.user-enrolled');
    expect(enrolled).toMatchObject({ actor: { kind: expect.any(String), id: expect.any(String) } });
  });

  it('says from which status to which one a user was moved', async () => {
    await portal.post('/v1/users', newUser('moved', { preferredStatus: 'ONBOARDING' }));
    await portal.put('/v1/users/moved/status', { status: 'DELETED' });
    const { activity } = (await portal.get('/v1/users/moved/activity')).body;
    expect(activity.map(({ title, statusChange }: Told) => [title, statusChange])).toEqual([
      ['users.user-status-changed', { from: 'ONBOARDING', to: 'DELETED' }],
      ['users.user-enrolled', null],
    ]);
  });

  it('is the same whatever the pages, also where much has happened at one moment', async () => {
    const whole = await all();
    for (const limit of [1, 2, 3, 7]) expect(await all(portal, limit)).toEqual(whole);
    expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
  });

  it('does not jump when something is added between two pages', async () => {
    const first = await portal.get(`${path}?limit=4`);
    await portal.post('/v1/notifications', newNotification('grace.hopper', { msg_id: 'later' }));
    const second = await portal.get(`${path}?limit=4&cursor=${first.body.next}`);
    const ids = [...first.body.activity, ...second.body.activity].map(({ id }: Told) => id);
    const whole = (await all()).map(({ id }) => id);
    const begin = whole.indexOf(String(ids[0]));
    expect(begin).toBeGreaterThan(0);
    expect(whole.slice(begin, begin + 8)).toEqual(ids);
  });

  it.each([
    [['users:read'], []],
    [['users:read', 'idv:read'], ['idvSession']],
    [['users:read', 'notifications:read'], ['notification']],
    [['users:read', 'audit:read'], ['auditEvent']],
  ])('shows those with %j only %j', async (scopes, kinds) => {
    expect(kindsIn(await all(await portalOf(running, { scopes })))).toEqual(kinds);
  });

  it('is not told without users:read, of nobody, nor to others', async () => {
    const others = [
      [await portalOf(running, { scopes: READ.slice(1) }), 403],
      [await portalOf(running, { scopes: READ, test: true }), 404],
      [await portalOf(running, { scopes: READ, enterpriseId: 'other' }), 404],
    ] as const;
    for (const [other, status] of others) expect((await other.get(path)).status).toBe(status);
    expect((await portal.get('/v1/users/nobody/activity')).body.code).toBe('users/not-found');
  });

  it('is not continued by the cursor of another user', async () => {
    const { body } = await portal.get(`${path}?limit=1`);
    expect((await portal.get(`/v1/users/verifying/activity?limit=1&cursor=${body.next}`)).status).toBe(422);
    expect((await portal.get(`${path}?limit=0`)).status).toBe(422);
  });

  it('is told to operators by their roles, and each look is noted', async () => {
    const support = await TestOperator.with(running, ['support']);
    const { status, body } = await support.get(`/api${path}?limit=200`, { data: 'live' });
    expect(status).toBe(200);
    expect(kindsIn(body.activity)).toEqual(['idvSession', 'notification']);
    const noted = (await all()).filter(({ title }) => title === 'users.user-viewed');
    expect(noted).toMatchObject([{ actor: { kind: 'operator', id: support.sub } }]);
  });

  it('holds that an operator has looked at a notification, and a client leaves no such trace', async () => {
    const support = await TestOperator.with(running, ['support']);
    const { id } = (await all()).find(({ kind }) => kind === 'notification')!;
    expect((await portal.get(`/v1/notifications/${id}`)).status).toBe(200);
    expect((await support.get(`/api/v1/notifications/${id}`, { data: 'live' })).status).toBe(200);
    const noted = await portal.get('/v1/auditEvents?kind=notifications.notification-viewed');
    expect(noted.body.auditEvents).toMatchObject([
      {
        subject: 'grace.hopper',
        actor: { kind: 'operator', id: support.sub },
        details: { notificationUuid: id, evidence: false },
      },
    ]);
  });
});
