import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { databaseOptions } from '../../../ormconfig.js';
import { migrate, pendingMigrations } from '../../../src/shared/persistence/index.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const read = (file: string): Buffer => readFileSync(new URL(file, import.meta.url));

/** What pg_dump said of a database that the 113 migrations before the baselines had made, with their rows. */
const BEFORE_BASELINE = gunzipSync(read('before-baseline.sql.gz')).toString();

const migrations = databaseOptions({ url: 'postgres://unused' }).migrations as (new () => MigrationInterface)[];
const names = migrations.map(({ name }) => name);
const baselines = names.filter((name) => name.includes('Baseline'));

/** What a migration would have PostgreSQL do. */
async function statementsOf(Migration: new () => MigrationInterface): Promise<string> {
  const texts: string[] = [];
  const runner = { query: (text: string) => Promise.resolve(texts.push(text)) };
  await new Migration().up(runner as unknown as QueryRunner);
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).join('\n');
}

/** All that a schema is. Lines of functions are compared without their indentation. */
const CATALOG = `
  WITH ours AS (SELECT oid, nspname FROM pg_namespace WHERE nspname IN ('shared', 'users', 'auth', 'operators', 'idv', 'notifications'))
  SELECT 'column' AS what, format('%s.%s %s %s %s%s %s%s %s', nspname, relname, row_number() OVER (PARTITION BY attrelid ORDER BY attnum), attname, format_type(atttypid, atttypmod),
      CASE WHEN attnotnull THEN ' NOT NULL' END, attgenerated, pg_get_expr(adbin, adrelid), attstorage) AS is
    FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid JOIN ours n ON n.oid = relnamespace
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attnum > 0 AND NOT attisdropped AND relkind = 'r'
  UNION ALL SELECT 'table', format('%s.%s %s %s', nspname, relname, relpersistence, reloptions)
    FROM pg_class c JOIN ours n ON n.oid = relnamespace WHERE relkind IN ('r', 'v', 'S')
  UNION ALL SELECT 'index', pg_get_indexdef(indexrelid)
    FROM pg_index JOIN pg_class c ON c.oid = indexrelid JOIN ours n ON n.oid = relnamespace
  UNION ALL SELECT 'constraint', format('%s %s', conrelid::regclass, pg_get_constraintdef(c.oid))
    FROM pg_constraint c JOIN ours n ON n.oid = connamespace WHERE conrelid <> 0
  UNION ALL SELECT 'trigger', format('%s %s', pg_get_triggerdef(t.oid), tgenabled)
    FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid JOIN ours n ON n.oid = relnamespace
    WHERE NOT tgisinternal
  UNION ALL SELECT 'function', pg_get_functiondef(p.oid) FROM pg_proc p JOIN ours n ON n.oid = pronamespace
  ORDER BY 1, 2`;

async function catalogOf(database: TestDatabase): Promise<string[]> {
  const db = await database.connect();
  const { rows } = await db.query<{ what: string; is: string }>(CATALOG);
  await db.end();
  return rows.map(({ what, is }) => `${what} ${is.replace(/^ +/gm, '')}`);
}

async function withDatabase<T>(empty: boolean, work: (database: TestDatabase) => Promise<T>): Promise<T> {
  const database = await createTestDatabase({ empty });
  try {
    return await work(database);
  } finally {
    await database.drop();
  }
}

/** The rows that migrations write, without their times. */
const SEEDS = `
  SELECT 'shared.row_seal_start ' || table_name || since AS row FROM shared.row_seal_start
  UNION ALL SELECT 'notifications.seal_start ' || (s.*)::text FROM notifications.seal_start s
  UNION ALL SELECT 'users.enterprise ' || (to_jsonb(e) - 'created_at' - 'updated_at')::text FROM users.enterprise e
  UNION ALL SELECT 'shared.audit_chain ' || below || open::text FROM shared.audit_chain
  ORDER BY 1`;

