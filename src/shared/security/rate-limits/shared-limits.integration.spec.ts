import type pg from 'pg';
import type { Sql } from '../../persistence/index.js';
import { PostgresUsage } from './postgres-usage.adapter.js';
import { RateLimiter } from '../index.js';
import { RateShares } from './shared-limits.service.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';

/**
 * One process of a deployment: its own limiter, connection and exchange. Its clock does not move, so no tokens are
 * refilled.
 */
class Process {
  readonly limiter = new RateLimiter({ name: 'client', perSecond: 1, burst: 10 }, { now: () => 0 });
  readonly sql: Sql = {
    rows: async (text, params = []) => {
      this.statements.push(text);
      return (await this.connection.query(text, [...params])).rows;
    },
  };
  readonly statements: string[] = [];
  readonly warnings: string[] = [];
  readonly shares = new RateShares([this.limiter], new PostgresUsage(this.sql), {
    log: () => undefined,
    warn: (text) => this.warnings.push(text),
  });

  constructor(readonly connection: pg.Client) {}

  left(key: string): number {
    return this.limiter.take(key, 0).remaining;
  }
}

describe('Rate limits', () => {
  describe('Rate limits of several processes', () => {
    let database: TestDatabase;
    const processes: Process[] = [];
    const startProcess = async (): Promise<Process> => {
      const started = new Process(await database.connect());
      processes.push(started);
      return started;
    };
    const rows = async (): Promise<number> => {
      const { connection } = await startProcess();
      const { rows: found } = await connection.query<{ n: number }>('SELECT count(*)::int AS n FROM shared.rate_usage');
      return found[0]!.n;
    };

    beforeAll(async () => {
      database = await createTestDatabase();
    });
    beforeEach(async () => {
      await (await startProcess()).connection.query('TRUNCATE shared.rate_usage');
    });
    afterEach(async () => {
      await Promise.all(processes.splice(0).map(({ connection }) => connection.end()));
    });
    afterAll(() => database.release());

    it('learn of what was given back after it had been told', async () => {
      const [one, two] = [await startProcess(), await startProcess()];
      one.limiter.take('portal', 8);
      for (const { shares } of [one, two]) await shares.reconcile();
      expect(two.left('portal')).toBe(2);
      one.limiter.giveBack('portal', 5);
      for (const { shares } of [one, two]) await shares.reconcile();
      expect([one.left('portal'), two.left('portal')]).toEqual([7, 7]);
    });

    it('are one limit after each process has exchanged once', async () => {
      const [one, two, three] = [await startProcess(), await startProcess(), await startProcess()];
      one.limiter.take('portal', 3);
      two.limiter.take('portal', 2);
      two.limiter.take('shop', 4);
      for (const { shares } of [one, two, three, one, two]) await shares.reconcile();
      for (const each of [one, two, three]) expect([each.left('portal'), each.left('shop')]).toEqual([5, 6]);
    });

    it('count nothing twice, however often they exchange', async () => {
      const [one, two] = [await startProcess(), await startProcess()];
      one.limiter.take('portal', 3);
      for (let i = 0; i < 4; i += 1) {
        await one.shares.reconcile();
        await two.shares.reconcile();
      }
      one.limiter.take('portal', 1);
      for (const { shares } of [one, two, two]) await shares.reconcile();
      expect([one.left('portal'), two.left('portal')]).toEqual([6, 6]);
    });

    it('cost one statement an exchange, and write nothing when nothing was consumed', async () => {
      const one = await startProcess();
      await one.shares.reconcile();
      expect(await rows()).toBe(0);
      one.limiter.take('portal', 3);
      one.limiter.take('shop', 3);
      await one.shares.reconcile();
      expect(await rows()).toBe(1);
      expect(one.statements).toHaveLength(2);
    });

    it('miss nothing that became visible late', async () => {
      const [slow, fast, reader] = [await startProcess(), await startProcess(), await startProcess()];
      await slow.connection.query('BEGIN');
      slow.limiter.take('portal', 3);
      await slow.shares.reconcile();
      fast.limiter.take('portal', 2);
      await fast.shares.reconcile();
      await reader.shares.reconcile();
      expect(reader.left('portal')).toBe(8);
      await slow.connection.query('COMMIT');
      await reader.shares.reconcile();
      expect(reader.left('portal')).toBe(5);
    });

    it('take callers of any name', async () => {
      const [one, two] = [await startProcess(), await startProcess()];
      const names = [
        '',
        '\u0000',
        '__proto__',
        'a/b',
        '"\\',
        '\ud800',
        '🙂',
        "'; DROP TABLE shared.rate_usage; --",
        'x'.repeat(5_000),
      ];
      for (const name of names) one.limiter.take(name, 4);
      for (const { shares } of [one, two]) await shares.reconcile();
      expect(names.map((name) => two.left(name))).toEqual(names.map(() => 6));
      expect(one.warnings).toEqual([]);
    });

    it('leave no old rows behind, and wait for nobody who sweeps them too', async () => {
      const [one, sweeping, old] = [await startProcess(), await startProcess(), await startProcess()];
      for (let i = 0; i < 3; i += 1) {
        old.limiter.take('portal', 1);
        await old.shares.reconcile();
      }
      await old.connection.query("UPDATE shared.rate_usage SET at = now() - interval '1 minute'");
      await sweeping.connection.query('BEGIN');
      await sweeping.connection.query(
        'DELETE FROM shared.rate_usage WHERE id = (SELECT min(id::text)::uuid FROM shared.rate_usage)',
      );
      one.limiter.take('portal', 1);
      await one.shares.reconcile();
      expect(one.left('portal')).toBe(9);
      await sweeping.connection.query('COMMIT');
      expect(await rows()).toBe(1);
    });

    it('are each kept alone while the database fails, and together again after', async () => {
      const [one, two] = [await startProcess(), await startProcess()];
      await two.connection.query('ALTER TABLE shared.rate_usage RENAME TO gone');
      one.limiter.take('portal', 3);
      for (let i = 0; i < 3; i += 1) await one.shares.reconcile();
      expect(one.warnings).toEqual([expect.stringContaining('Rate limits count in this process alone')]);
      expect(one.left('portal')).toBe(7);

      await two.connection.query('ALTER TABLE shared.gone RENAME TO rate_usage');
      one.limiter.take('portal', 1);
      for (const { shares } of [one, two]) await shares.reconcile();
      expect(two.left('portal')).toBe(9);
    });
  });
});
