import { AuditLog } from '../../../src/audit/contract/index.js';
import { commands } from '../../../src/cli/commands/index.js';
import { OperatorsService } from '../../../src/operators/people/operators.service.js';
import type { CommandContext } from '../../../src/shared/observability/index.js';
import { ManagedUsers, MessageSender, OPERATORS_ENTERPRISE } from '../../../src/users/contract/index.js';
import { newId, Tenant } from '../../../src/shared/kernel/index.js';
import { advisoryLocks, Database } from '../../../src/shared/persistence/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { gate, until } from '../../integration/support/until.js';
import { meetAt } from '../../support/held-locks.js';
import { performJob } from '../../support/jobs.js';
import { logged } from '../../support/logged.js';
import { TestOperator } from '../../support/operators.js';
import { sharedApplication } from '../../support/shared-application.js';
import { portalOf } from '../../support/tokens.js';

describe('Operators', () => {
  let running: TestApplication;
  let owner: TestOperator;
  beforeAll(async () => {
    running = await startTestApplication();
    owner = await TestOperator.with(running, ['owner']);
  });
  afterAll(() => running.close());

  const support = [{ enterpriseId: 'default', side: 'live', role: 'support' }];
  const invite = (emailId = `${newId()}@bank.example`) =>
    owner.call('POST', '/api/v1/operators', { emailId, firstName: 'Ben', lastName: 'Okoro', grants: support });

  it('are invited, listed, changed and removed by an owner', async () => {
    const made = await invite();
    expect(made).toMatchObject({ status: 201, body: { name: 'Ben Okoro', state: 'invited', passkeys: 0 } });
    const path = `/api/v1/operators/${made.body.id}`;
    const roles = [{ enterpriseId: '*', side: 'both', role: 'security' }];
    expect(await owner.call('PATCH', path, { grants: roles })).toMatchObject({ status: 200, body: { grants: roles } });
    expect((await owner.get('/api/v1/operators')).body.operators).toHaveLength(2);
    expect((await owner.call('DELETE', path)).status).toBe(204);
    expect((await owner.get('/api/v1/operators')).body.operators).toHaveLength(1);
  });

  it('are answered as they are after a change, once for an Idempotency-Key', async () => {
    const path = `/api/v1/operators/${(await invite()).body.id}`;
    const key = { 'idempotency-key': newId() };
    const roles = [
      { enterpriseId: '*', side: 'both', role: 'security' },
      { enterpriseId: 'default', side: 'test', role: 'reviewer' },
      { enterpriseId: 'default', side: 'live', role: 'support' },
    ];
    const given = { grants: [...roles].reverse(), firstName: 'Ida', lastName: 'Lund' };
    const [first, again] = [await owner.call('PATCH', path, given, key), await owner.call('PATCH', path, given, key)];
    expect([first.status, first.body.name, first.body.grants]).toEqual([200, 'Ida Lund', roles]);
    expect(again.body).toEqual(first.body);
    const { operators } = (await owner.get('/api/v1/operators')).body;
    expect(operators).toContainEqual(first.body);
    expect((await owner.call('DELETE', path, undefined, { 'idempotency-key': newId() })).status).toBe(204);
  });

  it.each([
    [{ firstName: 'Ida' }, 'Ida Okoro'],
    [{ lastName: 'Lund' }, 'Ben Lund'],
    [{ firstName: 'Ida', lastName: 'Lund' }, 'Ida Lund'],
    [{}, 'Ben Okoro'],
  ])('get the names that are sent, and keep the others: %j', async (names, name) => {
    const path = `/api/v1/operators/${(await invite()).body.id}`;
    expect(await owner.call('PATCH', path, names)).toMatchObject({ status: 200, body: { name, grants: support } });
  });

  it('are not changed at all when one of the changes fails', async () => {
    const { id } = (await invite()).body;
    const shown = async () =>
      (await owner.get('/api/v1/operators')).body.operators.find((one: { id: string }) => one.id === id);
    const before = await shown();
    const change = { grants: [{ ...support[0], role: 'security' }], state: 'blocked', firstName: 'Ida' };
    const rename = jest.spyOn(running.app.get(ManagedUsers), 'rename').mockRejectedValueOnce(new Error('No database'));
    expect((await owner.call('PATCH', `/api/v1/operators/${id}`, change)).status).toBe(500);
    rename.mockRestore();
    expect(await shown()).toEqual(before);
  });

  it('are not made twice', async () => {
    const emailId = `${newId()}@bank.example`;
    await invite(emailId);
    expect(await invite(emailId.toUpperCase())).toMatchObject({
      status: 409,
      body: { code: 'operators/already-there' },
    });
  });

  it('are not invited again by the address of one who was removed', async () => {
    const { id, emailId } = (await invite()).body;
    expect((await owner.call('DELETE', `/api/v1/operators/${id}`)).status).toBe(204);
    const again = await invite(emailId);
    expect(again).toMatchObject({ status: 409, body: { code: 'operators/already-there' } });
    expect(again.body.detail).toContain('was removed');
  });

  it('are not unblocked by another invitation', async () => {
    const { sub } = await TestOperator.with(running, ['support']);
    const path = `/api/v1/operators/${sub}`;
    expect((await owner.call('PATCH', path, { state: 'blocked' })).body.state).toBe('blocked');
    expect(await owner.call('POST', `${path}/invitation`)).toMatchObject({
      status: 409,
      body: { code: 'operators/blocked' },
    });
    expect((await owner.call('PATCH', path, { state: 'active' })).body.state).toBe('active');
    expect((await owner.call('POST', `${path}/invitation`)).status).toBe(200);
  });

  it('do not change themselves, and the last owner stays', async () => {
    const own = `/api/v1/operators/${owner.sub}`;
    expect(await owner.call('PATCH', own, { grants: support })).toMatchObject({
      status: 403,
      body: { code: 'operators/own-roles' },
    });
    expect((await owner.call('DELETE', own)).status).toBe(403);
    expect((await owner.call('POST', `${own}/invitation`)).status).toBe(403);
  });

  describe('who own all enterprises', () => {
    const owning = [{ enterpriseId: '*', side: 'both', role: 'owner' }];
    const why = { reason: 'She%20leaves%20us' };
    const stateOf = async (sub: string) => {
      const { body } = await owner.get('/api/v1/operators');
      const found = body.operators.find(({ id }: { id: string }) => id === sub);
      return found && [found.state, found.grants.map(({ role }: { role: string }) => role)];
    };
    /** An application that nobody operates yet. */
    const withoutOperators = async (): Promise<TestApplication> => {
      const alone = await sharedApplication();
      await alone.app.get(Database).rows('DELETE FROM operators.operator');
      return alone;
    };
    let second: TestOperator;

    it('are made by the only owner alone: nobody could agree', async () => {
      const emailId = `${newId()}@bank.example`;
      const person = { emailId, firstName: 'Ida', lastName: 'Holm', grants: owning };
      const { status, body } = await owner.call('POST', '/api/v1/operators', person);
      expect([status, body.grants]).toEqual([201, owning]);
      second = await TestOperator.with(running, ['owner']);
      await running.app.get(Database).rows('DELETE FROM operators.operator WHERE sub = $1', [body.id]);
    });

    it('are made one at a time: of many invitations at once by the only owner one is sent, and the others wait', async () => {
      const alone = await withoutOperators();
      const only = await TestOperator.with(alone, ['owner']);
      const people = Array.from({ length: 6 }, () => ({ emailId: `${newId()}@bank.example`, grants: owning }));
      const ask = (person: object) =>
        only.call('POST', '/api/v1/operators', { firstName: 'Ida', lastName: 'Holm', ...person }, why);
      const answers = await Promise.all(people.map(ask));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 202, 202, 202, 202, 202]);
      expect((await only.get('/api/v1/operators')).body.operators).toHaveLength(2);
    });

    it('are not made by several promotions at once of the only owner', async () => {
      const alone = await withoutOperators();
      const only = await TestOperator.with(alone, ['owner']);
      const others = [];
      for (let made = 0; made < 6; made++) others.push(await TestOperator.with(alone, ['support']));
      const promote = ({ sub }: TestOperator) =>
        only.call('PATCH', `/api/v1/operators/${sub}`, { grants: owning }, why);
      const answers = await Promise.all(others.map(promote));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 202, 202, 202, 202, 202]);
    });

    it.each<readonly [string, string, string, object | undefined, unknown]>([
      ['to be changed', 'PATCH', '', { grants: support }, ['active', ['support']]],
      ['to be blocked', 'PATCH', '', { state: 'blocked' }, ['blocked', ['owner']]],
      ['to be invited again', 'POST', '/invitation', undefined, ['invited', ['owner']]],
      ['to be removed', 'DELETE', '', undefined, undefined],
    ])('need a second one %s', async (_what, method, end, body, then) => {
      const other = await TestOperator.with(running, ['owner']);
      const path = `/api/v1/operators/${other.sub}${end}`;
      expect((await owner.call(method, path, body)).status).toBe(422); // who agrees must read why
      const kept = await owner.call(method, path, body, why);
      expect(kept.status).toBe(202);
      expect(await stateOf(other.sub)).toEqual(['active', ['owner']]);
      const request = `/api/v1/fourEyes/${kept.body.id}`;
      expect((await owner.call('POST', `${request}/agreement`)).body.code).toBe('operators/own-request');
      const security = await TestOperator.with(running, ['security', 'developer', 'support']);
      expect((await security.call('POST', `${request}/agreement`)).status).toBe(403);
      const ofOne = await TestOperator.with(running, [{ enterpriseId: 'default', side: 'both', role: 'owner' }]);
      expect((await ofOne.call('POST', `${request}/agreement`)).status).toBe(403);
      const { body: done } = await second.call('POST', `${request}/agreement`);
      expect(done).toMatchObject({ state: 'done', right: 'owners', comments: 'She leaves us' });
      expect(await stateOf(other.sub)).toEqual(then);
      await running.app.get(Database).rows('DELETE FROM operators.operator WHERE sub = $1', [other.sub]);
    });

    it('need a second one to come, by an invitation or by other roles', async () => {
      const person = { emailId: `${newId()}@bank.example`, firstName: 'Ida', lastName: 'Holm', grants: owning };
      const { sub } = await TestOperator.with(running, ['support']);
      const calls = [
        await owner.call('POST', '/api/v1/operators', person, why),
        await owner.call('PATCH', `/api/v1/operators/${sub}`, { grants: owning }, why),
      ];
      for (const { status, body } of calls) {
        expect(status).toBe(202);
        const agreed = await second.call('POST', `/api/v1/fourEyes/${body.id}/agreement`);
        expect(agreed.body.state).toBe('done');
      }
      expect(await stateOf(sub)).toEqual(['active', ['owner']]);
      const { operators } = (await owner.get('/api/v1/operators')).body;
      expect(operators.map(({ emailId }: { emailId: string }) => emailId)).toContain(person.emailId);
    });

    it('need none for a name, nor where one enterprise is owned only', async () => {
      const names = { firstName: 'Ida', lastName: 'Lund' };
      expect((await owner.call('PATCH', `/api/v1/operators/${second.sub}`, names)).body.name).toBe('Ida Lund');
      const one = [{ enterpriseId: 'default', side: 'both', role: 'owner' }];
      const { sub } = await TestOperator.with(running, ['support']);
      expect((await owner.call('PATCH', `/api/v1/operators/${sub}`, { grants: one })).status).toBe(200);
    });

    describe('wherever owners of all stand', () => {
      const acme = { 'enterprise-id': 'acme' };
      const grants = [{ enterpriseId: '*', side: 'both', role: 'developer' }];
      const codeOf = ({ status, body }: { status: number; body: any }) => [status, body?.code];
      let other: TestOperator;
      let request: string;
      const ask = (headers = {}) =>
        owner.call('PATCH', `/api/v1/operators/${other.sub}`, { grants }, { ...why, ...headers });

      beforeAll(async () => {
        const scopes = ['enterprises:write'];
        const client = await portalOf(running, { scopes, administrator: true });
        await client.post('/v1/enterprises', { enterpriseId: 'acme', name: 'Acme' });
      });
      beforeEach(async () => {
        other = await TestOperator.with(running, ['owner']);
        request = `/api/v1/fourEyes/${(await ask(acme)).body.id}`;
      });
      afterEach(async () => {
        await running.app.get(Database).rows('DELETE FROM operators.operator WHERE sub = $1', [other.sub]);
      });

      it.each([
        ['another enterprise', { 'enterprise-id': 'default' }],
        ['the other side', { ...acme, data: 'test' }],
      ])('are decided about in %s', async (_what, headers) => {
        expect((await second.get(request, headers)).body).toMatchObject({ state: 'waiting', right: 'owners' });
        expect((await second.get('/api/v1/fourEyes?askedBy=others', headers)).text).toContain(
          request.split('/').at(-1),
        );
        expect((await owner.get('/api/v1/fourEyes?askedBy=me', headers)).text).toContain(request.split('/').at(-1));
        const { attention } = (await second.get('/api/v1/attention', headers)).body;
        const waiting = attention.find(({ kind }: { kind: string }) => kind === 'four-eyes.waiting');
        expect(waiting?.count).toBeGreaterThan(0);
        const done = await second.call('POST', `${request}/agreement`, {}, headers);
        expect(done).toMatchObject({ status: 200, body: { state: 'done', decidedBy: { id: second.sub } } });
        expect(await stateOf(other.sub)).toEqual(['active', ['developer']]);
        const again = await second.call('POST', `${request}/agreement`, {}, headers);
        expect(codeOf(again)).toEqual([409, 'operators/already-decided']);
      });

      it('are refused or taken back there too, as one request', async () => {
        expect((await ask()).body.id).toBe(request.split('/').at(-1));
        expect((await owner.call('POST', `${request}/agreement`)).body.code).toBe('operators/own-request');
        const refused = await second.call('POST', `${request}/refusal`, { comments: 'She stays' });
        expect(refused.body).toMatchObject({ state: 'refused', refusal: 'She stays' });
        const { body } = await ask(acme);
        expect((await owner.call('POST', `/api/v1/fourEyes/${body.id}/refusal`)).body.state).toBe('takenBack');
      });

      it('are decided about by nobody else: owners of one enterprise, owners of test data, others with roles in all', async () => {
        const strangers = [
          [[{ enterpriseId: 'default', side: 'both', role: 'owner' }], {}, [404, 'operators/request-not-found']],
          [[{ enterpriseId: 'acme', side: 'both', role: 'owner' }], acme, [403, 'kernel/insufficient-scope']],
          [
            [{ enterpriseId: '*', side: 'test', role: 'owner' }],
            { data: 'test' },
            [404, 'operators/request-not-found'],
          ],
          [['security', 'support', 'developer'], {}, [404, 'operators/request-not-found']],
        ] as const;
        const decided = [false, true];
        for (const isDecided of decided) {
          if (isDecided) expect((await second.call('POST', `${request}/agreement`)).status).toBe(200);
          for (const [given, headers, refusal] of strangers) {
            const stranger = await TestOperator.with(running, given);
            for (const answer of [
              await stranger.get(request, headers),
              await stranger.call('POST', `${request}/agreement`, {}, headers),
              await stranger.call('POST', `${request}/refusal`, { comments: 'Not so' }, headers),
              await stranger.get(`${request}/answer`, headers),
            ]) {
              expect(codeOf(answer)).toEqual(refusal);
            }
            expect((await stranger.get('/api/v1/fourEyes', headers)).text).not.toContain(request.split('/').at(-1));
            const { attention } = (await stranger.get('/api/v1/attention', headers)).body;
            expect(attention.filter(({ kind }: { kind: string }) => kind === 'four-eyes.waiting')).toEqual([]);
          }
        }
      });

      it('leave there what is about a person of one enterprise', async () => {
        const bank = await portalOf(running, { scopes: ['users:write'] });
        const userId = newId();
        await bank.post('/v1/users', { userId, primaryGroup: 'retail' });
        const body = { status: 'DELETED', comments: 'She asked for it' };
        const kept = await owner.call('PUT', `/api/v1/users/${userId}/status`, body);
        const path = `/api/v1/fourEyes/${kept.body.id}`;
        for (const by of [owner, second]) {
          expect(codeOf(await by.get(path, acme))).toEqual([404, 'operators/request-not-found']);
          expect((await by.get('/api/v1/fourEyes', acme)).text).not.toContain(kept.body.id);
        }
        expect((await second.call('POST', `${path}/agreement`, {}, acme)).status).toBe(404);
        expect((await owner.call('POST', `${path}/refusal`)).body.state).toBe('takenBack');
      });
    });

    it('keep one who can sign in: with all others blocked, the last one is not blocked, demoted or removed', async () => {
      const alone = await withoutOperators();
      const scopes = ['operators:read', 'operators:write'];
      const client = await portalOf(alone, { scopes, administrator: true });
      const [one, other] = [await TestOperator.with(alone, ['owner']), await TestOperator.with(alone, ['owner'])];
      expect((await client.patch(`/v1/operators/${other.sub}`, { state: 'blocked' })).status).toBe(200);
      const path = `/v1/operators/${one.sub}`;
      for (const { status, body } of [
        await client.patch(path, { state: 'blocked' }),
        await client.patch(path, { grants: support }),
        await client.delete(path),
      ])
        expect([status, body.code]).toEqual([409, 'operators/last-owner']);
      expect((await client.patch(`/v1/operators/${other.sub}`, { state: 'active' })).status).toBe(200);
      expect((await client.delete(path)).status).toBe(204);
    });

    it('keep one who can sign in: an owner who is only invited does not count', async () => {
      const alone = await withoutOperators();
      const client = await portalOf(alone, { scopes: ['operators:read', 'operators:write'], administrator: true });
      const only = await TestOperator.with(alone, ['owner']);
      const person = { emailId: `${newId()}@bank.example`, firstName: 'Ida', lastName: 'Holm', grants: owning };
      expect((await client.post('/v1/operators', person)).body.state).toBe('invited');
      const { status, body } = await client.delete(`/v1/operators/${only.sub}`);
      expect([status, body.code]).toEqual([409, 'operators/last-owner']);
    });

    it('are changed by an administrator’s client alone', async () => {
      const scopes = ['operators:read', 'operators:write'];
      const client = await portalOf(running, { scopes, administrator: true });
      const { sub } = await TestOperator.with(running, ['owner']);
      expect((await client.delete(`/v1/operators/${sub}`)).status).toBe(204);
    });
  });

  it('are mailed nothing about clients while they are blocked', async () => {
    const { sub } = await TestOperator.with(running, ['owner']);
    const { userId } = await running.app.get(OperatorsService).find(sub);
    const client = { clientId: 'exports', clientName: 'Exports', enterpriseId: 'default' };
    const news = { ...client, step: 'made', powers: [], by: owner.sub, agreedBy: null } as const;
    const mailed: (string | null)[] = [];
    const send = jest.spyOn(running.app.get(MessageSender), 'send').mockImplementation(({ to }) => {
      mailed.push(to.email);
      return Promise.resolve();
    });
    const tell = () => performJob(running.app, 'operators/tell-owner', { owner: sub, news });
    await tell();
    expect(mailed).toEqual([userId]);
    await running.app.get(ManagedUsers).change(Tenant.of(OPERATORS_ENTERPRISE, false), userId, 'BLOCKED');
    await tell();
    expect(mailed).toEqual([userId]);
    send.mockRestore();
    await running.app.get(Database).rows('DELETE FROM operators.operator WHERE sub = $1', [sub]);
  });

  it('are told of an emergency after its link is printed, at the address that they have now, and others despite a failure', async () => {
    const [hanging, moved] = [await TestOperator.with(running, ['owner']), await TestOperator.with(running, ['owner'])];
    const emailId = `${newId()}@bank.example`;
    const db = running.app.get(Database);
    await db.rows(`UPDATE users."user" SET email_id = $1 WHERE sub = $2`, [emailId, moved.sub]);
    const { userId } = await running.app.get(OperatorsService).find(hanging.sub);
    const mails = gate();
    const tried: (string | null)[] = [];
    const send = jest.spyOn(running.app.get(MessageSender), 'send').mockImplementation(async ({ to }) => {
      tried.push(to.email);
      await mails.passed;
      if (to.email === userId) throw new Error('The mail server hangs');
    });
    const printed: string[] = [];
    const given = { options: {}, application: async () => running.app, print: (line = '') => printed.push(line) };
    const breakGlass = (await commands['operator break-glass']?.())!;
    const begin = () => breakGlass.run(given as unknown as CommandContext);
    const entries = await logged(running.config, async () => {
      const both = [Promise.resolve(begin())];
      await until(() => tried.length >= 2);
      expect(printed).toEqual([expect.stringContaining('/welcome?')]);
      both.push(Promise.resolve(begin()));
      await until(() => printed.length === 2);
      mails.open();
      expect(await Promise.all(both)).toEqual([0, 0]);
    });
    send.mockRestore();
    expect(tried.filter((email) => email === emailId)).toHaveLength(2);
    expect(tried.filter((email) => email?.endsWith('@invalid.example'))).toEqual([]);
    expect(entries.filter(({ facts }) => 'sub' in facts)).toEqual(
      Array(2).fill({ level: 'warn', facts: { sub: hanging.sub, err: expect.any(Error) } }),
    );
    await db.rows('DELETE FROM operators.operator WHERE ends_at IS NOT NULL OR sub IN ($1, $2)', [
      hanging.sub,
      moved.sub,
    ]);
  });

  it('are removed when the hours of their emergency are over, and old sessions of all', async () => {
    const service = running.app.get(OperatorsService);
    const now = Date.now();
    const made = await service.make({
      emailId: `${newId()}@invalid.example`,
      firstName: 'Emergency',
      lastName: 'root',
      grants: [{ enterpriseId: '*', side: 'both', role: 'owner' }],
      endsAt: new Date(now + 60_000),
    });
    const db = running.app.get(Database);
    const left = async () => (await service.list()).some(({ sub }) => sub === made.sub);
    await performJob(running.app, 'operators/remove-ended');
    expect(await left()).toBe(true);
    await db.rows(`UPDATE operators.operator SET ends_at = now() - interval '1 second' WHERE sub = $1`, [made.sub]);
    const lock = { sql: 'SELECT pg_advisory_xact_lock($1)', params: [advisoryLocks.operators] };
    const remove = () => performJob(running.app, 'operators/remove-ended');
    await meetAt(running, lock, [remove, remove]);
    expect(await left()).toBe(false);
    const about = { tenant: Tenant.of(OPERATORS_ENTERPRISE, false), kinds: ['operators.operator-removed'] };
    const { entries } = await running.app.get(AuditLog).list(about, 100);
    expect(entries.filter(({ subject }) => subject === made.sub)).toHaveLength(1);

    const [old, fresh] = [await TestOperator.with(running, ['support']), await TestOperator.with(running, ['support'])];
    await db.rows(
      `UPDATE operators.console_session SET started_at = now() - interval '8 hours 1 second' WHERE sub = $1`,
      [old.sub],
    );
    await performJob(running.app, 'operators/purge-sessions');
    const sessions = await db.rows<{ sub: string }>('SELECT sub FROM operators.console_session');
    expect(sessions.map(({ sub }) => sub)).toContain(fresh.sub);
    expect(sessions.map(({ sub }) => sub)).not.toContain(old.sub);
  });

  it('are of nobody who owns one enterprise only', async () => {
    const one = await TestOperator.with(running, [{ enterpriseId: 'default', side: 'both', role: 'owner' }]);
    expect((await one.get('/api/v1/operators')).status).toBe(403);
  });

  it('are asked for a fresh passkey before they change others', async () => {
    const stale = await TestOperator.with(running, ['owner']);
    await running.app
      .get(Database)
      .rows(`UPDATE operators.console_session SET passkey_at = now() - interval '6 minutes' WHERE sub = $1`, [
        stale.sub,
      ]);
    const answer = await stale.call('DELETE', `/api/v1/operators/${owner.sub}`);
    expect(answer).toMatchObject({ status: 403, body: { code: 'operators/step-up-needed', stepUp: '/step-up' } });
  });

  it('are told who they are', async () => {
    const me = await owner.get('/api/v1/me');
    expect(me.body).toMatchObject({ roles: ['owner'], rights: { operators: 'may', review: 'no', remove: 'two' } });
    expect((await owner.get('/api/v1/me/sessions')).body.sessions).toMatchObject([{ current: true }]);
    expect((await owner.get('/api/v1/operatorRoles')).body.roles).toHaveLength(5);
  });
});
