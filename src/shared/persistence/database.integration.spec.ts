import type { DataSource } from 'typeorm';
import { withQueueKey } from '../kernel/index.js';
import { Database, DeferredCommit, UnitOfWork } from './index.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';

const PID = 'SELECT pg_backend_pid() AS pid, $1::int AS n';
const KILL = 'SELECT pg_terminate_backend(pg_backend_pid())';

describe('Reads by a key', () => {
  let running: TestApplication;
  let db: Database;
  beforeAll(async () => {
    running = await startTestApplication({ env: { DATABASE_POOL: '8' } });
    db = running.app.get(Database);
  });
  afterAll(() => running.close());

  const of = <T>(tenant: string, work: () => Promise<T>) => withQueueKey({ tenant, session: tenant }, work);
  const readAs = (tenant: string, n: number) => of(tenant, () => db.oneByKey<{ pid: number; n: number }>(PID, [n]));
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
  const connectionsOf = (rows: readonly ({ pid: number } | undefined)[]) => new Set(rows.map((row) => row?.pid)).size;

  it('share a connection when they start together, and each gets its own row', async () => {
    const rows = await Promise.all(numbers(16).map((n) => readAs('acme', n)));
    expect(rows.map((row) => row?.n)).toEqual(numbers(16));
    expect(connectionsOf(rows)).toBe(1);
  });

  it('take a second connection when there are more than 16 of them', async () => {
    expect(connectionsOf(await Promise.all(numbers(17).map((n) => readAs('acme', n))))).toBe(2);
  });

  it('share no connection while another enterprise is active', async () => {
    const other = of('evil', () => db.rows('SELECT 1'));
    const rows = await Promise.all(numbers(2).map((n) => readAs('acme', n)));
    await other;
    expect(connectionsOf(rows)).toBe(2);
  });

  it('fail alone when their own statement fails', async () => {
    const outcomes = await Promise.allSettled(
      numbers(3).map((n) => (n === 1 ? db.oneByKey('SELECT 1 / $1::int', [0]) : db.oneByKey(PID, [n]))),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('fail together when their connection is lost, and later ones get another connection', async () => {
    const lost = numbers(3).map((n) => (n === 1 ? db.oneByKey(KILL, []) : db.oneByKey(PID, [n])));
    const [, ...others] = (await Promise.allSettled(lost)).map(({ status }) => status);
    expect(others).toEqual(['rejected', 'rejected']);
    await expect(Promise.all(numbers(40).map((n) => readAs('acme', n)))).resolves.toHaveLength(40);
  });

  it('find what the same request has written, although its commit was deferred', async () => {
    const uow = running.app.get(UnitOfWork);
    const request = new DeferredCommit();
    const found = await request.during(async () => {
      await uow.run((tx) =>
        tx.rows('INSERT INTO shared.set_aside (work, id, tries, since, until) VALUES ($1, $2, 1, now(), now())', [
          'w',
          'x',
        ]),
      );
      return db.oneByKey<{ work: string }>('SELECT work FROM shared.set_aside WHERE work = $1 AND id = $2', ['w', 'x']);
    });
    expect(found).toEqual({ work: 'w' });
    expect(await request.finish(() => Promise.resolve())).toBe(false);
  });

  it('are answered although the service has let go of the pool before they are sent, as at its end', async () => {
    const driver: { master?: Database['pool'] } = { master: db.pool };
    const read = new Database({ driver } as unknown as DataSource).oneByKey<{ n: number }>(PID, [1]);
    await new Promise((ready) => process.nextTick(ready)); // the read waits for the rest of its batch now
    delete driver.master;
    expect(await read).toMatchObject({ n: 1 });
  });

  it('run within a transaction, however many transactions an enterprise has begun', async () => {
    const uow = running.app.get(UnitOfWork);
    const both = () => uow.run(async (tx) => [await tx.rows('SELECT 1'), await db.oneByKey(PID, [1])]);
    await expect(Promise.all(numbers(20).map(() => of('acme', both)))).resolves.toHaveLength(20);
  });
});
