import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { DatabaseAddress } from '../../ormconfig.js';

export interface TestDatabase {
  readonly address: Extract<DatabaseAddress, { host: string }>;
  readonly name: string;
  /** A connection of its own: a second session beside the application's. */
  connect(): Promise<pg.Client>;
  /** Ends the use of it: it is emptied for the next test. */
  release(): Promise<void>;
  /** Removes it, for a test about a database that is gone. */
  drop(): Promise<void>;
}

/** As `DATABASE_URL` tells it to a process of its own. */
export const urlOf = ({ host, port, username, database }: TestDatabase['address']): string =>
  `postgres://${username}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

interface DatabaseOptions {
  readonly empty?: boolean;
  readonly fresh?: boolean;
}

const server = () => ({
  host: process.env['TEST_PG_HOST'] ?? '',
  port: Number(process.env['TEST_PG_PORT']),
  username: process.env['TEST_PG_USER'] ?? '',
});

async function connectTo(database: string): Promise<pg.Client> {
  const { host, port, username } = server();
  const client = new pg.Client({ host, port, user: username, database });
  client.on('error', () => undefined); // the server may end it while a test drops the database
  await client.connect();
  return client;
}

async function on<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectTo(database);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * A database of one's own; `empty` has no tables at all. `fresh` was used by no other test: indexes that rows have left behind
 * are larger, and change the plans of statements.
 */
export async function createTestDatabase({
  empty = false,
  fresh = empty,
}: DatabaseOptions = {}): Promise<TestDatabase> {
  const name = await on('postgres', async (admin) => (!fresh && (await takeUsed(admin))) || create(admin, empty));
  return {
    address: { ...server(), database: name },
    name,
    connect: () => connectTo(name),
    release: () => on('postgres', (admin) => (empty ? drop(admin, name) : giveBack(admin, name))),
    drop: () => on('postgres', (admin) => drop(admin, name)),
  };
}

const template = (): string => process.env['TEST_TEMPLATE'] ?? '';

async function create(admin: pg.Client, empty: boolean): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await admin.query(`CREATE DATABASE ${name} ${empty ? '' : `TEMPLATE ${template()} STRATEGY FILE_COPY`}`);
  return name;
}

const drop = async (admin: pg.Client, name: string): Promise<void> => {
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
};

/**
 * A copy of the template costs much, since each table and index is a file. So a database that is no longer needed is emptied
 * for the next one who asks, in whichever worker. One whose schema was altered is dropped.
 */
async function giveBack(admin: pg.Client, name: string): Promise<void> {
  await admin.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [name]);
  const [pristine] = (await admin.query<Pristine>('SELECT * FROM pristine WHERE template = $1', [template()])).rows;
  if (!pristine || !(await on(name, (client) => reset(client, pristine)))) return drop(admin, name);
  await admin.query(`ALTER DATABASE ${name} RESET ALL`);
  await admin.query('INSERT INTO used_database (template, name) VALUES ($1, $2)', [template(), name]);
}

const TAKE_USED = `
  DELETE FROM used_database
  WHERE name = (SELECT name FROM used_database WHERE template = $1 LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING name`;

const takeUsed = async (admin: pg.Client): Promise<string | undefined> =>
  (await admin.query<{ name: string }>(TAKE_USED, [template()])).rows[0]?.name;

/** What the template holds after its migrations. */
interface Pristine {
  readonly schema: string;
  readonly rows: Readonly<Record<string, readonly object[]>>;
}

const sqlOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

async function reset(client: pg.Client, { schema, rows }: Pristine): Promise<boolean> {
  const [found] = (await client.query<{ schema: string }>(sqlOf('schema-of.sql'))).rows;
  if (found?.schema !== schema) return false;
  await client.query('BEGIN');
  await client.query(sqlOf('empty-all-tables.sql'));
  for (const [table, items] of Object.entries(rows)) {
    const insert = `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`;
    await client.query(insert, [JSON.stringify(items)]);
  }
  await client.query(
    `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) FROM pg_sequences`,
  );
  await client.query('COMMIT');
  return true;
}
