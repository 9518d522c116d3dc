import { UserLockout } from '../../../src/users/contract/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import type { TestApplication } from '../../support/application.js';
import { performJob } from '../../support/jobs.js';
import { sharedApplication } from '../../support/shared-application.js';
import { newUser } from '../../support/someone.js';
import { callApi, portalOf, type Portal } from '../../support/tokens.js';

let running: TestApplication;
let db: Database;
let portal: Portal;

const STAFF = { 'acting-for': 'staff-4711' };
const REASON = 'Reported her phone stolen\nBy call, on a known number';

const enrolled = async (userId: string, preferredStatus = 'CREATED'): Promise<void> => {
  expect((await portal.post('/v1/users', newUser(userId, { preferredStatus }))).status).toBe(201);
};
const changed = (userId: string, body: object, headers?: Record<string, string>) =>
  portal.put(`/v1/users/${userId}/status`, body, headers);
const historyOf = async (userId: string) => (await portal.get(`/v1/users/${userId}/statusChanges`)).body.statusChanges;
const eventsOf = async (subject: string) =>
  (await portal.get(`/v1/auditEvents?subject=${subject}`)).body.auditEvents as { kind: string }[];
const subOf = async (userId: string) =>
  (await db.one<{ sub: string }>('SELECT sub FROM users."user" WHERE user_id = $1', [userId]))?.sub ?? '';

