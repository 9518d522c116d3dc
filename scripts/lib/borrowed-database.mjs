import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from './build.mjs';

/**
 * Starts an embedded PostgreSQL, which stops when the caller calls `giveBack`. If `DATABASE_URL` is set, that database
 * is used instead.
 */
export async function borrowDatabase() {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, giveBack: () => Promise.resolve() };
  await buildIfStale();
  const { startEmbeddedPostgres } = await import('../../dist/src/development/postgres/embedded-postgres.js');
  const folder = mkdtempSync(join(tmpdir(), 'countersign-borrowed-'));
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data') });
  const { host, port, user, database } = server.connection;
  return {
    url: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    socket: host,
    giveBack: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
