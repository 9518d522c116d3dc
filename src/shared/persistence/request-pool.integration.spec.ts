import { withQueueKey } from '../kernel/index.js';
import { Database, UnitOfWork } from './index.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';

const SLOW = 'SELECT pg_sleep(0.02)';

describe('The connections to the database', () => {
  let running: TestApplication;
  let db: Database;
  let uow: UnitOfWork;
  const of = <T>(tenant: string, work: () => Promise<T>) => withQueueKey({ tenant, session: tenant }, work);

  beforeAll(async () => {
    running = await startTestApplication({ env: { DATABASE_POOL: '8' } });
    [db, uow] = [running.app.get(Database), running.app.get(UnitOfWork)];
  });
  afterAll(() => running.close());

  /**
   * Starts 60 concurrent tasks of one enterprise. Returns how many of them have finished when another enterprise has
   * done three tasks, one after the other.
   */
  const doneMeanwhile = async (work: () => Promise<unknown>): Promise<number> => {
    let done = 0;
    await of('acme', work);
    const crowd = Array.from({ length: 60 }, () => of('evil', work).then(() => (done += 1)));
    for (let count = 0; count < 3; count++) await of('acme', work);
    const before = done;
    await Promise.all(crowd);
    expect(done).toBe(60);
    return before;
  };

  it('are shared by enterprises: one that reads does not wait for all that another reads', async () => {
    expect(await doneMeanwhile(() => db.rows(SLOW))).toBeLessThan(30);
  });

  it('are shared by enterprises: one that writes does not wait for all that another writes', async () => {
    expect(await doneMeanwhile(() => uow.run((tx) => tx.rows(SLOW)))).toBeLessThan(30);
  });

  it('are there for reads within transactions, however many an enterprise has begun', async () => {
    const readsWithin = () =>
      uow.run(async (tx) => {
        await tx.rows('SELECT 1');
        return db.rows('SELECT 1');
      });
    const crowd = Array.from({ length: 40 }, () => of('evil', readsWithin));
    await of('acme', readsWithin);
    await Promise.all(crowd);
  });

  it('go back when a statement fails, and when a connection is lost', async () => {
    const broken = () => db.rows('SELECT broken');
    const lost = () => db.rows('SELECT pg_terminate_backend(pg_backend_pid())');
    const both = Array.from({ length: 20 }, (_, at) => of('evil', at % 2 ? broken : lost));
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(20).fill('rejected'));
    await Promise.all(Array.from({ length: 20 }, () => of('evil', () => db.rows(SLOW))));
  });
});
