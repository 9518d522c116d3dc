import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** A PostgreSQL for the measurement: the one that TEST_PG_HOST names, else an embedded one in a temporary folder. */
export async function withServer(work) {
  if (process.env.TEST_PG_HOST) {
    return work(serverAt(process.env.TEST_PG_HOST, Number(process.env.TEST_PG_PORT), process.env.TEST_PG_USER));
  }
  const { startEmbeddedPostgres } = await import('../../dist/src/development/postgres/embedded-postgres.js');
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  try {
    const { host, port, user } = postgres.connection;
    await work(serverAt(host, port, user));
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const serverAt = (host, port, username) => ({
  address: { host, port, username },
  async sql(database, text) {
    const client = new pg.Client({ host, port, user: username, database });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  },
});
