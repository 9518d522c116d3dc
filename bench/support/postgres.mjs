import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import 'reflect-metadata';
import { query } from '../../scripts/lib/query.mjs';
import { parentOf } from './cpu.mjs';

const { SHARED_BUFFERS } = process.env;

/**
 * A PostgreSQL for the measurement: the one that TEST_PG_HOST names, else an embedded one in a temporary folder. The
 * latter counts its statements when it is to, and has as much memory as SHARED_BUFFERS says, else 128 MB as every
 * PostgreSQL that nobody has set up.
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
      await postgres.stop(); // both are read at its start
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

/** A database of this name, made anew and dropped at the end. With a `template` it is a copy of that one. */
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

/** Its first process, when it runs on this machine, and whether it counts statements. Found while the connection is open. */
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

/** Brings a database to the newest schema. */
async function migrateAt(address) {
  const { databaseOptions } = await import('../../dist/ormconfig.js');
  const { migrate } = await import('../../dist/src/shared/persistence/index.js');
  await migrate(databaseOptions(address));
}
