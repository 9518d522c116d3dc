import { Database } from '../../src/shared/persistence/database.js';
import { startTestApplication, type TestApplication } from '../support/application.js';

let running: TestApplication;
let db: Database;

const terminate = async (pid: number): Promise<void> => {
  const other = await running.database.connect();
  await other.query('SELECT pg_terminate_backend($1)', [pid]);
  await other.end();
};

export const operationsCases = (): void => {
  beforeAll(async () => {
    running = await startTestApplication();
    db = running.app.get(Database);
  });
  afterAll(() => running.close());

  describe('A connection to the database that breaks', () => {
    it('while nobody uses it does no harm', async () => {
      const client = await db.pool.connect();
      const ended = new Promise((resolve) => client.once('end', resolve));
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await terminate(rows[0]!.pid);
      await ended;
      client.release();
      expect(await db.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });

    it('in the middle of a statement fails that statement only', async () => {
      const client = await db.pool.connect();
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const failing = expect(client.query('SELECT pg_sleep(60)')).rejects.toThrow(/terminat/);
      await terminate(rows[0]!.pid);
      await failing;
      client.release(true);
      expect(await db.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });
  });
};
