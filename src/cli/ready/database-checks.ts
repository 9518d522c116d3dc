import { statfs } from 'node:fs/promises';
import pg from 'pg';
import { type DatabaseAddress, databaseOptions } from '../../../ormconfig.js';
import type { Config } from '../../config.js';
import { driverOptions } from '../../lifecycle/database.js';
import { attention, type Finding, ok, wrong } from '../../shared/observability/index.js';
import { pendingMigrations } from '../../shared/persistence/index.js';

interface Facts {
  readonly version: string;
  readonly bytes: number;
  readonly connections: number;
  readonly folder: string | null;
  readonly encrypted: boolean;
  /** The time by the clock of the database, in milliseconds since 1970. */
  readonly now: number;
  readonly processes: number;
}

/**
 * The facts about the database, and (`ahead`) how many milliseconds this machine's clock is ahead of the database's.
 */
type Looked = Facts & { readonly ahead: number };

const FACTS = `SELECT current_setting('server_version') AS version, current_setting('max_connections')::int AS connections,
                      pg_database_size(current_database())::float8 AS bytes,
                      current_setting('data_directory', true) AS folder,
                      coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS encrypted,
                      (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
                      (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
                        AND query ~ '^(LISTEN|SELECT pg_notify)')::int AS processes`;
const MIB = 1024 * 1024;

/** Checks an open database. Opening it has already checked that it is reachable and that its version is supported. */
export async function databaseFindings(address: DatabaseAddress, config: Config): Promise<Finding[]> {
  const facts = await factsOf(address);
  return [
    ok('database', `PostgreSQL ${facts.version}, ${mebibytes(facts.bytes)}.`),
    ...clockFindings(facts),
    ...migrationFindings(await pendingMigrations(databaseOptions(address)), config),
    ...lineFindings(address, facts),
    ...poolFindings(facts, config),
    ...(await spaceFindings(facts, config)),
    ...processFindings(facts, config),
  ];
}

async function factsOf(address: DatabaseAddress): Promise<Looked> {
  const client = new pg.Client(driverOptions(address));
  await client.connect();
  try {
    const asked = Date.now();
    const [facts] = (await client.query<Facts>(FACTS)).rows;
    const answered = Date.now();
    if (!facts) throw new Error('The database answers nothing');
    return { ...facts, ahead: (asked + answered) / 2 - facts.now };
  } finally {
    await client.end();
  }
}

const SECOND_MS = 1_000;
/** The largest clock difference, in seconds, with which client assertions are still accepted. */
const TOLERATED_S = 15;

/**
 * Compares this machine's clock with the database's clock. Every process compares its own clock with timestamps that
 * other processes wrote.
 */
function clockFindings({ ahead }: Looked): Finding[] {
  const seconds = Math.round(Math.abs(ahead) / SECOND_MS);
  if (seconds < 2) return [ok('clock', 'It agrees with that of the database.')];
  const found = `It is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} that of the database.`;
  const state = seconds > TOLERATED_S ? wrong : attention;
  return [state('clock', found, 'Let both machines follow the same time servers.')];
}

/** Reports how many processes use the database. Each has one connection that listens for signals. */
function processFindings({ processes }: Facts, { databaseUrl }: Config): Finding[] {
  if (databaseUrl === undefined) return [];
  if (processes > 1) return [ok('processes', `${processes} run on this database now.`)];
  const found = processes === 1 ? 'One runs on this database now.' : 'None runs on this database now.';
  return [attention('processes', found, 'Run two at least, and run this again beside them.')];
}

function migrationFindings(pending: boolean, { migrate }: Config): Finding[] {
  if (!pending) return [ok('migrations', 'All are applied.')];
  const todo = 'Run `npm run migrate`.';
  if (migrate === 'off') return [wrong('migrations', 'Some are missing, and MIGRATE is off: the start fails.', todo)];
  return [attention('migrations', 'Some are missing: the next start applies them.', `${todo} Back up before.`)];
}

const LOCAL = /^(?:localhost|127\.[\d.]+|\[?::1\]?|)$/;

function lineFindings(address: DatabaseAddress, { encrypted }: Facts): Finding[] {
  if (encrypted || !('url' in address) || !URL.canParse(address.url)) return [];
  const { hostname } = new URL(address.url);
  if (LOCAL.test(hostname)) return [];
  const todo = 'Add ?sslmode=verify-full&sslrootcert=FILE to DATABASE_URL.';
  return [attention('database', `The way to ${hostname} is without TLS.`, todo)];
}

function poolFindings({ connections }: Facts, { databasePool }: Config): Finding[] {
  if (databasePool < connections) return [];
  const found = `DATABASE_POOL is ${databasePool}, and the server takes ${connections} connections of all processes.`;
  return [wrong('database', found, 'Lower the one or raise the other.')];
}

/**
 * Checks the free disk space of an embedded database. The disk of a separate database server cannot be read, so only
 * the size of its database is compared with `DATABASE_SIZE_ALARM`.
 */
async function spaceFindings({ folder, bytes }: Facts, config: Config): Promise<Finding[]> {
  const { databaseUrl, databaseSizeAlarm, diskFreeAlarm, dataDir } = config;
  if (databaseUrl !== undefined) {
    if (databaseSizeAlarm > 0 && bytes >= databaseSizeAlarm * MIB)
      return [wrong('disk', `The database has grown to DATABASE_SIZE_ALARM.`, 'Make room, and raise the alarm.')];
    if (databaseSizeAlarm > 0) return [ok('disk', `An alarm is given at ${databaseSizeAlarm} MiB.`)];
    return [attention('disk', 'The disk of the database is not seen from here.', 'Set DATABASE_SIZE_ALARM.')];
  }
  const { bavail, bsize } = await statfs(folder ?? dataDir).catch(() => statfs(dataDir));
  const found = `${mebibytes(bavail * bsize)} are free.`;
  return bavail * bsize < diskFreeAlarm * MIB
    ? [wrong('disk', `${found} DISK_FREE_ALARM is ${diskFreeAlarm} MiB.`, 'Make room.')]
    : [ok('disk', found)];
}

const mebibytes = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`;

interface LeftOver {
  readonly jobs: number;
  readonly events: number;
  readonly rows: number;
}

const LEFT_OVER = `SELECT (SELECT count(*) FROM shared.job WHERE parked_at IS NOT NULL)::int AS jobs,
                          (SELECT count(*) FROM shared.outbox WHERE parked_at IS NOT NULL)::int AS events,
                          (SELECT count(*) FROM shared.set_aside)::int AS rows`;

/**
 * Reports parked jobs, parked events, and rows that were set aside because they could not be processed: an operator
 * must deal with each of them. Call it only if all migrations have been applied.
 */
export async function workFindings(address: DatabaseAddress): Promise<Finding[]> {
  const client = new pg.Client(driverOptions(address));
  await client.connect();
  try {
    const [left] = (await client.query<LeftOver>(LEFT_OVER)).rows;
    const { jobs, events, rows } = left ?? { jobs: 0, events: 0, rows: 0 };
    if (jobs + events + rows === 0) return [ok('work', 'No job, event or row waits for somebody.')];
    const found = `${jobs} jobs and ${events} events are parked, ${rows} rows are set aside.`;
    return [attention('work', found, 'See docs/operators/runbooks: parked, set-aside.')];
  } finally {
    await client.end();
  }
}
