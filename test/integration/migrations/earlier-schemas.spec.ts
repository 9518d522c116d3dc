import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { databaseOptions } from '../../../ormconfig.js';
import { migrate } from '../../../src/shared/persistence/index.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const FOLDER = new URL('./earlier/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8');
const timestampOf = (file: string): number => Number(/\d{13}/.exec(file)?.[0]);

/**
 * The schemas that there have been, the first that a database may be upgraded from and what each added to the one
 * before. `.1` and `.2` are what a migration said before it was edited; since then migrations are only added.
 */
const STEPS = [
  [
    'shared-1795200000000-foundation',
    'shared-1795200000100-audit.1',
    'users-1795210000000-users.1',
    'auth-1795220000000-auth.1',
  ],
  ['shared-1795200000050-shared-keys'],
  ['shared-1795200000100-audit.2'],
  ['users-1795210000000-users.2'],
  ['users-1795210000100-devices'],
  ['auth-1795220000100-credentials'],
  ['shared-1795200000200-idempotency'],
  ['auth-1795220000000-auth.2'],
  ['users-1795210000000-users.3'],
  ['auth-1795220000200-activation-by-passkey'],
  ['auth-1795220000400-origins-of-clients'],
  ['auth-1795220000500-records-of-clients'],
];

/** After each step, the files that stood then, in the order in which they were applied. */
const schemas = STEPS.map((_, at) => {
  const byTimestamp = new Map(STEPS.slice(0, at + 1).flatMap((step) => step.map((file) => [timestampOf(file), file])));
  return [...byTimestamp.values()].sort((a, b) => timestampOf(a) - timestampOf(b));
});

const migrations = databaseOptions({ url: 'postgres://unused' }).migrations as (new () => MigrationInterface)[];

/** What a migration would have PostgreSQL do. */
async function statementsOf(Migration: new () => MigrationInterface): Promise<string> {
  const texts: string[] = [];
  const runner = { query: (text: string) => Promise.resolve(texts.push(text)) };
  await new Migration().up(runner as unknown as QueryRunner);
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).join('\n');
}

const nameWith = (timestamp: number): string =>
  migrations.map(({ name }) => name).find((name) => name.endsWith(String(timestamp))) ?? `Unknown${timestamp}`;

async function build(database: TestDatabase, files: readonly string[]): Promise<void> {
  const db = await database.connect();
  await db.query(
    'CREATE TABLE schema_migrations (id serial PRIMARY KEY, timestamp bigint NOT NULL, name text NOT NULL)',
  );
  for (const file of files) {
    await db.query(read(`${file}.sql`));
    const timestamp = timestampOf(file);
    await db.query('INSERT INTO schema_migrations (timestamp, name) VALUES ($1, $2)', [timestamp, nameWith(timestamp)]);
  }
  await db.end();
}

/** All that a schema is, without the order of columns. */
const CATALOG = `
  WITH ours AS (SELECT oid, nspname FROM pg_namespace WHERE nspname IN ('shared', 'users', 'auth', 'operators', 'idv', 'notifications'))
  SELECT 'column' AS what, format('%s.%s.%s %s%s %s%s', nspname, relname, attname, format_type(atttypid, atttypmod),
      CASE WHEN attnotnull THEN ' NOT NULL' END, attgenerated, pg_get_expr(adbin, adrelid)) AS is
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
  return rows.map(({ what, is }) => `${what} ${is}`);
}

async function withDatabase<T>(empty: boolean, work: (database: TestDatabase) => Promise<T>): Promise<T> {
  const database = await createTestDatabase({ empty });
  try {
    return await work(database);
  } finally {
    await database.drop();
  }
}

describe('Earlier schemas', () => {
  describe('An earlier schema', () => {
    let today: string[];
    beforeAll(async () => {
      today = await withDatabase(false, catalogOf);
    });

    it.each(schemas.map((files, at) => [at + 1, files] as const))('(%i) becomes what a new one is', (_at, files) =>
      withDatabase(true, async (database) => {
        await build(database, files);
        await migrate(databaseOptions(database.address));
        expect(await catalogOf(database)).toEqual(today);
      }),
    );

    it('is kept once for each of its versions', () => {
      const used = STEPS.flat().map((file) => `${file}.sql`);
      expect(
        readdirSync(FOLDER)
          .filter((file) => file.endsWith('.sql'))
          .sort(),
      ).toEqual(used.sort());
    });
  });

  describe('A migration', () => {
    const kept = JSON.parse(read('../applied.json')) as Record<string, string>;

    it.each(migrations.map((migration) => [migration.name, migration] as const))(
      '%s stays what it was when it was first applied',
      async (name, migration) => {
        const hash = createHash('sha256')
          .update(await statementsOf(migration))
          .digest('hex');
        // A new migration is entered into applied.json; one that stands there is never changed: add another.
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
      const names = migrations.map(({ name }) => name);
      expect(Object.keys(kept).filter((name) => !names.includes(name))).toEqual([]);
    });
  });
});
