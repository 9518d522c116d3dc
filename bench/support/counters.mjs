import { setTimeout as sleep } from 'node:timers/promises';
import { treeCpuSeconds } from './cpu.mjs';

/**
 * A process is quiet if it uses at most this share of a core during this time. It is checked at most this many times.
 */
const [QUIET_SHARE, LOOK_MS, LOOKS_AT_MOST] = [0.15, 100, 50];

/**
 * The counters so far of one side (the service or a baseline) and its database: microseconds of CPU, statements,
 * commits and flushes of the write-ahead log. The CPU time is read next to the load, because the queries of the other
 * counters use CPU themselves.
 */
export async function countersBefore(server, side) {
  const counts = await countsOf(server, side);
  return { ...counts, ...cpuOf(server, side) };
}

export async function countersAfter(server, side) {
  const cpu = cpuOf(server, side);
  return { ...(await countsOf(server, side)), ...cpu };
}

/**
 * Waits until the service has finished its work after the answers, so that this work is not counted for the program
 * that is measured next.
 */
export async function untilQuiet({ pid }) {
  for (let looks = 0; looks < LOOKS_AT_MOST; looks++) {
    const before = treeCpuSeconds(pid);
    await sleep(LOOK_MS);
    if (!(treeCpuSeconds(pid) - before > (QUIET_SHARE * LOOK_MS) / 1_000)) return;
  }
}

function cpuOf(server, { pid, database }) {
  const service = treeCpuSeconds(pid) * 1e6;
  return database && server.postmaster ? { service, database: treeCpuSeconds(server.postmaster) * 1e6 } : { service };
}

async function countsOf(server, { database }) {
  if (!database) return {};
  const [row] = await server.sql(
    'postgres',
    `SELECT pg_stat_force_next_flush(),
       (SELECT xact_commit::float8 FROM pg_stat_database WHERE datname = '${database}') AS commits,
       (SELECT (to_jsonb(pg_stat_wal) ->> 'wal_sync')::float8 FROM pg_stat_wal) AS syncs`,
  );
  return { commits: row.commits, syncs: row.syncs ?? NaN, statements: await statementsOf(server, database) };
}

/** BEGIN and COMMIT are counted too, because each is a round trip to the database. */
async function statementsOf(server, database) {
  if (!server.countsStatements) return NaN;
  const [{ statements }] = await server.sql(
    'postgres',
    `SELECT coalesce(sum(calls), 0)::float8 AS statements FROM pg_stat_statements
      WHERE dbid = (SELECT oid FROM pg_database WHERE datname = '${database}')`,
  );
  return statements;
}