describe('Reasons of a status', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    db = running.app.get(Database);
    portal = await portalOf(running, { scopes: ['users:read', 'users:write', 'audit:read'] });
  });

  it('a reason is told with the user, in the history and in the audit log, with who gave it for whom', async () => {
    await enrolled('amy');
    const { body } = await changed('amy', { status: 'BLOCKED', comments: REASON }, STAFF);
    const actor = { kind: 'client', id: portal.clientId, actingFor: 'staff-4711' };
    const change = {
      changedTs: body.updatedTs,
      from: 'CREATED',
      to: 'BLOCKED',
      by: 'enterprise',
      actor,
      comments: REASON,
    };
    expect(body).toMatchObject({ status: 'BLOCKED', blockedBy: 'enterprise', statusChange: change });
    const { allowedVerbs, idv, codesHeldUntilTs, ...same } = (await portal.get('/v1/users/amy')).body;
    expect(same).toEqual(body);
    expect([idv, codesHeldUntilTs]).toEqual([null, null]);
    expect(allowedVerbs).toContainEqual({ verb: 'UNBLOCK', to: 'CREATED' });
    expect((await portal.get('/v1/users?q=amy')).body.users).toEqual([body]);
    expect(await historyOf('amy')).toMatchObject([
      { ...change, changedTs: expect.any(Number) },
      { to: 'CREATED', by: 'enterprise', actor: { ...actor, actingFor: null }, comments: null },
    ]);
    expect((await eventsOf('amy'))[0]).toMatchObject({
      actor,
      comments: REASON,
      details: { from: 'CREATED', to: 'BLOCKED', action: 'block' },
    });
  });

  it('a new change has its own reason or none, and what already holds keeps the one that it has', async () => {
    await enrolled('bea');
    await changed('bea', { status: 'PAUSED', comments: 'On holiday' });
    await changed('bea', { status: 'PAUSED', comments: 'Another' });
    expect((await portal.get('/v1/users/bea')).body.statusChange.comments).toBe('On holiday');
    const { body } = await changed('bea', { status: 'UNPAUSE' });
    expect(body.statusChange).toMatchObject({ from: 'PAUSED', to: 'CREATED', comments: null });
    expect(body.comments).toBeNull();
    expect((await historyOf('bea')).map(({ to }: { to: string }) => to)).toEqual(['CREATED', 'PAUSED', 'CREATED']);
  });

  it('the history tells wrong attempts apart, is read page by page, and is of nobody who is not there', async () => {
    await enrolled('cleo');
    await running.app.get(UserLockout).block(await subOf('cleo'));
    expect((await portal.get('/v1/users/cleo')).body).toMatchObject({
      blockedBy: 'attempts',
      statusChange: { by: 'attempts', actor: { kind: 'system' } },
    });
    await changed('cleo', { status: 'UNBLOCK' });
    const first = await portal.get('/v1/users/cleo/statusChanges?limit=2');
    expect(first.body.statusChanges.map(({ by }: { by: string }) => by)).toEqual(['enterprise', 'attempts']);
    const rest = await portal.get(`/v1/users/cleo/statusChanges?limit=2&cursor=${first.body.next}`);
    expect(rest.body).toMatchObject({ statusChanges: [{ to: 'CREATED' }], next: null });
    expect((await portal.get('/v1/users/cleo')).body).not.toHaveProperty('blockedBy');
    expect((await portal.get('/v1/users/nobody/statusChanges')).status).toBe(404);
    expect((await portal.get(`/v1/users/bea/statusChanges?cursor=${first.body.next}`)).status).toBe(422);
  });

  it('a reason goes with the person, and the chain of the log stays whole', async () => {
    await enrolled('dora.mills');
    await changed('dora.mills', { status: 'DELETED', comments: 'Dora asked for it herself' });
    const sub = await subOf('dora.mills');
    await db.rows(`UPDATE users."user" SET deleted_at = deleted_at - interval '99 days' WHERE sub = $1`, [sub]);
    await performJob(running.app, 'users/erase-deleted');
    for (const table of ['users."user"', 'shared.audit_entry', 'shared.audit_comment', 'shared.outbox']) {
      expect(JSON.stringify(await db.rows(`SELECT * FROM ${table} AS kept`))).not.toContain('herself');
    }
  });

  it.each(['', 'two words', 'ä', 'x'.repeat(256), 'a, b'])(
    'the person %j is refused, and nothing is done',
    async (name) => {
      await enrolled(`eve${name.length}`);
      const answer = await callApi(
        running,
        'management',
        'PUT',
        `/v1/users/eve${name.length}/status`,
        { status: 'BLOCKED' },
        { authorization: `Bearer ${portal.token}`, 'acting-for': Buffer.from(name).toString('latin1') },
      );
      expect(answer).toMatchObject({
        status: 422,
        body: { detail: 'Acting-For must have 1 to 255 visible ASCII characters.' },
      });
      expect((await portal.get(`/v1/users/eve${name.length}`)).body.status).toBe('CREATED');
    },
  );

  it('every audit entry of a request names the person, whatever it is about', async () => {
    await portal.post('/v1/users', newUser('finn'), STAFF);
    await portal.patch('/v1/users/finn', { firstName: 'Finn' }, STAFF);
    await portal.get('/v1/users/finn/export', STAFF);
    await portal.post('/v1/users/finn/activationCode', {}, STAFF);
    const events = await eventsOf('finn');
    expect(events.length).toBeGreaterThanOrEqual(3);
    for (const event of events.filter(({ kind }) => !/activation-code-(?:issued|sent)/.test(kind)))
      expect(event).toMatchObject({ actor: { kind: 'client', actingFor: 'staff-4711' } });
  });

  it('a user who is ONBOARDING can be blocked, is not CREATED then, and comes back to ONBOARDING', async () => {
    await enrolled('gina', 'ONBOARDING');
    expect((await changed('gina', { status: 'BLOCKED', comments: 'Seen twice' })).body).toMatchObject({
      status: 'BLOCKED',
      blockedBy: 'enterprise',
    });
    expect((await changed('gina', { status: 'CREATED' })).status).toBe(409);
    expect((await changed('gina', { status: 'UNBLOCK' })).body).toMatchObject({ status: 'ONBOARDING' });
    expect((await changed('gina', { status: 'CREATED' })).body).toMatchObject({ when: 'idvVerified' });
  });
});
