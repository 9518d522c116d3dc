import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import 'reflect-metadata';
import { query } from '../../scripts/lib/query.mjs';
import { parentOf } from './cpu.mjs';

const { SHARED_BUFFERS } = process.env;

/**
 * A PostgreSQL server for the measurement: the one at TEST_PG_HOST, or an embedded one in a temporary folder. With
 * `counting`, the embedded one counts statements. Its shared buffers are SHARED_BUFFERS, or 128 MB as in PostgreSQL by
 * default.
 */
export async function withServer(work, { counting = false } = {}) {
  if (process.env.TEST_PG_HOST) {
    const { TEST_PG_HOST: host, TEST_PG_PORT: port, TEST_PG_USER: user } = process.env;
    return work(await serverAt(host, Number(port), user));
  }
  const { startEmbeddedPostgres } = await import('../../dist/src/development/postgres/embedded-postgres.js');
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  let postgres = await startEmbeddedPostgres({ dataDir: folder });
  try {
    const settings = { shared_preload_libraries: counting && 'pg_stat_statements', shared_buffers: SHARED_BUFFERS };
    const given = Object.entries(settings).filter(([, value]) => value);
    for (const [name, value] of given) await query(postgres.connection, `ALTER SYSTEM SET ${name} = '${value}'`);
    if (given.length > 0) {
      await postgres.stop(); // PostgreSQL reads these settings only at its start
      postgres = await startEmbeddedPostgres({ dataDir: folder });
    }
    if (counting) await query(postgres.connection, 'CREATE EXTENSION pg_stat_statements');
    const { host, port, user } = postgres.connection;
    return await work(await serverAt(host, port, user));
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates a database for `work` and drops it afterwards. It is a copy of `template`. */
export async function withDatabase(server, name, work, template = 'template1') {
  const drop = () => server.sql('postgres', `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await drop();
  try {
    await server.sql('postgres', `CREATE DATABASE ${name} TEMPLATE ${template}`);
    return await work();
  } finally {
    await drop();
  }
}

async function serverAt(host, port, username) {
  const at = (database) => ({ host, port, user: username, database });
  return {
    address: { host, port, username },
    connection: at,
    url: (database) => `postgres://${username}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    sql: (database, text) => query(at(database), text),
    migrate: (database) => migrateAt({ host, port, username, database }),
    ...(await aboutServer(at('postgres'))),
  };
}

/** The id of the main process of PostgreSQL, if it runs on this machine, and whether it counts statements. */
async function aboutServer(connection) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT pg_backend_pid() AS pid, inet_client_addr() IS NULL AS is_local,
              EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_stat_statements') AS counts`,
    );
    const [{ pid, is_local: isLocal, counts }] = rows;
    return { postmaster: (isLocal && parentOf(pid)) || undefined, countsStatements: counts };
  } finally {
    await client.end();
  }
}

/** Runs all migrations on a database. */
async function migrateAt(address) {
  const { databaseOptions } = await import('../../dist/ormconfig.js');
  const { migrate } = await import('../../dist/src/shared/persistence/index.js');
  await migrate(databaseOptions(address));
}
