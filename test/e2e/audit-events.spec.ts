import { jest } from '@jest/globals';
import { AuditLog } from '../../src/audit/contract/index.js';
import { type AuditEntry, Database } from '../../src/shared/persistence/index.js';
import { newId, Tenant } from '../../src/shared/kernel/index.js';
import { startTestApplication, type TestApplication } from '../support/application.js';
import { performJob } from '../support/jobs.js';
import { newUser } from '../support/someone.js';
import { portalOf, type Portal, type PortalOptions } from '../support/tokens.js';

describe('Audit events', () => {
  const scopes = ['users:read', 'users:write', 'audit:read'];
  const live = Tenant.of('default', false);

  let running: TestApplication;
  let db: Database;
  let portal: Portal;

  const portalWith = (options: Partial<PortalOptions>) => portalOf(running, { scopes, ...options });
  const record = (entry: Partial<AuditEntry>) =>
    running.app.get(AuditLog).record({ kind: 'testing.noted', tenant: live, ...entry });

  /** Enrols a user, and answers its `sub`, which no portal ever sees. */
  async function enrol(userId: string, by = portal, { enterpriseId, test } = live): Promise<string> {
    expect((await by.post('/v1/users', newUser(userId))).status).toBe(201);
    const user = await db.one<{ sub: string }>(
      'SELECT sub FROM users."user" WHERE enterprise_id = $1 AND test = $2 AND user_id = $3',
      [enterpriseId, test, userId],
    );
    if (!user) throw new Error(`${userId} was not enrolled`);
    return user.sub;
  }

  async function eventsOf(query: Readonly<Record<string, string>>, of = portal) {
    const { status, body } = await of.get(`/v1/auditEvents?${new URLSearchParams(query).toString()}`);
    expect({ status, body }).toMatchObject({ status: 200, body: { auditEvents: expect.any(Array) } });
    return body.auditEvents;
  }

  beforeAll(async () => {
    running = await startTestApplication({ env: { SURFACES: 'management' } });
    db = running.app.get(Database);
    portal = await portalWith({});
  });
  afterAll(() => running.close());

  describe('An audit event', () => {
    it('tells who did what to whom, when, from where and by which call', async () => {
      await portal.post('/v1/users', newUser('ada'), { 'x-request-id': 'enrols-ada' });
      expect(await eventsOf({ subject: 'ada' })).toEqual([
        {
          id: expect.stringMatching(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/),
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          kind: 'users.user-enrolled',
          outcome: 'done',
          actor: { kind: 'client', id: portal.clientId, actingFor: null },
          subject: 'ada',
          address: '127.0.0.1',
          requestId: 'enrols-ada',
          details: { status: 'CREATED' },
          comments: null,
        },
      ]);
    });

    it('names users by their user id, and by nothing that is internal', async () => {
      const [bob, carol] = [await enrol('bob'), await enrol('carol')];
      await record({ kind: 'testing.named', outcome: 'refused', subject: bob, actor: { kind: 'user', id: carol } });
      const { body } = await portal.get('/v1/auditEvents?kind=testing.named');
      expect(body.auditEvents).toMatchObject([
        { outcome: 'refused', actor: { kind: 'user', id: 'carol' }, subject: 'bob', address: null, requestId: null },
      ]);
      for (const sub of [bob, carol]) expect(JSON.stringify(body)).not.toContain(sub);
    });

    it('names nobody when it is about nobody, about a stranger, or about what cannot be a user', async () => {
      const other = Tenant.of('default', true);
      const stranger = await enrol('stranger', await portalWith({ test: true }), other);
      for (const subject of [undefined, stranger, newId(), 'nonsense']) {
        await record({ kind: 'testing.nameless', subject, actor: { kind: 'user', id: stranger } });
      }
      const events = await eventsOf({ kind: 'testing.nameless' });
      const nobody = { actor: { kind: 'user', id: null, actingFor: null }, subject: null };
      expect(events).toEqual(Array.from({ length: 4 }, () => expect.objectContaining(nobody)));
    });

    it('stays when its user is erased, and names them no longer', async () => {
      const sub = await enrol('erna');
      await record({ kind: 'testing.erased', subject: sub, actor: { kind: 'user', id: sub } });
      await portal.put('/v1/users/erna/status', { status: 'DELETED' });
      expect(await eventsOf({ kind: 'testing.erased' })).toMatchObject([{ subject: 'erna', actor: { id: 'erna' } }]);
      await db.rows(`UPDATE users."user" SET deleted_at = deleted_at - interval '99 days' WHERE sub = $1`, [sub]);
      await performJob(running.app, 'users/erase-deleted');

      const [event] = await eventsOf({ kind: 'testing.erased' });
      expect(event).toMatchObject({ subject: null, actor: { kind: 'user', id: null } });
      expect(await eventsOf({ subject: 'erna' })).toEqual([]);
      const all = JSON.stringify(await eventsOf({ limit: '200' }));
      expect(all).not.toContain('"erna"');
      expect(all).not.toContain(sub);
    });

    it('that comes after the erasure does not tell what is left of the user id', async () => {
      const sub = await enrol('late');
      await portal.put('/v1/users/late/status', { status: 'DELETED' });
      await db.rows(`UPDATE users."user" SET deleted_at = deleted_at - interval '99 days' WHERE sub = $1`, [sub]);
      await performJob(running.app, 'users/erase-deleted');
      await record({ kind: 'testing.late', subject: sub });
      expect(await eventsOf({ kind: 'testing.late' })).toMatchObject([{ subject: null }]);
    });
  });

  describe('The list of audit events', () => {
    const listed = Tenant.of('listed', false);
    let reader: Portal;

    const insert = (n: number, minute: number, { enterpriseId, test } = listed, kind = 'listing.one') =>
      db.rows(
        `INSERT INTO shared.audit_entry (id, at, kind, outcome, enterprise_id, test, actor_kind, actor_id, details)
       VALUES ($1, $2, $3, 'done', $4, $5, 'system', 'service', $6)`,
        [newId(), new Date(Date.UTC(2030, 0, 1, 12, minute)), kind, enterpriseId, test, { n }],
      );
    const numbersIn = (events: { details: { n: number } }[]) => events.map(({ details }) => details.n);

    beforeAll(async () => {
      reader = await portalWith({ enterpriseId: 'listed' });
      for (const n of [1, 2, 3, 4, 5]) await insert(n, 0);
      await insert(6, 1, listed, 'listing.another');
      await insert(7, 2);
      await insert(8, 0, Tenant.of('listed', true));
      await insert(9, 0, Tenant.of('rival', false));
    });

    it('is read page by page, newest first and each event once, while new ones arrive', async () => {
      const pages: number[][] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body } = await reader.get(`/v1/auditEvents?limit=3${cursor && `&cursor=${cursor}`}`);
        pages.push(numbersIn(body.auditEvents));
        if (cursor === '') await insert(10, 3, listed, 'listing.later');
        cursor = body.next;
      }
      expect(pages).toEqual([[7, 6, 5], [4, 3, 2], [1]]);
    });

    it.each([
      ['a kind', { kind: 'listing.another' }, [6]],
      ['a kind that there is not', { kind: 'listing.none' }, []],
      ['a start', { from: '2030-01-01T12:01:00Z', kind: 'listing.one' }, [7]],
      ['an end, which is left out', { to: '2030-01-01T12:02:00Z', kind: 'listing.one' }, [5, 4, 3, 2, 1]],
      ['a range, in any zone', { from: '2030-01-01T13:01:00+01:00', to: '2030-01-01T12:02:00.000Z' }, [6]],
      ['a range of nothing', { from: '2030-01-01T12:00:00Z', to: '2030-01-01T12:00:00Z' }, []],
      [
        'the longest range',
        { from: '0000-01-01T00:00:00+14:00', to: '9999-12-31T23:59:59-14:00', kind: 'listing.another' },
        [6],
      ],
    ])('can be cut down to %s', async (_name, query, expected) => {
      expect(numbersIn(await eventsOf(query, reader))).toEqual(expected);
    });

    it('can be cut down to a user, who need not exist', async () => {
      await enrol('lisa', reader, listed);
      await reader.patch('/v1/users/lisa', { firstName: 'Lisa' });
      const kinds = async (query: Record<string, string>) =>
        (await eventsOf(query, reader)).map(({ kind }: AuditEntry) => kind);
      expect(await kinds({ subject: 'lisa' })).toEqual(['users.user-corrected', 'users.user-enrolled']);
      expect(await kinds({ subject: 'lisa', kind: 'users.user-enrolled' })).toEqual(['users.user-enrolled']);
      expect(await kinds({ subject: 'lisa', to: '2020-01-01T00:00:00Z' })).toEqual([]);
      expect(await kinds({ subject: 'nobody' })).toEqual([]);
    });

    it('asks once for the names of a page, however many it names', async () => {
      const subs = [await enrol('n1'), await enrol('n2'), await enrol('n3')];
      for (const sub of subs) await record({ kind: 'testing.many', subject: sub, actor: { kind: 'user', id: sub } });
      const asked = jest.spyOn(db, 'rows');
      const events = await eventsOf({ kind: 'testing.many' });
      const questions = asked.mock.calls.filter(([sql]) => sql.includes('users."user"'));
      asked.mockRestore();
      expect(events.map(({ subject }: AuditEntry) => subject)).toEqual(['n3', 'n2', 'n1']);
      expect(questions).toHaveLength(1);
    });

    it.each([
      ['a time that is none', 'from=yesterday', '?from'],
      ['a time without a zone', 'to=2030-01-01T12:00:00', '?to'],
      ['a range that ends before it begins', 'from=2030-01-02T00:00:00Z&to=2030-01-01T00:00:00Z', '?from'],
      ['a user id that none can have', 'subject=jane%20doe', '?subject'],
      ['a filter that there is not', 'colour=blue', '?colour'],
      ['a page that is too long', 'limit=201', '?limit'],
      ['a cursor of its own making', 'cursor=abc', '?cursor'],
    ])('refuses %s', async (_name, query, pointer) => {
      const { status, body } = await portal.get(`/v1/auditEvents?${query}`);
      expect({ status, body }).toMatchObject({
        status: 422,
        body: { code: 'kernel/invalid-arguments', errors: [{ pointer, detail: expect.any(String) }] },
      });
    });

    it('goes on by a cursor of this very list only', async () => {
      const { next } = (await reader.get('/v1/auditEvents?limit=1')).body;
      expect((await reader.get(`/v1/auditEvents?limit=2&cursor=${next}`)).status).toBe(200);
      expect((await reader.get(`/v1/auditEvents?kind=listing.one&cursor=${next}`)).status).toBe(422);
      expect((await portal.get(`/v1/auditEvents?cursor=${next}`)).status).toBe(422);
    });
  });

  describe('Audit events for others', () => {
    it.each([
      ['another enterprise', { enterpriseId: 'rival' }, Tenant.of('rival', false)],
      ['the test data of the same one', { test: true }, Tenant.of('default', true)],
    ])('are seen by nobody of %s, though the user id be the same', async (_name, whose, tenant) => {
      const other = await portalWith(whose);
      const subject = `twin-${tenant.enterpriseId}`;
      await record({ kind: 'testing.private', subject: await enrol(subject) });
      expect(await eventsOf({ kind: 'testing.private' }, other)).toEqual([]);
      expect(await eventsOf({ subject }, other)).toEqual([]);
      await enrol(subject, other, tenant);
      expect(await eventsOf({ subject }, other)).toMatchObject([{ actor: { id: other.clientId }, subject }]);
      expect(JSON.stringify(await eventsOf({ limit: '200' }, other))).not.toContain(portal.clientId);
    });

    it('are seen by nobody without the scope', async () => {
      const unscoped = await portalWith({ scopes: ['users:read', 'users:write'] });
      const { status, body } = await unscoped.get('/v1/auditEvents');
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'kernel/insufficient-scope' });
      expect((await fetch(running.url('management', '/v1/auditEvents'))).status).toBe(401);
    });
  });

  describe('The search of the audit log', () => {
    const idsOf = async (query: Readonly<Record<string, string>>) =>
      (await eventsOf(query)).map(({ details }: { details: { n?: number } }) => details.n);

    it('finds by actor, its kind, outcome, address, call, several kinds and the beginning of kinds', async () => {
      const by = { kind: 'client' as const, id: 'searcher' };
      await record({ kind: 'search.one', actor: by, details: { n: 1 } });
      await record({
        kind: 'search.two',
        actor: { kind: 'system', id: 'searched' },
        outcome: 'refused',
        details: { n: 2 },
      });
      await record({ kind: 'searching.three', actor: by, details: { n: 3 } });
      const person = await enrol('searcher-person');
      await record({ kind: 'search.four', actor: { kind: 'user', id: person }, details: { n: 4 } });
      expect(await idsOf({ actor: 'searcher' })).toEqual([3, 1]);
      expect(await idsOf({ actor: 'searcher-person', kind: 'search.*' })).toEqual([4]);
      expect(await idsOf({ kind: 'search.*' })).toEqual([4, 2, 1]);
      expect(await idsOf({ kind: 'search.*', actor: 'searcher' })).toEqual([1]);
      expect(await idsOf({ kind: 'search.*', outcome: 'refused' })).toEqual([2]);
      expect(await idsOf({ kind: 'search.*', actorKind: 'system' })).toEqual([2]);
      expect(await idsOf({ kind: 'search.*', address: '192.0.2.99' })).toEqual([]);
      const several = await portal.get('/v1/auditEvents?kind=search.one&kind=search.two');
      expect(several.body.auditEvents).toHaveLength(2);
      await portal.post('/v1/users', newUser('searched-call'), { 'x-request-id': 'the-searched-call' });
      const [found] = await eventsOf({ requestId: 'the-searched-call', address: '127.0.0.1' });
      expect(found).toMatchObject({ subject: 'searched-call', requestId: 'the-searched-call' });
      const pages = await portal.get('/v1/auditEvents?kind=search.*&limit=2');
      const next = await portal.get(`/v1/auditEvents?kind=search.*&limit=2&cursor=${pages.body.next}`);
      expect(next.body).toMatchObject({ auditEvents: [{ details: { n: 1 } }], next: null });
      for (const wrong of ['kind=*', 'kind=Idv.*', 'actorKind=robot', 'outcome=maybe'])
        expect((await portal.get(`/v1/auditEvents?${wrong}`)).status).toBe(422);
    });

    it('shows one event with its place in the chain, to its enterprise alone', async () => {
      await record({ kind: 'search.opened' });
      const [{ id }] = await eventsOf({ kind: 'search.opened' });
      const { status, body } = await portal.get(`/v1/auditEvents/${id}`);
      expect([status, body.kind]).toEqual([200, 'search.opened']);
      expect(body).toHaveProperty('link');
      expect(body).toHaveProperty('checkpoint');
      const rival = await portalWith({ enterpriseId: 'rival' });
      expect((await rival.get(`/v1/auditEvents/${id}`)).body.code).toBe('audit/not-found');
      const chain = await portal.get('/v1/auditChain');
      expect(chain.status).toBe(200);
      expect(Object.keys(chain.body).sort()).toEqual(['checkpoint', 'head', 'lagSeconds', 'unlinked']);
    });
  });
});
