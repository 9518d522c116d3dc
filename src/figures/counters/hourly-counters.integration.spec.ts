import { jest } from '@jest/globals';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { sharedApplication } from '../../../test/support/shared-application.js';
import { portalOf, type Portal } from '../../../test/support/tokens.js';
import { Database } from '../../shared/persistence/index.js';
import { FigureRepository } from '../roll-up/figure.repository.js';
import { HourlyCounters } from './hourly-counters.adapter.js';

const SERVER = { clientName: 'Core', grantTypes: ['client_credentials'], scopes: ['users:read'] };

describe('The calls and tokens of clients', () => {
  let running: TestApplication;
  beforeAll(async () => {
    running = await sharedApplication();
    await running.app.get(Database).rows(
      `INSERT INTO users.enterprise SELECT 'counted', 'Other', branding, retention_days, NULL, NULL, now(), now()
         FROM users.enterprise WHERE enterprise_id = 'default'`,
    );
  });

  const granted = async ({ clientId, clientSecret }: { clientId: string; clientSecret: string }): Promise<number> => {
    const { status } = await fetch(running.url('auth', '/service/authserver/oauth/token'), {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    return status;
  };
  const today = async (reader: Portal, name: string, by: string) => {
    await running.app.get(HourlyCounters).write();
    const { status, body } = await reader.get(`/v1/figures/${name}?by=${by}`);
    expect(status).toBe(200);
    const sums = body.series.map(({ key, points }: any) => [
      key,
      points.reduce((sum: number, [, value]: [string, number]) => sum + value, 0),
    ]);
    return Object.fromEntries(sums) as Record<string, number>;
  };

  it('are counted, each in its own enterprise and on its own side', async () => {
    const reader = await portalOf(running, { scopes: ['figures:read', 'clients:read'], enterpriseId: 'counted' });
    const tester = await portalOf(running, { scopes: ['figures:read'], enterpriseId: 'counted', test: true });
    for (let i = 0; i < 3; i++) await reader.get('/v1/clients');
    await tester.get('/v1/clients');
    expect(await today(reader, 'clients.requests', 'clientId')).toEqual({ [reader.clientId]: 3 });
    expect(await today(reader, 'clients.requests', 'clientId')).toEqual({ [reader.clientId]: 4 });
    expect(await today(tester, 'clients.requests', 'clientId')).toEqual({ [tester.clientId]: 1 });
  });

  it('are counted where a token is granted, and not where it is refused', async () => {
    const maker = await portalOf(running, {
      scopes: ['figures:read', 'clients:write', 'users:read'],
      enterpriseId: 'counted',
    });
    const { body: made } = await maker.post('/v1/clients', SERVER);
    expect([await granted(made), await granted(made)]).toEqual([200, 200]);
    expect(await granted({ ...made, clientSecret: 'wrong' })).toBe(401);
    expect(await today(maker, 'auth.tokens', 'grant')).toEqual({ client_credentials: 2 });
    expect(await today(maker, 'auth.tokens', 'clientId')).toEqual({ [made.clientId]: 2 });
  });

  it('add up over two processes, and what could not be written is written later', async () => {
    const counted = { enterpriseId: 'counted-twice', test: false };
    const another = await startTestApplication({ database: running.database });
    const [own, other] = [running.app.get(HourlyCounters), another.app.get(HourlyCounters)];
    for (const counters of [own, other]) {
      for (let i = 0; i < 50; i++) counters.count(counted, 'clients.requests', { clientId: `client-${i % 5}` });
    }
    const failing = jest.spyOn(running.app.get(FigureRepository), 'add').mockRejectedValueOnce(new Error('away'));
    await own.write();
    failing.mockRestore();
    await Promise.all([own.write(), other.write()]);
    await another.close();
    const rows = await running.app.get(Database).rows(
      `SELECT dimension, key, sum(count)::int AS count FROM shared.figure WHERE enterprise_id = 'counted-twice'
         GROUP BY 1, 2 ORDER BY 1, 2`,
    );
    expect(rows).toEqual([
      { dimension: '', key: 'all', count: 100 },
      ...[0, 1, 2, 3, 4].map((i) => ({ dimension: 'clientId', key: `client-${i}`, count: 20 })),
    ]);
  });
});
