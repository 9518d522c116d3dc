import { setTimeout as sleep } from 'node:timers/promises';
import { treeCpuSeconds } from './cpu.mjs';

/** A process is quiet when it took less than this of a core for so long. */
const [QUIET_SHARE, LOOK_MS, LOOKS_AT_MOST] = [0.15, 100, 50];

/**
 * What a side and its database used so far: microseconds of CPU, statements, commits and flushes of the write-ahead log.
 * The CPU is read next to the load, since asking the database costs it something too.
 */
export async function countersBefore(server, side) {
  const counts = await countsOf(server, side);
  return { ...counts, ...cpuOf(server, side) };
}

export async function countersAfter(server, side) {
  const cpu = cpuOf(server, side);
  return { ...(await countsOf(server, side)), ...cpu };
}

/** What a service does after its answers belongs to them, and not to whoever is measured next. */
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

/** BEGIN and COMMIT are statements too: each is a way to the database and back. */
async function statementsOf(server, database) {
  if (!server.countsStatements) return NaN;
  const [{ statements }] = await server.sql(
    'postgres',
    `SELECT coalesce(sum(calls), 0)::float8 AS statements FROM pg_stat_statements
      WHERE dbid = (SELECT oid FROM pg_database WHERE datname = '${database}')`,
  );
  return statements;
}
