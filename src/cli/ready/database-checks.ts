import { statfs } from 'node:fs/promises';
import pg from 'pg';
import { type DatabaseAddress, databaseOptions } from '../../../ormconfig.js';
import type { Config } from '../../config.js';
import { driverOptions } from '../../lifecycle/database.js';
import { attention, ok, wrong, type Finding } from '../../shared/operations/ready-check.js';
import { pendingMigrations } from '../../shared/persistence/migrate.js';

interface Facts {
  readonly version: string;
  readonly bytes: number;
  readonly connections: number;
  readonly folder: string | null;
  readonly encrypted: boolean;
}

const FACTS = `SELECT current_setting('server_version') AS version, current_setting('max_connections')::int AS connections,
                      pg_database_size(current_database())::float8 AS bytes,
                      current_setting('data_directory', true) AS folder,
                      coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS encrypted`;
const MIB = 1024 * 1024;

/** Of a server that was reached, and is new enough. */
export async function databaseFindings(address: DatabaseAddress, config: Config): Promise<Finding[]> {
  const facts = await factsOf(address);
  return [
    ok('database', `PostgreSQL ${facts.version}, ${mebibytes(facts.bytes)}.`),
    ...migrationFindings(await pendingMigrations(databaseOptions(address)), config),
    ...lineFindings(address, facts),
    ...poolFindings(facts, config),
    ...(await spaceFindings(facts, config)),
  ];
}

async function factsOf(address: DatabaseAddress): Promise<Facts> {
  const client = new pg.Client(driverOptions(address));
  await client.connect();
  try {
    const [facts] = (await client.query<Facts>(FACTS)).rows;
    if (!facts) throw new Error('The database answers nothing');
    return facts;
  } finally {
    await client.end();
  }
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

/** The disk of another machine is not seen: only an alarm by size warns there. */
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
