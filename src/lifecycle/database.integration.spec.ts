import { DataSource } from 'typeorm';
import { databaseOptions, type DatabaseAddress } from '../../ormconfig.js';
import { bringUpToDate, checkServer } from './database.js';
import { useLogs } from '../shared/observability/index.js';
import { migrate, pendingMigrations } from '../shared/persistence/index.js';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';

let empty: TestDatabase;

const withDatabase = async <T>(work: (db: DataSource) => Promise<T>): Promise<T> => {
  const db = await new DataSource(databaseOptions(empty.address)).initialize();
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
};
const ownTables = (db: DataSource): Promise<{ table: string }[]> =>
  db.query(`SELECT schemaname || '.' || tablename AS table FROM pg_tables
            WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND tablename <> 'schema_migrations'`);

const urlOf = ({ address: { host, port, username } }: TestDatabase, database: string): DatabaseAddress => ({
  url: `postgres://${username}:secret-in-url@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
});

describe('Database migrations', () => {
  beforeAll(() => useLogs({ logLevel: 'silent', logFormat: 'json', nodeEnv: 'test' }));
  beforeEach(async () => {
    empty = await createTestDatabase({ empty: true });
  });
  afterEach(() => empty.drop());

  describe('The migrations', () => {
    it('make of an empty database exactly what the entities say', async () => {
      await migrate(databaseOptions(empty.address));
      const missing = await withDatabase(async (db) => (await db.driver.createSchemaBuilder().log()).upQueries);
      expect(missing.map(({ query }) => query)).toEqual([]);
    });

    it('can all be taken back, and applied again', async () => {
      const applied = await migrate(databaseOptions(empty.address));
      await withDatabase(async (db) => {
        for (let left = applied.length; left > 0; left--) await db.undoLastMigration();
        expect(await ownTables(db)).toEqual([]);
      });
      expect(await migrate(databaseOptions(empty.address))).toEqual(applied);
    });

    it('are applied by one of several processes that start at once, while the others wait', async () => {
      const applied = await Promise.all([1, 2, 3].map(() => migrate(databaseOptions(empty.address))));
      expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
      expect(await pendingMigrations(databaseOptions(empty.address))).toBe(false);
    });

    it('stop the start when they are missing and MIGRATE=off', async () => {
      await expect(bringUpToDate({ migrate: 'off' }, empty.address)).rejects.toThrow(/npm run migrate/);
      await bringUpToDate({ migrate: 'on' }, empty.address);
      await bringUpToDate({ migrate: 'off' }, empty.address);
    });
  });

  describe('A database that cannot be used', () => {
    const inDatabase = async (name: string, options: string, test: (address: DatabaseAddress) => Promise<void>) => {
      const admin = await empty.connect();
      await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ${options}`);
      try {
        await test({ ...empty.address, database: name });
      } finally {
        await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
        await admin.end();
      }
    };

    it('is refused when its locale cannot fold the case of letters', () =>
      inDatabase(`${empty.name}_c`, `LOCALE 'C' ENCODING 'UTF8'`, async (address) => {
        await expect(checkServer(address)).rejects.toThrow(/has a locale that .*C\.UTF-8/);
      }));

    it('is refused when it is not in UTF-8', () =>
      inDatabase(`${empty.name}_a`, `LOCALE 'C' ENCODING 'SQL_ASCII'`, async (address) => {
        await expect(checkServer(address)).rejects.toThrow(/encoded in SQL_ASCII/);
      }));

    it.each<[string, () => DatabaseAddress, RegExp]>([
      ['is not there', () => urlOf(empty, 'no_such_database'), /no database of that name/],
      ['listens nowhere', () => ({ url: 'postgres://u:secret-in-url@127.0.0.1:1/x' }), /nothing listens/],
      ['has an unknown host', () => ({ url: 'postgres://u:secret-in-url@no-such-host.invalid/x' }), /host name/],
    ])('is told when it %s, without its password', async (_what, address, reason) => {
      const error: Error = await checkServer(address()).then(
        () => new Error('no refusal'),
        (refusal: unknown) => refusal as Error,
      );
      expect(error.message).toMatch(reason);
      expect(error.message).toContain('DATABASE_URL');
      expect(error.message).not.toContain('secret-in-url');
    });

    it('is none when the URL names a good one', async () => {
      await checkServer(urlOf(empty, empty.name));
      expect(await migrate(databaseOptions(urlOf(empty, empty.name)))).not.toEqual([]);
    });
  });
});
