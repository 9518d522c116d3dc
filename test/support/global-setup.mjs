import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import pg from 'pg';
import { databaseOptions } from '../../dist/ormconfig.js';
import { migrate } from '../../dist/src/shared/persistence/index.js';

/** Its own name for each run: several may share a server. */
const TEMPLATE = `countersign_template_${process.pid}`;

/** One real PostgreSQL for the whole run, and in it a migrated database that every test file copies. */
export default async function prepareDatabase() {
  process.env.TEST_TEMPLATE = TEMPLATE;
  if (!process.env.TEST_PG_HOST) await startDatabase();
  const server = {
    host: process.env.TEST_PG_HOST,
    port: Number(process.env.TEST_PG_PORT),
    user: process.env.TEST_PG_USER,
  };
  const admin = new pg.Client({ ...server, database: 'postgres' });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  const { host, port, user: username } = server;
  const options = databaseOptions({ host, port, username, database: TEMPLATE });
  demandBaselinesFirst(options.migrations);
  await migrate(options);
  await describeTemplate(server);
}

const numberOf = ({ name }) => Number(/\d{13}$/.exec(name)?.[0]);

/** The numbers of baselines are in the future, so a migration with the present time would come before them. */
function demandBaselinesFirst(migrations) {
  const isBaseline = ({ name }) => name.includes('Baseline');
  const newest = Math.max(...migrations.filter(isBaseline).map(numberOf));
  const early = migrations.find((one) => !isBaseline(one) && numberOf(one) <= newest);
  if (early) throw new Error(`${early.name} comes before a baseline. Give it a number above ${newest}.`);
}

const CREATE_TABLES = `
  CREATE TABLE IF NOT EXISTS pristine (template text PRIMARY KEY, schema text NOT NULL, rows jsonb NOT NULL);
  CREATE TABLE IF NOT EXISTS used_database (template text NOT NULL, name text PRIMARY KEY)`;

/** Notes what a used database has to become again: see `database.ts`. */
async function describeTemplate(server) {
  const template = new pg.Client({ ...server, database: TEMPLATE });
  await template.connect();
  const [{ schema }] = (await template.query(readFileSync(new URL('schema-of.sql', import.meta.url), 'utf8'))).rows;
  const tables = `SELECT oid::regclass::text AS name FROM pg_class
    WHERE relkind = 'r' AND oid >= 16384 AND pg_relation_size(oid) > 0`;
  const rows = {};
  for (const { name } of (await template.query(tables)).rows)
    rows[name] = (await template.query(`SELECT to_jsonb(t) AS row FROM ${name} t`)).rows.map(({ row }) => row);
  await template.end();

  const admin = new pg.Client({ ...server, database: 'postgres' });
  await admin.connect();
  await admin.query(CREATE_TABLES);
  await admin.query('INSERT INTO pristine VALUES ($1, $2, $3)', [TEMPLATE, schema, JSON.stringify(rows)]);
  await admin.end();
}

/** `TEST_PG_HOST`, `TEST_PG_PORT` and `TEST_PG_USER` name another server to test on: an older PostgreSQL, say. */
async function startDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
  const { startEmbeddedPostgres } = await import('../../dist/src/development/postgres/embedded-postgres.js');
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  globalThis.testPostgres = { postgres, folder };
  const { host, port, user } = postgres.connection;
  process.env.TEST_PG_HOST = host;
  process.env.TEST_PG_PORT = String(port);
  process.env.TEST_PG_USER = user;
  await forgetDurability({ host, port, user });
}

/** Databases here live for seconds: none has to outlive a power cut, and none is worth vacuuming. */
async function forgetDurability(server) {
  const admin = new pg.Client({ ...server, database: 'postgres' });
  await admin.connect();
  for (const setting of ['fsync', 'full_page_writes', 'autovacuum'])
    await admin.query(`ALTER SYSTEM SET ${setting} = off`);
  await admin.query('SELECT pg_reload_conf()');
  await admin.end();
}
