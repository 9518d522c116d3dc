import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseOptions } from '../../ormconfig.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/development/postgres/embedded-postgres.js';
import { MetricsRegistry } from '../../src/shared/observability/index.js';
import { migrate, ReadDatabase } from '../../src/shared/persistence/index.js';
import { startTestApplication, type TestApplication } from '../support/application.js';
import type { TestDatabase } from '../support/database.js';
import { portalOf, type Portal } from '../support/tokens.js';
import { Standby } from './support/standby.js';
import { until } from './support/until.js';

const AN_HOUR = '3600';

let folder: string;
let primary: EmbeddedPostgres;
let standby: Standby;
let database: TestDatabase;
let running: TestApplication;
let portal: Portal;

async function start(env: Record<string, string>): Promise<void> {
  running = await startTestApplication({ database, env: { SURFACES: 'management', ...env } });
  portal = await portalOf(running, { scopes: ['users:read', 'users:write', 'idv:read', 'audit:read'] });
}

const enrol = (userId: string) =>
  portal.post('/v1/users', { userId, primaryGroup: 'replica', preferredStatus: 'ONBOARDING' });

async function listed(): Promise<string[]> {
  const { status, body } = await portal.get('/v1/users?group=replica');
  expect(status).toBe(200);
  return (body as { users: { userId: string }[] }).users.map(({ userId }) => userId);
}

/** The service reads from the standby, which has all that the primary has committed. */
async function standbyServes(): Promise<void> {
  await standby.catchUp(primary.connection);
  const lag = running.app.get(MetricsRegistry, { strict: false }).getSingleMetric('countersign_replica_lag_seconds')!;
  await until(async () => (await lag.get()).values.some(({ value }) => Number.isFinite(value)));
}

const seen = async (userId: string): Promise<boolean> => (await portal.get(`/v1/users/${userId}`)).status === 200;

describe('With a replica', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-replica-'));
    primary = await startEmbeddedPostgres({ dataDir: folder });
    const { host, port, user, database: name } = primary.connection;
    const address = { host, port, username: user, database: name };
    await migrate(databaseOptions(address));
    standby = await Standby.of(primary.connection, folder);
    database = {
      address,
      name,
      connect: () => Promise.reject(new Error('Not for this database')),
      release: () => Promise.resolve(),
      drop: () => Promise.resolve(),
    };
  });
  afterAll(async () => {
    await standby.end();
    await primary.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => running.close());

  it('lists are read there, and what decides is read from the primary', async () => {
    await start({ DATABASE_READ_URL: standby.url, DATABASE_READ_LAG: AN_HOUR });
    await standbyServes();
    await standby.pause();
    await enrol('unseen');
    expect(await listed()).not.toContain('unseen');
    expect(await seen('unseen')).toBe(true);
    expect((await enrol('unseen')).status).toBe(409);
    await standby.resume();
    await standby.catchUp(primary.connection);
    expect(await listed()).toContain('unseen');
  });

  it('lists are read from the primary while it is too far behind', async () => {
    await start({ DATABASE_READ_URL: standby.url, DATABASE_READ_LAG: '2' });
    await standbyServes();
    await standby.pause();
    await enrol('soon');
    await until(async () => (await listed()).includes('soon'));
    await standby.resume();
  });

  it('a list that the replica does not answer is read from the primary', async () => {
    await start({ DATABASE_READ_URL: standby.url, DATABASE_READ_LAG: AN_HOUR });
    await standbyServes();
    expect(await listed()).toContain('soon');
    await enrol('in-spite');
    await standby.hang();
    expect(await listed()).toContain('in-spite');
    await standby.end();
    standby = await Standby.again(standby, folder);
  });

  it('a slow read is read there, also if it takes longer than a check may', async () => {
    await start({ DATABASE_READ_URL: standby.url, DATABASE_READ_LAG: AN_HOUR });
    await standbyServes();
    const slow = 'SELECT pg_sleep(5.5), pg_is_in_recovery() AS "fromReplica"';
    expect(await running.app.get(ReadDatabase, { strict: false }).one(slow)).toMatchObject({ fromReplica: true });
  });

  it('a list that the replica fails is read from the primary, and the process stays ready', async () => {
    await start({ DATABASE_READ_URL: standby.url, DATABASE_READ_LAG: AN_HOUR });
    await standbyServes();
    await enrol('after-all');
    await standby.end();
    expect(await listed()).toContain('after-all');
    expect(await listed()).toContain('after-all');
  });

  it('a start without it serves from the primary', async () => {
    await start({ DATABASE_READ_URL: standby.url });
    await enrol('alone');
    expect(await listed()).toContain('alone');
  });

  it('a server that is no replica is never read from', async () => {
    const { host, port, user, database: name } = primary.connection;
    await start({ DATABASE_READ_URL: `postgres://${user}@/${name}?host=${encodeURIComponent(host)}&port=${port}` });
    await enrol('straight');
    expect(await listed()).toContain('straight');
  });
});