async function rowsOf<T extends object>(database: TestDatabase, text: string): Promise<T[]> {
  const db = await database.connect();
  const { rows } = await db.query<T>(text);
  await db.end();
  return rows;
}

const historyOf = async (database: TestDatabase): Promise<string[]> =>
  (await rowsOf<{ name: string }>(database, 'SELECT name FROM schema_migrations')).map(({ name }) => name);

describe('The history of migrations', () => {
  describe('A database from before the baselines', () => {
    let earlier: TestDatabase;
    let old: string[];
    beforeEach(async () => {
      earlier = await createTestDatabase({ empty: true });
      await rowsOf(earlier, BEFORE_BASELINE);
      old = await historyOf(earlier);
    });
    afterEach(() => earlier.drop());

    it('is taken over by one of several processes, becomes what a new one is, and keeps its old history', async () => {
      expect(old).toHaveLength(113);
      expect(await pendingMigrations(databaseOptions(earlier.address))).toBe(true);
      const applied = await Promise.all([1, 2, 3].map(() => migrate(databaseOptions(earlier.address))));
      expect(applied.flat().filter((name) => baselines.includes(name))).toEqual([]);
      expect((await historyOf(earlier)).sort()).toEqual([...old, ...names].sort());
      await withDatabase(false, async (today) => {
        expect(await catalogOf(earlier)).toEqual(await catalogOf(today));
        expect(await rowsOf(earlier, SEEDS)).toEqual(await rowsOf(today, SEEDS));
      });
    });

    it('is taken over when it has a migration of after the baselines too', async () => {
      await migrate(databaseOptions(earlier.address));
      await rowsOf(earlier, `DELETE FROM schema_migrations WHERE name LIKE '%Baseline%'`);
      expect(await migrate(databaseOptions(earlier.address))).toEqual([]);
      expect((await historyOf(earlier)).sort()).toEqual([...old, ...names].sort());
    });

    it('is refused without a change when it lacks a part of that history', async () => {
      await rowsOf(earlier, `DELETE FROM schema_migrations WHERE name = 'Registrations1798444000000'`);
      const before = await historyOf(earlier);
      await expect(migrate(databaseOptions(earlier.address))).rejects.toThrow(
        'This database lacks migrations from before release 1.0: start commit 1e22a9e2',
      );
      expect(await historyOf(earlier)).toEqual(before);
    });
  });

  describe('A migration', () => {
    const kept = JSON.parse(read('applied.json').toString()) as Record<string, string>;

    it.each(migrations.map((migration) => [migration.name, migration] as const))(
      '%s stays what it was when it was first applied',
      async (name, migration) => {
        const hash = createHash('sha256')
          .update(await statementsOf(migration))
          .digest('hex');
        if (!(name in kept)) throw new Error(`Add to test/integration/migrations/applied.json: "${name}": "${hash}"`);
        // A migration that is in applied.json is never changed: add another one.
        expect({ [name]: kept[name] }).toEqual({ [name]: hash });
      },
    );

    it('adds to the users only columns that may be null: the release before inserts null where it knows none', async () => {
      const demanded = await withDatabase(false, async (database) => {
        const client = await database.connect();
        const { rows } = await client.query<{ name: string }>(
          `SELECT column_name AS name FROM information_schema.columns
            WHERE table_schema = 'users' AND table_name = 'user' AND is_nullable = 'NO' ORDER BY 1`,
        );
        await client.end();
        return rows.map(({ name }) => name);
      });
      expect(demanded).toEqual([
        ...['created_at', 'created_by', 'enterprise_id', 'previous_statuses', 'primary_group', 'secondary_groups'],
        ...['status', 'sub', 'test', 'updated_at', 'user_id'],
      ]);
    });

    it('is not removed either', () => {
      expect(Object.keys(kept).filter((name) => !names.includes(name))).toEqual([]);
    });
  });
});
