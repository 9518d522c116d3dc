import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { LiveStream } from './live.stream.js';
import { LiveStreams, MOST_OF_ENTERPRISE, MOST_OF_OPERATOR } from './live-streams.service.js';
import type { Change } from './live.changes.js';
import { CHANGED } from './change-notifier.service.js';
import type { Role } from '../roles/role-table.js';
import { ConsoleSessions } from '../sessions/console-sessions.service.js';
import { newId } from '../../shared/kernel/index.js';
import { Database, UnitOfWork } from '../../shared/persistence/index.js';
import { until } from '../../../test/integration/support/until.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { LivePage } from '../../../test/support/console/live-page.js';
import { cookieOf, raw } from '../../../test/support/console/raw-console.js';
import { newNotification } from '../../../test/support/notifications.js';
import { TestOperator } from '../../../test/support/operators.js';
import { newUser } from '../../../test/support/someone.js';
import { portalOf, type Portal } from '../../../test/support/tokens.js';
import { Verifications } from '../../../test/support/verifications.js';

describe('Live', () => {
  let running: TestApplication;
  let another: TestApplication;
  let portal: Portal;
  const open: LivePage[] = [];
  beforeAll(async () => {
    running = await startTestApplication();
    another = await startTestApplication({ database: running.database });
    const scopes = ['users:read', 'users:write', 'notifications:read', 'notifications:write'];
    portal = await portalOf(another, { scopes });
  });
  afterEach(async () => {
    for (const page of open.splice(0)) page.leave();
    await until(() => running.app.get(LiveStreams).open === 0);
  });
  afterAll(async () => {
    await another.close();
    await running.close();
  });

  async function page(operator: TestOperator, query = '?_data=live', headers: Record<string, string> = {}) {
    const opened = (await LivePage.open(running, operator, { query, headers })).read();
    open.push(opened);
    return opened;
  }
  const pageOf = async (...roles: Role[]) => page(await TestOperator.with(running, roles));
  const enrolled = async (): Promise<string> => {
    const userId = `live-${newId()}`;
    await portal.post('/v1/users', newUser(userId));
    return userId;
  };
  const block = (userId: string) => portal.put(`/v1/users/${userId}/status`, { status: 'BLOCKED', comments: 'a test' });
  /** Sends the signal that a commit in any process sends. */
  const tell = (changes: readonly Change[]) =>
    another.app
      .get(UnitOfWork)
      .run((tx) => Promise.resolve(void tx.pending.signals.push({ topic: CHANGED, payload: { changes } })));

  it('tells what was changed in another process, and nothing of what it is now', async () => {
    const userId = await enrolled();
    const support = await pageOf('support');
    expect(support.status).toBe(200);
    expect(support.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect((await support.next(({ event }) => event === 'open'))?.event).toBe('open');
    await until(async () => {
      await block(await enrolled());
      return support.told.some(({ data }) => data?.kind === 'user' && data.id !== null);
    });
    support.told.length = 0;
    await block(userId);
    const told = await support.next(({ data }) => data?.id === userId);
    expect(told).toEqual({ event: 'change', data: { kind: 'user', id: userId } });
  });

  it('tells of verifications and notifications', async () => {
    const userId = await enrolled();
    const both = await page(await TestOperator.with(running, ['support']), '?_data=test');
    const session = await (await Verifications.of(another)).inReview();
    expect((await both.next(({ data }) => data?.id === session.sessionId))?.data.kind).toBe('idvSession');
    const live = await pageOf('support');
    const { body } = await portal.post('/v1/notifications', newNotification(userId));
    expect(body.code).toBeDefined(); // users who are not ACTIVE are not asked to sign in
    await tell([{ kind: 'notification', id: 'n-1', enterpriseId: 'default', test: false }]);
    expect((await live.change('notification'))?.data.id).toBe('n-1');
  });

  it('tells only what the role may see, of that side of that enterprise', async () => {
    const developer = await pageOf('developer');
    const place = { enterpriseId: 'default', test: false };
    await tell([
      { kind: 'user', id: 'not-for-developers', ...place },
      { kind: 'audit', id: null, ...place },
      { kind: 'client', id: 'other-side', enterpriseId: 'default', test: true },
      { kind: 'client', id: 'other-enterprise', enterpriseId: 'acme', test: false },
      { kind: 'client', id: 'c-1', ...place },
    ]);
    await developer.change('client');
    // Creating the operators causes `fourEyes` changes, which every role receives, so this test ignores them.
    const told = developer.told.filter(({ event, data }) => event === 'change' && data.kind !== 'fourEyes');
    expect(told).toEqual([{ event: 'change', data: { kind: 'client', id: 'c-1' } }]);
  });

  it('is of no side that there is none of', async () => {
    const operator = await TestOperator.with(running, ['support']);
    for (const query of ['?_data=both', '?_data=', '?_data=Live&_enterprise=default']) {
      expect((await LivePage.open(running, operator, { query })).status).toBe(422);
    }
  });

  it('is nobody’s without a session, and not of an enterprise or side without a role', async () => {
    expect((await LivePage.open(running, { cookie: 'abc' })).status).toBe(401);
    const grant = { enterpriseId: 'default', side: 'test', role: 'support' } as const;
    const operator = await TestOperator.with(running, [grant]);
    for (const query of ['?_data=live', '?_data=test&_enterprise=acme']) {
      expect((await LivePage.open(running, operator, { query })).status).toBe(403);
    }
  });

  it.each<readonly [string, (operator: TestOperator, owner: TestOperator) => Promise<unknown>]>([
    ['ends with the session, wherever one signs out', (operator) => operator.at(another).call('POST', '/api/sign-out')],
    [
      'ends when another browser ends it',
      async (operator) => {
        const other = await TestOperator.signedIn(running, operator.sub);
        return other.call('DELETE', '/api/v1/me/sessions');
      },
    ],
    [
      'ends when the operator is blocked',
      (operator, owner) => owner.at(another).call('PATCH', `/api/v1/operators/${operator.sub}`, { state: 'blocked' }),
    ],
    [
      'ends when the operator is removed',
      (operator, owner) => owner.at(another).call('DELETE', `/api/v1/operators/${operator.sub}`),
    ],
  ])('%s', async (_what, end) => {
    const owner = await TestOperator.with(running, ['owner']);
    const operator = await TestOperator.with(running, ['support']);
    const support = await page(operator);
    expect((await end(operator, owner)) as object).toMatchObject({ status: expect.any(Number) });
    expect((await support.next(({ event }) => event === 'signed-out'))?.event).toBe('signed-out');
    await support.ended;
  });

  it('loses the rights that a role loses, and ends without any', async () => {
    const owner = await TestOperator.with(running, ['owner']);
    const operator = await TestOperator.with(running, ['support']);
    const opened = await page(operator);
    const path = `/api/v1/operators/${operator.sub}`;
    await owner.call('PATCH', path, { grants: [{ enterpriseId: '*', side: 'both', role: 'developer' }] });
    const place = { enterpriseId: 'default', test: false };
    await tell([
      { kind: 'user', id: 'no-more', ...place },
      { kind: 'client', id: 'now', ...place },
    ]);
    await opened.change('client');
    expect(opened.told.filter(({ data }) => data?.kind === 'user')).toEqual([]);
    await owner.call('PATCH', path, { grants: [{ enterpriseId: '*', side: 'test', role: 'developer' }] });
    await opened.ended;
  });

  it('ends when the session was idle too long: an open page is no use of it', async () => {
    const operator = await TestOperator.with(running, ['reviewer']);
    const db = running.app.get(Database);
    const lastUse = async () =>
      (
        await db.one<{ at: Date }>('SELECT last_used_at AS at FROM operators.console_session WHERE sub = $1', [
          operator.sub,
        ])
      )?.at;
    const age = (minutes: number) =>
      db.rows(`UPDATE operators.console_session SET last_used_at = now() - $2 * interval '1 minute' WHERE sub = $1`, [
        operator.sub,
        minutes,
      ]);
    await age(14);
    const before = await lastUse();
    const opened = await page(operator);
    expect((await operator.get('/api/v1/me', { unattended: 'true' })).status).toBe(200);
    await running.app.get(LiveStreams).beat();
    expect(await lastUse()).toEqual(before);
    await age(16);
    await running.app.get(LiveStreams).beat();
    expect((await opened.next(({ event }) => event === 'signed-out'))?.event).toBe('signed-out');
  });

  it('beats, and says after a gap that all must be read again', async () => {
    const operator = await TestOperator.with(running, ['support']);
    const opened = await page(operator, '', { 'last-event-id': '7' });
    expect((await opened.next(({ event }) => event === 'again'))?.event).toBe('again');
    await running.app.get(LiveStreams).beat();
    expect((await opened.next(({ event }) => event === ': alive'))?.event).toBe(': alive');
  });

  it('is refused where an operator has too many open, and is free again when one is left', async () => {
    const operator = await TestOperator.with(running, ['support']);
    for (let at = 0; at < MOST_OF_OPERATOR; at++) await page(operator);
    const refused = await LivePage.open(running, operator);
    expect([refused.status, refused.response.headers['retry-after']]).toEqual([429, '60']);
    open.pop()?.leave();
    await until(() => running.app.get(LiveStreams).open === MOST_OF_OPERATOR - 1);
    expect((await page(operator)).status).toBe(200);
  });

  it('keeps no place for a page that leaves while its session is looked up', async () => {
    const operator = await TestOperator.with(running, ['support']);
    const sessions = running.app.get(ConsoleSessions);
    const look = sessions.look.bind(sessions);
    const abort = new AbortController();
    let closed: Promise<void> = Promise.resolve();
    const looking = jest.spyOn(sessions, 'look').mockImplementationOnce(async (...asked) => {
      const found = await look(...asked);
      abort.abort();
      await closed;
      return found;
    });
    closed = new Promise((resolve) => setTimeout(resolve, 300));
    const headers = { cookie: `__Host-console=${operator.cookie}` };
    await expect(fetch(running.url('console', '/api/live'), { headers, signal: abort.signal })).rejects.toThrow();
    await closed;
    await until(() => looking.mock.results[0]?.type === 'return');
    await looking.mock.results[0]?.value;
    looking.mockRestore();
    expect((await operator.get('/api/v1/me')).status).toBe(200); // by now the controller has continued
    expect(running.app.get(LiveStreams).open).toBe(0);
  });

  it('drops a reader that does not read', async () => {
    const operator = await TestOperator.with(running, ['support']);
    const reading = await page(operator);
    const opened = await LivePage.open(running, operator, { query: '?_data=live' });
    open.push(opened);
    const changes = Array.from({ length: 100 }, (_, at) => ({
      ...{ kind: 'user' as const, id: `${at}-${'x'.repeat(200)}`, enterpriseId: 'default', test: false },
    }));
    await until(async () => {
      await tell(changes);
      return running.app.get(LiveStreams).open === 1;
    });
    expect(reading.told.length).toBeGreaterThan(100);
  });

  it('leaves at once when it is ended, and is closed by force where nobody reads', async () => {
    const operator = await TestOperator.with(running, ['support']);
    const streams = running.app.get(LiveStreams);
    const joined = jest.spyOn(streams, 'join');
    const { hostname, port } = new URL(running.url('console', '/'));
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    const lines = ['GET /api/live?_data=live HTTP/1.1', 'Host: console', `Cookie: __Host-console=${operator.cookie}`];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    await until(() => streams.open === 1);
    const stream = joined.mock.calls[0]?.[0];
    joined.mockRestore();
    // More than the network buffers hold for a client that does not read, so the end of the stream cannot be sent.
    const id = 'x'.repeat(32 * 1024 * 1024);
    stream?.tell([{ kind: 'user', id, enterpriseId: 'default', test: false }]);
    const { response } = stream as unknown as { readonly response: ServerResponse };
    stream?.signedOut();
    expect([streams.open, response.closed]).toEqual([0, false]);
    await until(() => response.closed);
    expect(response.destroyed).toBe(true);
    socket.destroy();
  });

  it('ends with the process, and does not hold it', async () => {
    const closing = await startTestApplication({ database: running.database });
    const operator = await TestOperator.with(running, ['support']);
    const opened = (await LivePage.open(closing, operator)).read();
    await closing.close();
    await opened.ended;
    expect(opened.told[0]?.event).toBe('retry: 3000');
  });

  describe('Streams', () => {
    let operator: TestOperator;
    beforeAll(async () => {
      operator = await TestOperator.with(running, ['owner']);
      const client = await portalOf(running, { scopes: ['enterprises:write'], administrator: true });
      await client.post('/v1/enterprises', { enterpriseId: 'acme', name: 'Acme' });
    });
    const streams = () => running.app.get(LiveStreams);
    const statusOf = async (by: TestOperator, query = '') => {
      const opened = await LivePage.open(running, by, { query });
      open.push(opened);
      return opened.status;
    };

    it('leave room for another enterprise', async () => {
      const grant = (enterpriseId: string) => ({ enterpriseId, side: 'both', role: 'support' }) as const;
      const [acme, other] = [
        await TestOperator.with(running, [grant('acme')]),
        await TestOperator.with(running, [grant('default')]),
      ];
      const known = jest.spyOn(running.app.get(ConsoleSessions), 'good').mockImplementation((ids) => {
        const times = { startedAt: new Date(), lastUsedAt: new Date(), passkeyAt: new Date(), endsAt: null };
        const session = { ...times, sub: newId(), userId: 'a', address: null, userAgent: null, grants: [grant('*')] };
        return Promise.resolve(new Map([...ids].map((id) => [id, { ...session, id }])));
      });
      const response = { write: () => true, writableLength: 0, on: () => undefined } as unknown as ServerResponse;
      const place = { enterpriseId: 'acme', test: false };
      const taken = Array.from(
        { length: MOST_OF_ENTERPRISE },
        () => new LiveStream(response, newId(), newId(), place, new Set()),
      );
      try {
        await Promise.all(taken.map((stream) => streams().join(stream)));
        expect(await statusOf(acme)).toBe(429);
        expect(await statusOf(operator, '?_enterprise=acme')).toBe(429);
        expect(await statusOf(other)).toBe(200);
        expect(await statusOf(operator, '?_enterprise=default')).toBe(200);
        for (const stream of taken.slice(0, 1)) streams().leave(stream);
        expect(await statusOf(acme)).toBe(200);
      } finally {
        for (const stream of taken) streams().leave(stream);
        known.mockRestore();
      }
    });

    it('are counted for one operator over all sessions, enterprises and sides', async () => {
      const own = await TestOperator.with(running, ['support']);
      const places = ['?_data=live', '?_data=test', '?_enterprise=acme'];
      for (let at = 0; at < 10; at++) {
        const session = at % 2 === 0 ? own : await TestOperator.signedIn(running, own.sub);
        expect(await statusOf(session, places[at % places.length])).toBe(200);
      }
      expect(await statusOf(await TestOperator.signedIn(running, own.sub), '?_enterprise=acme&_data=test')).toBe(429);
      expect(await statusOf(operator)).toBe(200);
    });

    it('are no more than that when all are asked for at once', async () => {
      const own = await TestOperator.with(running, ['support']);
      const statuses = await Promise.all(Array.from({ length: 40 }, () => statusOf(own)));
      expect(statuses.filter((status) => status === 200)).toHaveLength(10);
      expect(streams().open).toBe(10);
    });

    it('are not held without a body', async () => {
      const { status } = await raw(running, 'HEAD /api/live', [cookieOf(operator)]);
      expect(status).toBe(405);
      expect(streams().open).toBe(0);
    });
  });
});
