import { setTimeout as sleep } from 'node:timers/promises';
import { AuditLog } from '../../audit/contract/index.js';
import { FourEyesRepository } from './four-eyes.repository.js';
import { fourEyesState } from './four-eyes-state.js';
import { InnerCalls } from './carry-out/inner-calls.service.js';
import { newId, Tenant } from '../../shared/kernel/index.js';
import { PersonalDataSections } from '../../users/export/user-export.service.js';
import { ResendActivationCode } from '../../users/management/resend-activation-code.service.js';
import { OperatorRepository } from '../people/operator.repository.js';
import { OutboxRelay } from '../../shared/events/index.js';
import { Database, UnitOfWork } from '../../shared/persistence/index.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { DAY, moveClock } from '../../../test/support/clock.js';
import { until } from '../../../test/integration/support/until.js';
import { performJob } from '../../../test/support/jobs.js';
import { TestOperator } from '../../../test/support/operators.js';
import { portalOf, type Portal } from '../../../test/support/tokens.js';
import { TEST, Verifications } from '../../../test/support/verifications.js';

const LIVE = Tenant.of('default', false);
const WHY = 'She lost her phone';
const WAITS_FOR_OPERATOR = `
  SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%operators.operator%FOR SHARE%'`;

describe('Four eyes', () => {
  let running: TestApplication;
  let another: TestApplication;
  let bank: Portal;
  let asker: TestOperator;
  let second: TestOperator;
  beforeAll(async () => {
    running = await startTestApplication({ env: { CLIENT_REGISTRATION: 'true' } });
    another = await startTestApplication({ database: running.database });
    const scopes = ['users:read', 'users:write', 'clients:read', 'clients:write', 'idv:evidence', 'enterprises:write'];
    bank = await portalOf(running, { scopes, administrator: true });
    asker = await TestOperator.with(running, ['support']);
    second = await TestOperator.with(running, ['security']);
  });
  afterAll(async () => {
    await another.close();
    await running.close();
  });

  async function enrolled(): Promise<string> {
    const userId = newId();
    const { status } = await bank.post('/v1/users', {
      userId,
      primaryGroup: 'retail',
      emailId: `${userId}@mail.example`,
    });
    expect(status).toBe(201);
    return userId;
  }
  const deletion = { status: 'DELETED', comments: WHY };
  const askToDelete = (userId: string, by = asker, headers = {}) =>
    by.call('PUT', `/api/v1/users/${userId}/status`, deletion, headers);
  async function asked(userId?: string, by = asker): Promise<string> {
    const answer = await askToDelete(userId ?? (await enrolled()), by);
    expect(answer.status).toBe(202);
    return String(answer.body.id);
  }
  const agree = (id: string, by = second) => by.call('POST', `/api/v1/fourEyes/${id}/agreement`);
  const refuse = (id: string, by = second, body = {}) => by.call('POST', `/api/v1/fourEyes/${id}/refusal`, body);
  const look = (id: string, by = second) => by.get(`/api/v1/fourEyes/${id}`);
  const statusOf = async (userId: string) => String((await bank.get(`/v1/users/${userId}`)).body.status);
  /** Audit entries about a request, without those about views, which are tested separately. */
  const notesOf = async (id: string) => {
    const { entries } = await running.app.get(AuditLog).list({ tenant: LIVE, kinds: ['operators.*'] }, 500);
    return entries
      .filter(({ details }) => details['request'] === id)
      .map(({ kind }) => kind)
      .filter((kind) => kind !== 'operators.four-eyes-viewed')
      .reverse();
  };
  /** The blobs with a request's answer, and their size. */
  const blobsOf = (id: string) =>
    sql(
      `SELECT c.* FROM shared.blob_key k JOIN shared.blob USING (key_id) JOIN shared.blob_chunk c USING (blob_id)
       WHERE k.owner = $1`,
      `operators/four-eyes:${id}`,
    );
  const mind = () => performJob(running.app, 'operators/mind-four-eyes');
  const sql = (text: string, ...values: unknown[]) => running.app.get(Database).rows<any>(text, values);
  const later = async (milliseconds: number, work: () => Promise<void>) => {
    moveClock(running.app, milliseconds);
    try {
      await work();
    } finally {
      moveClock(running.app, -milliseconds);
    }
  };

  describe('A call that needs two', () => {
    it('is kept, and nothing else happens', async () => {
      const userId = await enrolled();
      const answer = await askToDelete(userId);
      expect([answer.status, answer.headers.get('location')]).toEqual([202, `/v1/fourEyes/${answer.body.id}`]);
      expect(await statusOf(userId)).toBe('CREATED');
      expect((await look(answer.body.id)).body).toMatchObject({
        state: 'waiting',
        right: 'remove',
        comments: WHY,
        call: {
          method: 'PUT',
          path: `/v1/users/${userId}/status`,
          route: 'PUT /v1/users/:userId/status',
          body: deletion,
        },
        askedBy: { id: asker.sub, name: 'Anna Berg' },
        decidedBy: null,
        answer: null,
        allowed: ['agree', 'refuse'],
      });
      expect((await look(answer.body.id, asker)).body.allowed).toEqual(['takeBack']);
      const [row] = await sql('SELECT * FROM operators.four_eyes WHERE id = $1', answer.body.id);
      expect(JSON.stringify(row)).not.toContain(userId);
    });

    it('is carried out once a second one agrees, as the one who asked, and the audit log names both', async () => {
      const userId = await enrolled();
      const id = await asked(userId);
      const done = await agree(id);
      expect(done).toMatchObject({
        status: 200,
        body: { state: 'done', decidedBy: { id: second.sub }, answer: { status: 200, code: null }, allowed: [] },
      });
      expect(await statusOf(userId)).toBe('DELETED');
      expect(await notesOf(id)).toEqual([
        'operators.four-eyes-asked',
        'operators.four-eyes-agreed',
        'operators.four-eyes-carried-out',
      ]);
      const { entries } = await running.app.get(AuditLog).list({ tenant: LIVE, requestId: id }, 10);
      expect(entries.find(({ kind }) => kind.startsWith('users.'))).toMatchObject({
        actorKind: 'operator',
        actor: asker.sub,
        details: { agreedBy: second.sub },
      });
    });

    it('asked for again is the one that waits', async () => {
      const userId = await enrolled();
      const id = await asked(userId);
      expect(await asked(userId)).toBe(id);
      const two = await Promise.all([askToDelete(userId), askToDelete(userId, asker.at(another))]);
      expect(two.map(({ body }) => body.id)).toEqual([id, id]);
      expect(await asked(userId, await TestOperator.with(running, ['owner']))).not.toBe(id);
    });

    it.each([
      ['no reason', { status: 'DELETED' }],
      ['a blank one', { status: 'DELETED', comments: '     ' }],
      ['a short one', { status: 'DELETED', comments: 'ok' }],
    ])('is not kept with %s', async (_what, body) => {
      const answer = await asker.call('PUT', `/api/v1/users/${await enrolled()}/status`, body);
      expect(answer).toMatchObject({ status: 422 });
    });

    it('is not kept when it is wrong, or the user is not there or is past it', async () => {
      const call = (path: string, body: object) => asker.call('PUT', `/api/v1/users/${path}/status`, body);
      expect((await call(await enrolled(), { status: 'DELETED', comments: 5 })).status).toBe(422);
      expect((await call(await enrolled(), { status: 'RESET', comments: WHY })).status).toBe(409);
      expect((await call(newId(), deletion)).body.code).toBe('users/not-found');
      expect((await asker.call('POST', `/api/v1/users/${newId()}/export`, deletion)).status).toBe(422);
      expect((await asker.call('POST', `/api/v1/users/${newId()}/export`, { comments: WHY })).status).toBe(404);
    });

    it('is not kept when it is too large', async () => {
      const reason = 'é'.repeat(999);
      const path = `/api/v1/users/${await enrolled()}/status?${'x'.repeat(14_000)}=1`;
      const answer = await asker.call('PUT', path, { ...deletion, comments: reason });
      expect([answer.status, answer.body.code]).toEqual([413, 'operators/too-large-to-keep']);
    });

    it('is done alone where the verb takes nothing away', async () => {
      const userId = await enrolled();
      const answer = await asker.call('PUT', `/api/v1/users/${userId}/status`, { status: 'PAUSED', comments: WHY });
      expect([answer.status, answer.body.status]).toEqual([200, 'PAUSED']);
    });

    it('is carried out at once for a client', async () => {
      const userId = await enrolled();
      expect((await bank.put(`/v1/users/${userId}/status`, { status: 'DELETED' })).body.status).toBe('DELETED');
      const other = await enrolled();
      expect((await bank.post(`/v1/users/${other}/export`, {})).status).toBe(200);
      expect((await bank.get(`/v1/users/${other}/export`)).status).toBe(200);
      expect((await bank.get('/v1/fourEyes')).status).toBe(403);
      expect((await bank.post(`/v1/fourEyes/${newId()}/agreement`)).status).toBe(403);
    });

    it('is kept once for an Idempotency-Key, and is answered the same again', async () => {
      const path = `/api/v1/users/${await enrolled()}/export`;
      const key = { 'idempotency-key': newId() };
      const [first, again] = [
        await asker.call('POST', path, { comments: WHY }, key),
        await asker.call('POST', path, { comments: WHY }, key),
      ];
      expect([first.status, again.status, again.body]).toEqual([202, 202, first.body]);
      const both = await Promise.all(
        [1, 2].map(() => second.call('POST', `/api/v1/fourEyes/${first.body.id}/agreement`, {}, key)),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, expect.anything()]);
      expect((await look(first.body.id)).body.state).toBe('done');
    });

    it('is refused to somebody without the right', async () => {
      const reviewer = await TestOperator.with(running, ['reviewer']);
      expect((await askToDelete(await enrolled(), reviewer)).status).toBe(403);
      expect((await reviewer.call('POST', `/api/v1/users/${await enrolled()}/export`, { comments: WHY })).status).toBe(
        403,
      );
    });
  });

  describe('An export', () => {
    it('is for who has asked, for a day, and each look is audited', async () => {
      const userId = await enrolled();
      expect((await asker.get(`/api/v1/users/${userId}/export`)).status).toBe(403);
      const { body } = await asker.call('POST', `/api/v1/users/${userId}/export`, { comments: WHY });
      const answer = `/api/v1/fourEyes/${body.id}/answer`;
      expect(await asker.get(answer)).toMatchObject({ status: 404, body: { code: 'operators/answer-not-found' } });
      const done = await agree(body.id);
      expect(done.body).toMatchObject({ state: 'done', answer: { status: 200, untilTs: null } });
      const [kept, ...more] = await blobsOf(body.id);
      expect([(kept.body as Buffer).includes(userId), more]).toEqual([false, []]);
      const exported = await asker.get(answer);
      expect(JSON.stringify(exported.body)).toContain(userId);
      expect(exported.body.operatorRequests).toEqual([
        expect.objectContaining({ id: body.id, right: 'remove', state: 'agreed', comments: WHY, refusal: null }),
      ]);
      expect((await second.get(answer)).status).toBe(404);
      expect((await look(body.id, asker)).body.answer.untilTs).toBeGreaterThan(Date.now());
      expect(await notesOf(body.id)).toContain('operators.four-eyes-answer-read');
      await later(DAY + 1, async () => {
        await mind();
        expect(await blobsOf(body.id)).toEqual([]);
        expect(await sql('SELECT answer_blob FROM operators.four_eyes WHERE id = $1', body.id)).toEqual([
          { answer_blob: null },
        ]);
      });
    });

    it('that breaks off is made again, whole', async () => {
      const { body } = await asker.call('POST', `/api/v1/users/${await enrolled()}/export`, { comments: WHY });
      const broken = jest
        .spyOn(running.app.get(PersonalDataSections), 'of')
        // oxlint-disable-next-line require-yield -- it fails before the first
        .mockImplementationOnce(async function* () {
          throw new Error('away');
        });
      expect((await agree(body.id)).body).toMatchObject({ state: 'agreed', answer: null });
      expect(broken).toHaveBeenCalledTimes(1);
      expect(await blobsOf(body.id)).toEqual([]);
      await later(61_000, mind);
      const exported = await asker.get(`/api/v1/fourEyes/${body.id}/answer`);
      expect(Object.keys(exported.body as object)).toEqual(expect.arrayContaining(['exportedAt', 'devices', 'audit']));
    });

    it('asks for a fresh passkey before it is read', async () => {
      const { body } = await asker.call('POST', `/api/v1/users/${await enrolled()}/export`, { comments: WHY });
      await agree(body.id);
      const stale = await TestOperator.signedIn(running, asker.sub);
      await sql(
        `UPDATE operators.console_session SET passkey_at = now() - interval '6 minutes' WHERE sub = $1`,
        stale.sub,
      );
      const read = await stale.get(`/api/v1/fourEyes/${body.id}/answer`);
      expect(read).toMatchObject({ status: 403, body: { code: 'operators/step-up-needed' } });
      await sql('UPDATE operators.console_session SET passkey_at = now() WHERE sub = $1', stale.sub);
    });
  });

  describe('An action for many users', () => {
    const ALL = 26;
    const CARRY_OUT = 'users/carry-out-action';
    const many = async (count: number): Promise<string[]> => {
      const userIds = Array.from({ length: count }, () => newId());
      const users = userIds.map((userId) => ({ userId, primaryGroup: 'many', emailId: `${userId}@mail.example` }));
      expect((await bank.post('/v1/userBatches', { users })).body.created).toBe(count);
      return userIds;
    };
    const act = (userIds: string[], action = 'BLOCKED', comments = 'A wave of fraud') =>
      asker.call('POST', '/api/v1/userActions', { action, userIds, comments });
    const progress = async (id: string) => (await asker.get(`/api/v1/userActions/${id}`)).body;
    const ended = (id: string) => until(async () => (await progress(id)).state === 'done');

    it('is one request with all ids above the number that one may act on alone, and each user is changed once', async () => {
      const userIds = [...(await many(ALL - 1)), 'unknown'];
      const [{ status, body }, again] = [await act(userIds), await act(userIds)];
      expect([status, again.body.id]).toEqual([202, body.id]);
      expect((await look(body.id)).body).toMatchObject({ right: 'remove', call: { body: { userIds } } });
      expect(await statusOf(userIds[0]!)).toBe('CREATED');
      expect((await agree(body.id)).body).toMatchObject({ state: 'done', answer: { status: 201 } });
      const { actionId } = (await asker.get(`/api/v1/fourEyes/${body.id}/answer`)).body;
      await ended(actionId);
      const failure = { userId: 'unknown', code: 'users/not-found', title: 'User not found' };
      expect(await progress(actionId)).toMatchObject({ total: ALL, handled: ALL, failed: 1, failures: [failure] });
      expect((await asker.get('/api/v1/userActions')).body.actions[0]).toMatchObject({ actionId, failed: 1 });
      const { entries } = await running.app.get(AuditLog).list({ tenant: LIVE, requestId: body.id }, 100);
      const changed = entries.filter(({ kind }) => kind === 'users.user-status-changed');
      expect(changed).toHaveLength(ALL - 1);
      for (const { actor, details } of changed) {
        expect([actor, details['agreedBy'], details['to']]).toEqual([asker.sub, second.sub, 'BLOCKED']);
      }
      const [kept] = await sql('SELECT * FROM users.user_action WHERE id = $1', actionId);
      expect(JSON.stringify({ ...kept, sealed_plan: String(kept.sealed_plan) })).not.toMatch(/unknown|fraud/);
      await later(8 * DAY, () => performJob(running.app, 'users/forget-actions'));
      expect((await asker.get(`/api/v1/userActions/${actionId}`)).body.code).toBe('users/action-not-found');
    });

    it('up to that number needs nobody else, and a client needs nobody for any number', async () => {
      const userIds = await many(ALL);
      const alone = await act([...userIds.slice(1), userIds[1]!]);
      expect([alone.status, alone.body.total]).toEqual([201, ALL - 1]);
      await ended(alone.body.actionId);
      expect((await bank.post('/v1/userActions', { action: 'UNBLOCK', userIds })).status).toBe(201);
      const more = Array.from({ length: 1001 }, (_, index) => `u${index}`);
      expect((await bank.post('/v1/userActions', { action: 'UNBLOCK', userIds: more })).status).toBe(422);
      expect((await act(['u1'], 'DELETED')).status).toBe(422);
      const long = more.slice(1).map((id) => id.padEnd(70, '0'));
      expect((await act(long)).body.code).toBe('operators/too-large-to-keep');
    });

    it('that breaks off in the middle goes on with the users who are left, and sends nobody a second code', async () => {
      const userIds = await many(4);
      const codes = running.app.get(ResendActivationCode, { strict: false });
      const resend = codes.resend.bind(codes);
      const sent: string[] = [];
      const spies = [running, another].map(({ app }) =>
        jest
          .spyOn(app.get(ResendActivationCode, { strict: false }), 'resend')
          .mockImplementation(async (tenant, userId, whenHeld) => {
            const isFirst = !sent.includes(userId);
            sent.push(userId);
            await resend(tenant, userId, whenHeld);
            if (isFirst && userId === userIds[2]) throw new Error('killed');
          }),
      );
      const { actionId } = (await act(userIds, 'ACTIVATION_CODE')).body;
      await until(async () => sent.length === 3);
      expect(await progress(actionId)).toMatchObject({ state: 'running', handled: 2, failed: 0 });
      await Promise.all([0, 1].map(() => performJob(running.app, CARRY_OUT, { id: actionId })));
      expect(await progress(actionId)).toMatchObject({ state: 'done', handled: 4, failed: 0 });
      for (const spy of spies) spy.mockRestore();
      expect(sent.sort()).toEqual([...userIds, userIds[2]!].sort());
    });
  });

  describe('A secret', () => {
    const made = async (): Promise<string> => {
      const profile = { clientName: 'Shop', grantTypes: ['client_credentials'], scopes: ['clients:read'] };
      return String((await bank.post('/v1/clients', profile)).body.clientId);
    };

    it('is replaced alone with an overlap, and by two without', async () => {
      const developer = await TestOperator.with(running, ['developer', 'support']);
      const path = `/api/v1/clients/${await made()}/secrets`;
      expect((await developer.call('POST', path, { overlapSeconds: 600 })).status).toBe(201);
      expect((await developer.call('POST', path, {})).status).toBe(422);
      const reason = { reason: encodeURIComponent('It has leaked: ✓') };
      const kept = await developer.call('POST', path, {}, reason);
      expect(kept.status).toBe(202);
      expect((await look(kept.body.id)).body).toMatchObject({ right: 'secure', comments: 'It has leaked: ✓' });
      expect((await agree(kept.body.id)).body.state).toBe('done');
      const answer = await developer.get(`/api/v1/fourEyes/${kept.body.id}/answer`);
      expect(answer.body).toEqual({ clientId: expect.any(String), clientSecret: expect.any(String) });
    });

    it('is asked for by security, who finds the client and has no other way', async () => {
      const security = await TestOperator.with(running, ['security']);
      const clientId = await made();
      expect(JSON.stringify((await security.get('/api/v1/clients')).body)).toContain(clientId);
      const path = `/api/v1/clients/${clientId}/secrets`;
      const reason = { reason: 'It%20has%20leaked' };
      const alone = await security.call('POST', path, { overlapSeconds: 600 }, reason);
      expect(alone).toMatchObject({ status: 403, body: { code: 'kernel/insufficient-scope' } });
      const kept = await security.call('POST', path, {}, reason);
      expect(kept.status).toBe(202);
      expect((await agree(kept.body.id, await TestOperator.with(running, ['owner']))).body.state).toBe('done');
      expect((await security.get(`/api/v1/fourEyes/${kept.body.id}/answer`)).body.clientSecret).toEqual(
        expect.any(String),
      );
      for (const [method, target] of [
        ['POST', '/api/v1/clients'],
        ['PATCH', `/api/v1/clients/${clientId}`],
        ['DELETE', `/api/v1/clients/${clientId}`],
      ] as const) {
        expect((await security.call(method, target, {}, reason)).status).toBe(403);
      }
      const support = await TestOperator.with(running, ['support']);
      expect((await support.call('POST', path, {}, reason)).status).toBe(403);
    });

    it('that lets clients register is made when a second one agrees, and read by who asked alone', async () => {
      const developer = await TestOperator.with(running, ['developer']);
      const wanted = { name: 'Partners', scopes: ['openid'], redirectOrigins: ['https://partner.example'] };
      const path = '/api/v1/initialAccessTokens';
      const issued = async () => (await bank.get('/v1/initialAccessTokens')).body.initialAccessTokens;
      const reason = { reason: 'A%20partner%20starts' };
      expect((await developer.call('POST', path, wanted)).status).toBe(422);
      const kept = await developer.call('POST', path, wanted, reason);
      expect(kept.status).toBe(202);
      expect(await issued()).toEqual([]);
      expect((await agree(kept.body.id, developer)).status).toBe(403);
      expect(await issued()).toEqual([]);
      expect((await agree(kept.body.id)).body.state).toBe('done');
      const answer = `/api/v1/fourEyes/${kept.body.id}/answer`;
      expect((await second.get(answer)).status).toBe(404);
      const { token } = (await developer.get(answer)).body;
      expect(await issued()).toMatchObject([{ name: 'Partners', createdBy: `operator:${developer.sub}` }]);
      const response = await fetch(running.url('auth', '/service/authserver/oauth/register'), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ client_name: 'Partner', redirect_uris: ['https://partner.example/back'] }),
      });
      expect(response.status).toBe(201);
      expect((await developer.call('POST', path, wanted, { data: 'test' })).status).toBe(201);
    });

    it.each(['%', '%E0%A4%A'])('is not asked for with the broken reason %s', async (reason) => {
      const developer = await TestOperator.with(running, ['developer']);
      expect((await developer.call('POST', `/api/v1/clients/${await made()}/secrets`, {}, { reason })).status).toBe(
        422,
      );
    });
  });

  describe('Evidence', () => {
    it('is removed early when a second one agrees: pictures, words and scores are gone, and the bank is told', async () => {
      const test = { data: 'test' };
      const verifications = await Verifications.of(running);
      const webhooks = await portalOf(running, { scopes: ['webhooks:read', 'webhooks:write'], test: true });
      const url = 'http://127.0.0.1:9/hooks';
      const endpoint = await webhooks.post('/v1/webhookEndpoints', { url, eventTypes: ['idv.evidence_removed'] });
      expect(endpoint.status).toBe(201);
      const { sessionId, userId } = await verifications.optedIn();
      const reviewer = await TestOperator.with(running, ['reviewer']);
      const path = `/api/v1/idvSessions/${sessionId}`;
      const pictures = async () =>
        (await Promise.all(['front', 'selfie'].map((kind) => reviewer.get(`${path}/pictures/${kind}`, test)))).map(
          ({ status }) => status,
        );
      expect(await pictures()).toEqual([200, 200]);
      const reason = { reason: 'A%20court%20says%20so' };
      const { status, body } = await reviewer.call('DELETE', `${path}/evidence`, {}, { ...test, ...reason });
      expect(status).toBe(202);
      expect(await pictures()).toEqual([200, 200]);
      const answer = await second.call('POST', `/api/v1/fourEyes/${body.id}/agreement`, {}, test);
      expect(answer.body).toMatchObject({ state: 'done', right: 'removeEvidence', answer: { status: 204 } });
      expect(await pictures()).toEqual([404, 404]);
      const kept = 'SELECT 1 FROM shared.blob JOIN shared.blob_key USING (key_id) WHERE owner = $1';
      expect(await sql(kept, `idv/session:${sessionId}`)).toEqual([]);
      const { deliveries } = (await webhooks.get('/v1/webhookDeliveries')).body;
      expect(deliveries).toMatchObject([{ type: 'idv.evidence_removed', about: sessionId, userId }]);
      const { entries } = await running.app.get(AuditLog).list({ tenant: TEST, requestId: body.id }, 20);
      const dropped = entries.find(({ kind }) => kind.startsWith('idv.'));
      expect(dropped).toMatchObject({ actor: reviewer.sub, details: { sessionId, agreedBy: second.sub } });
    });

    it('is asked for with a reason, and what the route refuses is told', async () => {
      const reviewer = await TestOperator.with(running, ['reviewer']);
      const path = `/api/v1/idvSessions/${newId()}/evidence`;
      expect((await reviewer.call('DELETE', path)).status).toBe(422);
      const { status, body } = await reviewer.call('DELETE', path, {}, { reason: 'A%20court%20says%20so' });
      expect(status).toBe(202);
      expect((await agree(body.id)).body).toMatchObject({
        state: 'failed',
        right: 'removeEvidence',
        answer: { status: 404, code: 'idv/not-found', untilTs: null },
      });
      expect(await notesOf(body.id)).toContain('operators.four-eyes-failed');
    });
  });

  describe('To agree', () => {
    it('is not for who has asked', async () => {
      const id = await asked();
      expect(await agree(id, asker)).toMatchObject({ status: 403, body: { code: 'operators/own-request' } });
      expect((await look(id)).body.state).toBe('waiting');
    });

    it('needs the same right', async () => {
      const id = await asked();
      for (const role of ['reviewer', 'developer'] as const) {
        const other = await TestOperator.with(running, [role]);
        for (const answer of [await look(id, other), await agree(id, other), await refuse(id, other)]) {
          expect(answer).toMatchObject({ status: 403, body: { code: 'kernel/insufficient-scope' } });
        }
        expect(JSON.stringify((await other.get('/api/v1/fourEyes')).body)).not.toContain(id);
      }
    });

    describe('by the second account of who has asked', () => {
      const address = () => `Anna.${newId()}@bank.example`;
      const refused = async (id: string, by: TestOperator, code: string) => {
        expect((await look(id, by)).body.allowed).toEqual(['refuse']);
        expect(await agree(id, by)).toMatchObject({ status: 403, body: { code } });
        expect((await look(id)).body.state).toBe('waiting');
      };

      it.each([
        ['in other letters', (email: string) => email.toUpperCase().replace('@', '+@')],
        ['with a tag', (email: string) => email.replace('@', '+agrees@')],
      ])('is refused by the address %s', async (_what, changed) => {
        const email = address();
        const one = await TestOperator.with(running, ['support'], { emailId: email });
        const other = await TestOperator.with(running, ['security'], { emailId: changed(email) });
        await refused(await asked(undefined, one), other, 'operators/same-person');
        await refused(await asked(undefined, other), one, 'operators/same-person');
      });

      it('is refused by the address that one of them has now', async () => {
        const one = await TestOperator.with(running, ['support']);
        const other = await TestOperator.with(running, ['security']);
        const id = await asked(undefined, one);
        const email = `SELECT email_id FROM users."user" WHERE sub = $1`;
        await sql(`UPDATE users."user" SET email_id = (${email}) WHERE sub = $2`, one.sub, other.sub);
        await refused(id, other, 'operators/same-person');
      });

      it('is refused where who has asked had invited them within the day before', async () => {
        const owner = await TestOperator.with(running, ['owner']);
        const friend = await TestOperator.with(running, ['security'], { isNew: true, by: owner.sub });
        const id = await asked(undefined, owner);
        await refused(id, friend, 'operators/invited-too-late');
        expect((await refuse(id, friend, { comments: 'Not so' })).body.state).toBe('refused');
        const later = await asked(undefined, owner);
        await sql(
          `UPDATE operators.invitation SET invited_at = invited_at - interval '1 day' WHERE sub = $1`,
          friend.sub,
        );
        expect((await agree(later, friend)).body.state).toBe('done');
      });

      it('is refused where they were invited after the request, by anybody', async () => {
        const id = await asked();
        await refused(
          id,
          await TestOperator.with(running, ['security'], { isNew: true }),
          'operators/invited-too-late',
        );
        const third = await TestOperator.with(running, ['security'], { isNew: true, by: second.sub });
        await refused(id, third, 'operators/invited-too-late');
        expect((await agree(await asked(), third)).body.state).toBe('done');
      });

      it('is judged by who has invited whom, which is kept', async () => {
        const owner = await TestOperator.with(running, ['owner']);
        const grants = [{ enterpriseId: 'default', side: 'both', role: 'support' }];
        const person = { emailId: address(), firstName: 'Ida', lastName: 'Holm', grants };
        const { body } = await owner.call('POST', '/api/v1/operators', person);
        const kept = await sql('SELECT invited_by FROM operators.invitation WHERE sub = $1', body.id);
        expect(kept[0]).toEqual({ invited_by: owner.sub });
        await later(90 * DAY, () => performJob(running.app, 'operators/remove-ended'));
        expect(await sql('SELECT FROM operators.invitation WHERE sub = $1', body.id)).toEqual([]);
      });

      it('waits for an invitation that comes at the same moment', async () => {
        const id = await asked();
        const third = await TestOperator.with(running, ['security']);
        let agreed: Promise<unknown> = Promise.resolve();
        await running.app.get(UnitOfWork).run(async (tx) => {
          await running.app.get(OperatorRepository).noteInvited(tx, third.sub, null, new Date());
          agreed = agree(id, third.at(another));
          await until(async () => (await sql(WAITS_FOR_OPERATOR)).length > 0);
        });
        expect(await agreed).toMatchObject({ status: 403, body: { code: 'operators/invited-too-late' } });
        expect((await look(id)).body.state).toBe('waiting');
      });

      it('is for the other one alone when one of two at once is an account of the asker', async () => {
        const owner = await TestOperator.with(running, ['owner']);
        const friend = await TestOperator.with(running, ['security'], { isNew: true, by: owner.sub });
        const id = await asked(undefined, owner);
        const [own, others] = await Promise.all([agree(id, friend), agree(id, second.at(another))]);
        expect(others.body).toMatchObject({ state: 'done', decidedBy: { id: second.sub } });
        expect([403, 409]).toContain(own.status);
      });
    });

    it('needs the right still', async () => {
      const owner = await TestOperator.with(running, ['owner']);
      const loser = await TestOperator.with(running, ['security']);
      const id = await asked();
      const grants = [{ enterpriseId: '*', side: 'both', role: 'developer' }];
      await owner.call('PATCH', `/api/v1/operators/${loser.sub}`, { grants });
      expect((await agree(id, loser)).status).toBe(403);
      expect((await look(id)).body.state).toBe('waiting');
    });

    it('needs a passkey of the last five minutes, and to refuse does not', async () => {
      const stale = await TestOperator.with(running, ['security']);
      await sql(
        `UPDATE operators.console_session SET passkey_at = now() - interval '6 minutes' WHERE sub = $1`,
        stale.sub,
      );
      const id = await asked();
      expect(await agree(id, stale)).toMatchObject({ status: 403, body: { code: 'operators/step-up-needed' } });
      expect((await refuse(id, stale, { comments: 'Not so' })).body.state).toBe('refused');
    });

    it.each([
      ['another enterprise', { enterpriseId: 'acme', side: 'both', role: 'owner' }, { 'enterprise-id': 'acme' }],
      ['the other side', { enterpriseId: 'default', side: 'test', role: 'owner' }, { data: 'test' }],
    ] as const)('is not for somebody of %s', async (_what, grant, headers) => {
      await bank.post('/v1/enterprises', { enterpriseId: 'acme', name: 'Acme' });
      const stranger = await TestOperator.with(running, [grant]);
      const id = await asked();
      const path = `/api/v1/fourEyes/${id}`;
      for (const answer of [
        await stranger.get(path, headers),
        await stranger.call('POST', `${path}/agreement`, {}, headers),
        await stranger.call('POST', `${path}/refusal`, { comments: WHY }, headers),
        await stranger.get(`${path}/answer`, headers),
      ]) {
        expect(answer).toMatchObject({ status: 404, body: { code: 'operators/request-not-found' } });
      }
      expect((await stranger.get('/api/v1/fourEyes', headers)).text).not.toContain(id);
      const there = { enterprise: { 'enterprise-id': 'default' }, side: { data: 'live' } };
      for (const named of Object.values(there)) {
        if (Object.keys(named)[0] !== Object.keys(headers)[0]) continue;
        expect((await stranger.get(path, named)).status).toBe(403);
      }
      expect((await look(id)).body.state).toBe('waiting');
    });

    it.each([
      ['was blocked', { state: 'blocked' }],
      ['has lost the right', { grants: [{ enterpriseId: '*', side: 'both', role: 'developer' }] }],
      ['has it elsewhere only', { grants: [{ enterpriseId: '*', side: 'test', role: 'support' }] }],
    ])('refuses the request where who asked %s', async (_what, change) => {
      const owner = await TestOperator.with(running, ['owner']);
      const out = await TestOperator.with(running, ['support']);
      const userId = await enrolled();
      const id = await asked(userId, out);
      expect((await owner.call('PATCH', `/api/v1/operators/${out.sub}`, change)).status).toBe(200);
      expect(await agree(id)).toMatchObject({ status: 409, body: { code: 'operators/asker-out' } });
      expect((await look(id)).body).toMatchObject({ state: 'refused', decidedBy: null });
      expect(await agree(id)).toMatchObject({ status: 409, body: { code: 'operators/already-decided' } });
      expect(await statusOf(userId)).toBe('CREATED');
    });

    it('refuses the request of somebody who was removed', async () => {
      const owner = await TestOperator.with(running, ['owner']);
      const out = await TestOperator.with(running, ['support']);
      const id = await asked(undefined, out);
      expect((await owner.call('DELETE', `/api/v1/operators/${out.sub}`)).status).toBe(204);
      expect((await agree(id)).status).toBe(409);
      expect((await look(id)).body).toMatchObject({ state: 'refused', askedBy: { id: out.sub } });
    });
  });

  describe('Two at once', () => {
    it('agree: one of them does', async () => {
      const userId = await enrolled();
      const id = await asked(userId);
      const third = await TestOperator.with(running, ['owner']);
      const answers = await Promise.all([agree(id), agree(id, third.at(another)), agree(id, second.at(another))]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ body }) => body.code === 'operators/already-decided')).toHaveLength(2);
      expect((await notesOf(id)).filter((kind) => kind === 'operators.four-eyes-carried-out')).toHaveLength(1);
      const { entries } = await running.app.get(AuditLog).list({ tenant: LIVE, requestId: id }, 20);
      expect(entries.filter(({ kind }) => kind === 'users.user-status-changed')).toHaveLength(1);
    });

    it('agree and take back: one of them holds', async () => {
      const userId = await enrolled();
      const id = await asked(userId);
      const answers = await Promise.all([agree(id), refuse(id, asker.at(another))]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const { state } = (await look(id)).body;
      expect([state, await statusOf(userId)]).toEqual(
        state === 'done' ? ['done', 'DELETED'] : ['takenBack', 'CREATED'],
      );
    });

    it('carry out: one of them does', async () => {
      const userId = await enrolled();
      const id = await asked(userId);
      await sql(
        `UPDATE operators.four_eyes SET state = 'agreed', decided_by = $2, decided_at = now() WHERE id = $1`,
        id,
        second.sub,
      );
      await Promise.all([mind(), performJob(another.app, 'operators/mind-four-eyes')]);
      expect((await look(id)).body).toMatchObject({ state: 'done', answer: { status: 200 } });
      expect((await notesOf(id)).filter((kind) => kind === 'operators.four-eyes-carried-out')).toHaveLength(1);
    });
  });

  describe('A crash', () => {
    it('loses nothing between agreeing and carrying out: the job goes on', async () => {
      const userId = await enrolled();
      const id = await asked(userId);
      const inner = running.app.get(InnerCalls);
      const call = jest.spyOn(inner, 'call').mockRejectedValue(new Error('The process is gone'));
      expect((await agree(id)).body).toMatchObject({ state: 'agreed', answer: null });
      call.mockRestore();
      await mind();
      expect((await look(id)).body.state).toBe('agreed');
      await later(61_000, mind);
      expect((await look(id)).body.state).toBe('done');
      expect(await statusOf(userId)).toBe('DELETED');
    });

    it('undoes what the route did when the result was not kept yet', async () => {
      const userId = await enrolled();
      const id = await asked(userId);
      const requests = running.app.get(FourEyesRepository);
      const finish = jest.spyOn(requests, 'finish').mockRejectedValue(new Error('The process is gone'));
      await agree(id);
      expect(await statusOf(userId)).toBe('CREATED');
      finish.mockRestore();
      await later(61_000, mind);
      expect([(await look(id)).body.state, await statusOf(userId)]).toEqual(['done', 'DELETED']);
      const { entries } = await running.app.get(AuditLog).list({ tenant: LIVE, requestId: id }, 20);
      expect(entries.filter(({ kind }) => kind === 'users.user-status-changed')).toHaveLength(1);
    });

    it('leaves nothing of a call that does not end, and another process takes it up', async () => {
      const userId = await enrolled();
      const id = await asked(userId);
      const inner = running.app.get(InnerCalls);
      const call = inner.call.bind(inner);
      const slow = jest
        .spyOn(inner, 'call')
        .mockImplementation((kept, given) => call(kept, { ...given, deadlineMs: 300 }));
      const beside = await running.database.connect();
      await beside.query('BEGIN');
      await beside.query('SELECT FROM users."user" WHERE user_id = $1 FOR UPDATE', [userId]);
      expect((await agree(id)).body).toMatchObject({ state: 'agreed', answer: null });
      slow.mockRestore();
      await beside.query('ROLLBACK');
      await beside.end();
      await sleep(300); // the route that waited for the row now runs to its end
      expect(await statusOf(userId)).toBe('CREATED');
      await later(61_000, mind);
      expect([(await look(id)).body.state, await statusOf(userId)]).toEqual(['done', 'DELETED']);
    });

    it('that was presumed undoes what the first run did, and the run that has taken over does it once', async () => {
      const userId = await enrolled();
      const id = await asked(userId);
      const inner = running.app.get(InnerCalls);
      const call = inner.call.bind(inner);
      const beside = await running.database.connect();
      const stalled = jest.spyOn(inner, 'call').mockImplementation(async (kept, given) => {
        const answer = await call(kept, given);
        await beside.query('UPDATE operators.four_eyes SET run = gen_random_uuid() WHERE id = $1', [id]);
        return answer;
      });
      await agree(id);
      stalled.mockRestore();
      await beside.end();
      expect(await statusOf(userId)).toBe('CREATED');
      await later(61_000, mind);
      expect([(await look(id)).body.state, await statusOf(userId)]).toEqual(['done', 'DELETED']);
    });

    it('is not presumed while a long call runs: its lease is renewed', async () => {
      const id = await asked();
      const leasedUntil = async () =>
        (await sql('SELECT leased_until AS until FROM operators.four_eyes WHERE id = $1', id))[0].until.getTime();
      const inner = running.app.get(InnerCalls);
      const call = inner.call.bind(inner);
      const renewed: number[] = [];
      jest.useFakeTimers({
        doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date', 'setTimeout'],
      });
      const long = jest.spyOn(inner, 'call').mockImplementation(async (kept, given) => {
        renewed.push(await leasedUntil());
        jest.advanceTimersByTime(20_000);
        await sleep(200);
        renewed.push(await leasedUntil());
        return call(kept, given);
      });
      try {
        expect((await agree(id)).body.state).toBe('done');
      } finally {
        long.mockRestore();
        jest.useRealTimers();
      }
      expect(renewed[1]).toBeGreaterThan(renewed[0]!);
    });

    it.each([
      [503, 'kernel/unavailable', () => Promise.resolve({ status: 503, body: { code: 'kernel/unavailable' } })],
      [500, 'kernel/unexpected', () => Promise.reject(new Error('It has no words for it'))],
    ])(
      'has the call tried again when the service itself fails, and given up in the end: %s',
      async (status, code, answer) => {
        const id = await asked();
        const inner = running.app.get(InnerCalls);
        const call = jest.spyOn(inner, 'call').mockImplementation(answer);
        await agree(id);
        for (let turn = 1; turn <= 4; turn++) {
          expect((await look(id)).body.state).toBe('agreed');
          await later(turn * 61_000 * 2, mind);
        }
        call.mockRestore();
        expect((await look(id)).body).toMatchObject({
          state: 'failed',
          answer: { status, code },
        });
      },
    );

    it('has the call tried again after a minute, also when the first try took longer than that', async () => {
      const id = await asked();
      const call = jest.spyOn(running.app.get(InnerCalls), 'call').mockImplementation(() => {
        moveClock(running.app, 5 * 60_000);
        return Promise.resolve({ status: 503, body: { code: 'kernel/unavailable' } });
      });
      await agree(id);
      await mind();
      call.mockRestore();
      const [{ attempts }] = await sql('SELECT attempts FROM operators.four_eyes WHERE id = $1', id);
      await later(61_000, mind);
      moveClock(running.app, -5 * 60_000);
      expect([attempts, (await look(id)).body.state]).toEqual([1, 'done']);
    });

    it('leaves nothing to do for somebody who has lost the right meanwhile', async () => {
      const owner = await TestOperator.with(running, ['owner']);
      const out = await TestOperator.with(running, ['support']);
      const userId = await enrolled();
      const id = await asked(userId, out);
      const call = jest.spyOn(running.app.get(InnerCalls), 'call').mockRejectedValue(new Error('The process is gone'));
      await agree(id);
      call.mockRestore();
      await owner.call('PATCH', `/api/v1/operators/${out.sub}`, { state: 'blocked' });
      await later(61_000, mind);
      expect((await look(id)).body).toMatchObject({ state: 'failed', answer: { code: 'operators/asker-out' } });
      expect(await statusOf(userId)).toBe('CREATED');
    });
  });

  describe('A request', () => {
    it('is refused with a reason, or taken back without', async () => {
      const [first, other] = [await asked(), await asked()];
      expect((await refuse(first)).status).toBe(422);
      expect((await refuse(first, second, { comments: 'She did not ask for it' })).body).toMatchObject({
        state: 'refused',
        refusal: 'She did not ask for it',
        decidedBy: { id: second.sub },
      });
      expect((await refuse(other, asker)).body).toMatchObject({ state: 'takenBack', refusal: null, allowed: [] });
      expect(await notesOf(first)).toEqual(['operators.four-eyes-asked', 'operators.four-eyes-refused']);
      expect(await notesOf(other)).toEqual(['operators.four-eyes-asked', 'operators.four-eyes-taken-back']);
      for (const id of [first, other]) {
        expect((await agree(id)).body.code).toBe('operators/already-decided');
        expect((await refuse(id, asker)).body.code).toBe('operators/already-decided');
      }
    });

    it('falls after a day', async () => {
      const id = await asked();
      await later(DAY + 1, async () => {
        // The clock was moved, so the old session has expired and the state is read with a new one.
        const fresh = await TestOperator.signedIn(running, second.sub);
        expect((await look(id, fresh)).body).toMatchObject({ state: 'fallen', allowed: [] });
        await sql(`UPDATE operators.console_session SET passkey_at = now() WHERE sub = $1`, fresh.sub);
        expect(await agree(id, fresh)).toMatchObject({ status: 409, body: { code: 'operators/already-decided' } });
        await mind();
        await mind();
      });
      expect((await look(id)).body).toMatchObject({ state: 'fallen', decidedBy: null });
      expect(await notesOf(id)).toEqual(['operators.four-eyes-asked', 'operators.four-eyes-fallen']);
    });

    it('is forgotten after 30 days', async () => {
      const userId = await enrolled();
      const id = await asked(userId);
      await agree(id);
      const old = await asked();
      await refuse(old, asker);
      await later(DAY * 29, mind);
      expect((await look(old)).status).toBe(200);
      await later(DAY * 31, mind);
      expect((await look(old)).status).toBe(404);
    });

    it('goes with the person, with all that it was answered', async () => {
      const userId = await enrolled();
      const { body } = await asker.call('POST', `/api/v1/users/${userId}/export`, { comments: WHY });
      await agree(body.id);
      expect(await blobsOf(body.id)).not.toEqual([]);
      const id = await asked(userId);
      await agree(id);
      await later(DAY * 4_000, () => performJob(running.app, 'users/erase-deleted'));
      await until(async () => (await sql('SELECT FROM operators.four_eyes WHERE id = $1', id)).length === 0);
      expect(await blobsOf(body.id)).toEqual([]);
    });

    it('that is agreed on while the person is erased goes as soon as its call has ended', async () => {
      const userId = await enrolled();
      const { body } = await asker.call('POST', `/api/v1/users/${userId}/export`, { comments: WHY });
      const call = jest.spyOn(running.app.get(InnerCalls), 'call').mockRejectedValue(new Error('The process is gone'));
      await agree(body.id);
      call.mockRestore();
      await bank.put(`/v1/users/${userId}/status`, { status: 'DELETED' });
      const request = () => sql('SELECT state, subject FROM operators.four_eyes WHERE id = $1', body.id);
      const [{ subject }] = await request();
      await later(DAY * 4_000, () => performJob(running.app, 'users/erase-deleted'));
      await running.app.get(OutboxRelay).deliverAbout(subject);
      expect(await request()).toMatchObject([{ state: 'agreed' }]);
      await later(61_000, mind);
      expect(await request()).toMatchObject([{ state: 'failed' }]);
      await running.app.get(OutboxRelay).deliverAbout(subject);
      await until(async () => (await request()).length === 0);
    });

    it('is listed by state and by who has asked, page by page', async () => {
      const third = await TestOperator.with(running, ['support']);
      const mine = [await asked(undefined, third), await asked(undefined, third), await asked(undefined, third)];
      await refuse(mine[1] ?? '', third);
      const listed = async (query: string, by = third) => (await by.get(`/api/v1/fourEyes?${query}`)).body;
      const ids = ({ requests }: any) => requests.map((one: any) => one.id);
      const first = await listed('askedBy=me&limit=2');
      expect(ids(first)).toEqual([mine[2], mine[1]]);
      expect(ids(await listed(`askedBy=me&limit=2&cursor=${first.next}`))).toEqual([mine[0]]);
      expect(ids(await listed('askedBy=me&state=waiting'))).toEqual([mine[2], mine[0]]);
      expect(ids(await listed('askedBy=me&state=closed'))).toEqual([mine[1]]);
      expect(ids(await listed('askedBy=others&state=waiting'))).not.toContain(mine[0]);
      expect(ids(await listed('askedBy=others&state=waiting', second))).toContain(mine[0]);
      expect((await third.get('/api/v1/fourEyes?state=nothing')).status).toBe(422);
      expect((await second.get(`/api/v1/fourEyes?askedBy=me&limit=2&cursor=${first.next}`)).status).toBe(422);
    });

    it('is among what needs those who could agree', async () => {
      await asked();
      const countFor = async (by: TestOperator) => {
        const { attention } = (await by.get('/api/v1/attention')).body;
        return attention.find(({ kind }: any) => kind === 'four-eyes.waiting')?.count ?? 0;
      };
      const [waiting, own] = [await countFor(second), await countFor(asker)];
      expect(waiting).toBeGreaterThan(own);
      expect(await countFor(await TestOperator.with(running, ['developer']))).toBe(0);
      const figures = await portalOf(running, { scopes: ['figures:read'] });
      expect(JSON.stringify((await figures.get('/v1/attention')).body)).not.toContain('four-eyes');
    });

    it('is one of at most 100 that wait in an enterprise', async () => {
      const scarce = await TestOperator.with(running, [{ enterpriseId: 'default', side: 'test', role: 'support' }]);
      const testBank = await portalOf(running, { scopes: ['users:write'], test: true });
      const users = [newId(), newId(), newId()];
      for (const userId of users) await testBank.post('/v1/users', { userId, primaryGroup: 'retail' });
      const repository = running.app.get(FourEyesRepository);
      const lock = jest.spyOn(repository, 'lockWaiting').mockImplementationOnce(async () => {
        const { requests } = (await second.get('/api/v1/fourEyes')).body;
        return Array.from({ length: 100 }, () => ({ ...requests[0], askedBy: newId() }));
      });
      const answer = await askToDelete(users[0] ?? '', scarce);
      lock.mockRestore();
      expect([answer.status, answer.body.code]).toEqual([409, 'operators/too-many-waiting']);
    });
  });

  it('has a table that every state is reached by', () => {
    expect(fourEyesState.finals.sort()).toEqual(['done', 'failed', 'fallen', 'refused', 'takenBack']);
  });
});
