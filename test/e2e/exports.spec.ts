import { get, type IncomingMessage } from 'node:http';
import { AuditLog } from '../../src/audit/contract/index.js';
import { UserList } from '../../src/users/user-list/user-list.service.js';
import { newId, Tenant } from '../../src/shared/kernel/index.js';
import { Database } from '../../src/shared/persistence/index.js';
import { until } from '../integration/support/until.js';
import { startTestApplication, type TestApplication } from '../support/application.js';
import { performJob } from '../support/jobs.js';
import { TestOperator } from '../support/operators.js';
import { newUser } from '../support/someone.js';
import { portalOf, type Portal } from '../support/tokens.js';

describe('Exports of lists', () => {
  const LIVE = Tenant.of('default', false);
  const SCOPES = ['users:read', 'users:write', 'idv:read', 'notifications:read', 'audit:read'];
  const CSV = { accept: 'text/csv' };
  const WHY = { reason: encodeURIComponent('For the auditors, § 4') };

  let running: TestApplication;
  let portal: Portal;
  let support: TestOperator;
  beforeAll(async () => {
    running = await startTestApplication();
    portal = await portalOf(running, { scopes: SCOPES });
    support = await TestOperator.with(running, ['support', 'security']);
  });
  afterAll(() => running.close());

  const sql = (text: string, ...values: unknown[]) => running.app.get(Database).rows(text, values);
  /** Copies of a user, with ids that begin so. A statement makes 500 of them: none nears the limit of its time. */
  async function crowd(of: string, prefix: string, count: number, comments = ''): Promise<void> {
    for (let first = 1; first <= count; first += 500) {
      await sql(
        `INSERT INTO users."user" SELECT (jsonb_populate_record(u, jsonb_build_object(
         'sub', gen_random_uuid(), 'user_id', $2 || i, 'primary_group', $2::text, 'comments', $4::text))).*
       FROM users."user" u, generate_series($3::int, $5::int) i WHERE u.user_id = $1 AND NOT u.test`,
        ...[of, prefix, first, comments, Math.min(first + 499, count)],
      );
    }
  }
  const linesOf = (text: string) => text.split('\r\n').filter(Boolean);
  async function noted(kind: string) {
    const { entries } = await running.app.get(AuditLog).list({ tenant: LIVE, kinds: [kind] }, 1);
    return entries[0];
  }

  describe('A list as a file', () => {
    beforeAll(async () => {
      const mail = {
        emailId: 'ada@mail.example',
        firstName: '=HYPERLINK("https://evil.example")',
        lastName: 'Léve, "A"',
      };
      expect((await portal.post('/v1/users', { ...newUser('ada'), ...mail })).status).toBe(201);
      await crowd('ada', 'crowd', 1_234);
    });

    it('is of the users who are named, and of nobody else', async () => {
      const named = '/v1/users?userIds=crowd7&userIds=ada&userIds=nobody';
      expect(linesOf((await portal.get(named, CSV)).body).slice(1)).toEqual([
        expect.stringMatching(/^"ada",/),
        expect.stringMatching(/^"crowd7",/),
      ]);
      expect((await portal.get(`${named}&limit=1`)).body).toMatchObject({
        users: [{ userId: 'ada' }],
        next: expect.any(String),
      });
      expect(linesOf((await portal.get(`${named}&status=BLOCKED`, CSV)).body)).toHaveLength(1);
      expect((await portal.get(`${named}&q=ada`)).body.errors).toMatchObject([{ pointer: '?userIds' }]);
      expect(JSON.stringify(await noted('users.users-exported'))).toMatch(/"userIds":3(?!.*crowd7)/);
      const tooMany = Array.from({ length: 51 }, (_, at) => `userIds=u${at}`).join('&');
      expect((await portal.get(`/v1/users?${tooMany}`)).status).toBe(422);
    });

    it('is CSV of all that the filters let through, in pages that nobody sees', async () => {
      const answer = await portal.get('/v1/users?group=crowd&limit=7', CSV);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="users.csv"');
      const [head = '', ...lines] = linesOf(answer.body);
      expect(head).toMatch(/^"userId","firstName","lastName","status",/);
      expect(lines).toHaveLength(1_234);
      expect(new Set(lines.map((line) => line.split(',', 1)[0])).size).toBe(1_234);
    });

    it('runs no formula, and tells moments in words', async () => {
      const { body } = await portal.get('/v1/users?q=ada', CSV);
      expect(body).toContain(`"ada","'=HYPERLINK(""https://evil.example"")","Léve, ""A""","CREATED",`);
      expect(body).toMatch(/,"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z",/);
    });

    it('is a row of the list to each line as NDJSON', async () => {
      const answer = await portal.get('/v1/users?group=crowd', { accept: 'application/x-ndjson' });
      const rows = String(answer.body)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const { users } = (await portal.get('/v1/users?group=crowd&limit=200')).body;
      expect(rows).toHaveLength(1_234);
      expect(rows.slice(0, 200)).toEqual(users);
    });

    it.each(['*/*', 'application/json', 'text/html', 'text/csv;q=0.5, application/json', ''])(
      'is a page as always for %j',
      async (accept) => {
        const answer = await portal.get('/v1/users?limit=1', { accept });
        expect([answer.status, answer.headers.get('vary')]).toEqual([200, 'Accept']);
        expect(answer.body.users).toHaveLength(1);
      },
    );

    it.each(['users', 'idvSessions', 'notifications', 'auditEvents'])(
      'is there of %s, also when it is empty',
      async (list) => {
        const none = {
          users: 'q=nobody.at.all',
          idvSessions: 'userId=x',
          notifications: 'user_id=x',
          auditEvents: 'actor=x',
        };
        const answer = await portal.get(`/v1/${list}?${none[list as keyof typeof none]}`, CSV);
        expect([answer.status, linesOf(answer.body)]).toEqual([200, [expect.stringMatching(/^"\w+",/)]]);
      },
    );

    it.each([
      ['users', 'users.users-exported', 'q=ada&status=CREATED'],
      ['idvSessions', 'idv.sessions-exported', 'userId=ada'],
      ['notifications', 'notifications.notifications-exported', 'user_id=ada'],
      ['auditEvents', 'audit.exported', 'subject=ada'],
    ])('is in the audit log, with the reason and without whom it names: %s as %s', async (list, kind, query) => {
      const answer = await support.get(`/api/v1/${list}?${query}`, { ...CSV, ...WHY });
      expect(answer.status).toBe(200);
      const entry = await noted(kind);
      const details = { format: 'csv', reason: 'For the auditors, § 4' };
      expect(entry).toMatchObject({ actor: support.sub, details });
      expect(JSON.stringify(entry?.details)).not.toContain('ada');
    });

    it('is noted before the first byte: where it cannot be noted, nothing is sent', async () => {
      const log = running.app.get(AuditLog);
      const record = log.record.bind(log);
      log.record = () => Promise.reject(new Error('no audit'));
      try {
        const answer = await support.get('/api/v1/users?group=crowd', { ...CSV, ...WHY });
        expect([answer.status, answer.text.includes('crowd1')]).toEqual([500, false]);
      } finally {
        log.record = record;
      }
    });

    it.each<Record<string, string>>([{}, { reason: 'no' }, { reason: '%' }, { reason: 'x'.repeat(1_001) }])(
      'needs a reason of an operator: %j is none',
      async (headers) => {
        const { status, body } = await support.get('/api/v1/users?group=crowd', { ...CSV, ...headers });
        expect([status, body.code]).toEqual([422, 'kernel/invalid-arguments']);
      },
    );

    it('shows contact data as the list does: masked to reviewers', async () => {
      const reviewer = await TestOperator.with(running, ['reviewer']);
      for (const accept of ['text/csv', 'application/x-ndjson']) {
        const { text } = await reviewer.get('/api/v1/users?q=ada', { accept, ...WHY });
        expect(text).not.toContain('ada@mail.example');
        expect(text).toContain('@mail.example');
      }
      expect((await reviewer.get('/api/v1/auditEvents', { ...CSV, ...WHY })).status).toBe(403);
    });

    it('holds nothing of another enterprise, nor of the other side', async () => {
      const other = await portalOf(running, { scopes: SCOPES, test: true });
      expect(linesOf((await other.get('/v1/users', CSV)).body)).toHaveLength(1);
    });

    it('is refused as the list is, before anything is sent', async () => {
      const { next } = (await portal.get('/v1/users?group=crowd&limit=1')).body;
      for (const query of ['?status=NONE', `?group=other&cursor=${next}`]) {
        expect((await portal.get(`/v1/users${query}`, CSV)).status).toBe(422);
      }
      expect((await portalOf(running, { scopes: ['idv:read'] }).then((one) => one.get('/v1/users', CSV))).status).toBe(
        403,
      );
    });

    it('goes on from a cursor', async () => {
      const { next } = (await portal.get('/v1/users?group=crowd&limit=200')).body;
      const { body } = await portal.get(`/v1/users?group=crowd&limit=200&cursor=${next}`, CSV);
      expect(linesOf(body)).toHaveLength(1 + 1_034);
    });
  });

  describe('Users who are picked one by one', () => {
    const reason = 'The auditors picked them';
    const picked = (count: number) => Array.from({ length: count }, (_, at) => `crowd${at + 1}`);
    const ask = (body: object, query = '') =>
      support.call('POST', `/api/v1/userExports${query}`, { format: 'csv', comments: reason, ...body });
    const take = (exportId: string) => support.call('POST', `/api/v1/userExports/${exportId}/file`, {});
    const idsIn = (text: string) => new Set(linesOf(text).map((line) => line.split(',', 1)[0]?.replaceAll('"', '')));

    it('are exported by one operator alone up to the number of CONSOLE_ACTION_LIMIT, with a reason', async () => {
      const { status, body } = await ask({ userIds: [...picked(25), 'crowd1'] });
      expect([status, body]).toEqual([
        201,
        { exportId: expect.any(String), format: 'csv', untilTs: expect.any(Number) },
      ]);
      expect(idsIn((await take(body.exportId)).text)).toEqual(new Set(['userId', ...picked(25)]));
      const { actor, details } = (await noted('users.users-exported'))!;
      const export_ = { format: 'csv', reason, export: body.exportId };
      expect([actor, details]).toEqual([support.sub, { filter: { userIds: 25 }, more: false, ...export_ }]);
      expect((await take(body.exportId)).body.code).toBe('users/export-not-found');
    });

    it('are exported with the approval of a second operator above that number, up to 1,000', async () => {
      const security = await TestOperator.with(running, ['security']);
      const userIds = [...picked(999), 'ada'];
      const asked = await ask({ userIds });
      expect(asked.status).toBe(202);
      expect((await security.get(`/api/v1/fourEyes/${asked.body.id}`)).body.call.body.userIds).toEqual(userIds);
      const agreed = await security.call('POST', `/api/v1/fourEyes/${asked.body.id}/agreement`);
      expect(agreed.body).toMatchObject({ state: 'done', right: 'remove' });
      const { exportId } = (await support.get(`/api/v1/fourEyes/${asked.body.id}/answer`)).body;
      expect(idsIn((await take(exportId)).text)).toEqual(new Set(['userId', ...userIds]));
      const details = { filter: { userIds: 1_000 }, reason, agreedBy: security.sub };
      expect((await noted('users.users-exported'))?.details).toMatchObject(details);
      expect((await ask({ userIds: picked(26) })).status).toBe(202);
    });

    it('are not exported without a reason, beyond 1,000, by other filters, or by an operator without the right', async () => {
      for (const body of [{ userIds: ['ada'], comments: undefined }, { userIds: picked(1_001) }, { userIds: [] }])
        expect((await ask(body)).status).toBe(422);
      for (const query of ['?q=ada', '?order=userId', '?userIds=ada'])
        expect([query, (await ask({ userIds: ['ada'] }, query)).status]).toEqual([query, 422]);
      const reviewer = await TestOperator.with(running, ['reviewer']);
      const refused = await reviewer.call('POST', '/api/v1/userExports', {
        format: 'csv',
        userIds: ['ada'],
        comments: reason,
      });
      expect(refused.body.code).toBe('kernel/insufficient-scope');
    });

    it('are exported by a client without a second operator, and by a status as well', async () => {
      const { status, body } = await portal.post('/v1/userExports?status=BLOCKED', {
        format: 'csv',
        userIds: picked(30),
      });
      expect(status).toBe(201);
      expect(linesOf((await portal.post(`/v1/userExports/${body.exportId}/file`)).body)).toHaveLength(1);
    });
  });

  describe('A large list', () => {
    beforeAll(() => crowd('ada', 'mass', 10_001, 'long '.repeat(500)));

    it('is refused to operators when it is of persons, with advice to narrow the filter, and not to clients', async () => {
      const { status, body } = await support.get('/api/v1/users?group=mass', { ...CSV, ...WHY });
      expect([status, body.code]).toEqual([409, 'users/too-many-to-export']);
      expect(linesOf((await portal.get('/v1/users?group=mass', CSV)).body)).toHaveLength(10_002);
      await sql(`UPDATE users."user" SET primary_group = 'one' WHERE user_id = 'mass1'`);
      const { text } = await support.get('/api/v1/users?group=mass', { ...CSV, ...WHY });
      expect(linesOf(text)).toHaveLength(10_001);
    });

    describe('that two agree on', () => {
      const FILTER = 'group=mass&status=CREATED';
      let security: TestOperator;
      beforeAll(async () => {
        await sql(`UPDATE users."user" SET primary_group = 'mass' WHERE user_id = 'mass1'`);
        security = await TestOperator.with(running, ['security']);
      });
      const reason = 'The supervisors want all';
      const ask = (by = support, body: object = { format: 'csv', comments: reason }, query = FILTER) =>
        by.call('POST', `/api/v1/userExports?${query}`, body);
      const agree = (id: string, by = security) => by.call('POST', `/api/v1/fourEyes/${id}/agreement`);
      async function allowed(by = support, body?: object) {
        const asked = await ask(by, body);
        expect(asked.status).toBe(202);
        expect((await agree(asked.body.id)).body).toMatchObject({ state: 'done', right: 'remove', comments: reason });
        const { body: answer } = await by.get(`/api/v1/fourEyes/${asked.body.id}/answer`);
        return { request: String(asked.body.id), ...answer } as { request: string; exportId: string; untilTs: number };
      }
      const take = (exportId: string, by = support, headers = {}) =>
        by.call('POST', `/api/v1/userExports/${exportId}/file`, {}, headers);

      it('is taken once, by who has asked, and the audit log has the reason and both', async () => {
        const { exportId, untilTs } = await allowed();
        expect(untilTs).toBeGreaterThan(Date.now());
        const [stored] = await sql('SELECT * FROM users.allowed_export WHERE id = $1', exportId);
        expect(JSON.stringify(stored)).not.toMatch(/mass|supervisors/);
        for (const other of [security, await TestOperator.with(running, ['owner'])]) {
          expect((await take(exportId, other)).body.code).toBe('users/export-not-found');
        }
        expect((await portal.post(`/v1/userExports/${exportId}/file`)).status).toBe(404);
        expect((await take(exportId, support, { data: 'test' })).status).toBe(404);
        const file = await take(exportId);
        expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
        expect(linesOf(file.text)).toHaveLength(10_002);
        expect(await noted('users.users-exported')).toMatchObject({
          actor: support.sub,
          details: {
            filter: { group: 'mass', status: 'CREATED' },
            ...{ format: 'csv', reason, export: exportId, agreedBy: security.sub },
          },
        });
        expect((await take(exportId)).body.code).toBe('users/export-not-found');
        expect(await sql('SELECT FROM users.allowed_export WHERE id = $1', exportId)).toEqual([]);
      });

      it('is NDJSON as well, and taken by one of two at once', async () => {
        const { exportId } = await allowed(support, { format: 'ndjson', comments: reason });
        const files = await Promise.all([take(exportId), take(exportId)]);
        expect(files.map(({ status }) => status).sort()).toEqual([200, 404]);
        expect(
          files
            .find(({ status }) => status === 200)
            ?.text.trimEnd()
            .split('\n'),
        ).toHaveLength(10_001);
      });

      it('happens only when another agrees, and not where the filters are wrong or no reason is given', async () => {
        const { body } = await ask();
        expect((await agree(body.id, support)).body.code).toBe('operators/own-request');
        expect((await support.get(`/api/v1/fourEyes/${body.id}/answer`)).status).toBe(404);
        await support.call('POST', `/api/v1/fourEyes/${body.id}/refusal`);
        const count = async () => (await sql('SELECT 1 FROM operators.four_eyes')).length;
        const before = await count();
        expect((await ask(support, { format: 'csv' })).status).toBe(422);
        expect((await ask(support, { format: 'xlsx', comments: reason })).status).toBe(422);
        for (const query of [
          'status=NONE',
          'q=a&order=-createdTs',
          'limit=5',
          'cursor=abc',
          'group=mass&group=crowd',
        ]) {
          expect([query, (await ask(support, undefined, query)).status]).toEqual([query, 422]);
        }
        const reviewer = await TestOperator.with(running, ['reviewer']);
        expect((await ask(reviewer)).body.code).toBe('kernel/insufficient-scope');
        expect(await count()).toBe(before);
      });

      it('is not for who has lost the right, or the session’s passkey is old, and not after a day', async () => {
        const asker = await TestOperator.with(running, ['support']);
        const { exportId } = await allowed(asker);
        const at = `UPDATE operators.console_session SET passkey_at = now() - interval '6 minutes' WHERE sub = $1`;
        await sql(at, asker.sub);
        expect((await take(exportId, asker)).body.code).toBe('operators/step-up-needed');
        await sql('UPDATE operators.console_session SET passkey_at = now() WHERE sub = $1', asker.sub);
        await sql(`UPDATE operators."grant" SET role = 'reviewer' WHERE sub = $1`, asker.sub);
        expect((await take(exportId, asker)).body.code).toBe('kernel/insufficient-scope');
        await sql(`UPDATE operators."grant" SET role = 'support' WHERE sub = $1`, asker.sub);
        await sql(`UPDATE users.allowed_export SET ends_at = now() - interval '1 second' WHERE id = $1`, exportId);
        expect((await take(exportId, asker)).status).toBe(404);
        await performJob(running.app, 'users/forget-exports');
        expect(await sql('SELECT FROM users.allowed_export WHERE id = $1', exportId)).toEqual([]);
      });

      it('shows what who has asked may see when it is taken', async () => {
        const asker = await TestOperator.with(running, ['security']);
        const { body } = await ask(asker, { format: 'csv', comments: reason }, 'q=ada');
        expect((await agree(body.id, support)).body.state).toBe('done');
        const { exportId } = (await asker.get(`/api/v1/fourEyes/${body.id}/answer`)).body;
        await sql(`UPDATE operators."grant" SET role = 'owner', enterprise_id = 'default' WHERE sub = $1`, asker.sub);
        const { text } = await take(exportId, asker);
        expect(text).toContain('ada@mail.example');
        expect((await noted('users.users-exported'))?.details).toMatchObject({ filter: { q: true } });
      });

      it('stays there where it could not be begun', async () => {
        const { exportId } = await allowed();
        const list = running.app.get(UserList);
        const page = jest.spyOn(list, 'page').mockRejectedValueOnce(new Error('the database is away'));
        expect((await take(exportId)).status).toBe(500);
        page.mockRestore();
        expect((await take(exportId)).status).toBe(200);
      });

      it('is allowed to a client at once, and taken once', async () => {
        const { status, body } = await portal.post('/v1/userExports?q=ada', { format: 'ndjson' });
        expect(status).toBe(201);
        const other = await portalOf(running, { scopes: SCOPES });
        expect((await other.post(`/v1/userExports/${body.exportId}/file`)).status).toBe(404);
        expect((await portal.post(`/v1/userExports/${body.exportId}/file`)).status).toBe(200);
        expect((await portal.post(`/v1/userExports/${body.exportId}/file`)).status).toBe(404);
      });
    });

    it('holds two places of an enterprise for readers that do not read, and no connection; they are free when those go', async () => {
      const unread = await Promise.all([open(), open()]);
      const refused = await portal.get('/v1/users?group=crowd', CSV);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
      const elsewhere = await portalOf(running, { scopes: SCOPES, enterpriseId: await another() });
      expect((await elsewhere.get('/v1/users', CSV)).status).toBe(200);
      await until(async () => {
        const busy = await sql(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
        AND pid <> pg_backend_pid() AND state <> 'idle' AND query LIKE '%users."user"%'`);
        return busy.length === 0;
      });
      for (const response of unread) response.destroy();
      await until(async () => (await portal.get('/v1/users?q=ada', CSV)).status === 200);
    });

    const open = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const headers = { ...CSV, authorization: `Bearer ${portal.token}` };
        get(running.url('management', '/v1/users?group=mass'), { headers, agent: false }, resolve).on('error', reject);
      });

    async function another(): Promise<string> {
      const administrator = await portalOf(running, { scopes: ['enterprises:write'], administrator: true });
      const enterpriseId = `e${newId().slice(-12)}`;
      expect((await administrator.post('/v1/enterprises', { enterpriseId, name: 'Another bank' })).status).toBe(201);
      return enterpriseId;
    }
  });
});
