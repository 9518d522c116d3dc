import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { Logger } from '@nestjs/common';
import { type DatabaseAddress, databaseOptions } from '../../ormconfig.js';
import { errorCode } from '../shared/kernel/index.js';
import { StartRefused } from './start-errors.js';
import type { StartContext } from './shutdown.js';
import { dataFolder } from './settings-at-start.js';
import type { Config } from '../config.js';
import { migrate, pendingMigrations } from '../shared/persistence/index.js';

const OLDEST_VERSION = 15;
const PATIENCE_MS = 10_000;

const POOLED =
  'DATABASE_URL leads to a pooler that shares connections between transactions (PgBouncer: pool_mode). Prepared ' +
  'statements and LISTEN need sessions: set pool_mode=session for this database, or name PostgreSQL itself.';

interface Facts {
  readonly backend: number;
  readonly version: number;
  readonly encoding: string;
  readonly folds_case: boolean;
}

/**
 * Throws `StartRefused` if the database cannot be reached, is too old, is not UTF-8, cannot fold the case of all
 * letters, or is behind a pooler that shares connections between transactions.
 */
export async function checkServer(address: DatabaseAddress): Promise<void> {
  const { version, encoding, folds_case: foldsCase } = await withSessions(address);
  const major = Math.floor(version / 10_000);
  if (major < OLDEST_VERSION) {
    throw new StartRefused(`The database is PostgreSQL ${major}; version ${OLDEST_VERSION} or later is needed.`);
  }
  if (encoding !== 'UTF8') throw new StartRefused(`The database is encoded in ${encoding}; it must be UTF8.`);
  if (!foldsCase) {
    throw new StartRefused(
      'The database has a locale that cannot fold the case of letters such as Ä, so that searches would miss names. ' +
        "Create it with LOCALE 'C.UTF-8', or that of a language in UTF-8.",
    );
  }
}

/**
 * Reads the server's version and properties over two concurrent connections. Throws `StartRefused` if these do not keep
 * separate backend processes, which means that a transaction pooler is in between.
 */
function withSessions(address: DatabaseAddress): Promise<Facts> {
  return inSession(address, (first) =>
    inSession(address, async (second) => {
      const facts = await readFacts(first);
      // with a transaction pooler, the second connection would now get the backend that the first has released
      await second.query('BEGIN');
      const others = await readFacts(second);
      if (others.backend === facts.backend || (await readFacts(first)).backend !== facts.backend) {
        throw new StartRefused(POOLED);
      }
      return facts;
    }),
  );
}

async function inSession<T>(address: DatabaseAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...driverOptions(address), connectionTimeoutMillis: PATIENCE_MS });
  // an error event without a listener would end the process; the running query fails anyway
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw error instanceof StartRefused ? error : unreachable(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function readFacts(client: pg.Client): Promise<Facts> {
  const { rows } = await client.query<Facts>(
    `SELECT pg_backend_pid() AS backend, current_setting('server_version_num')::int AS version,
            current_setting('server_encoding') AS encoding, 'Ä' ILIKE 'ä' AS folds_case`,
  );
  if (!rows[0]) throw new Error('The database answers nothing');
  return rows[0];
}

export const driverOptions = (address: DatabaseAddress): pg.ClientConfig =>
  'url' in address ? { connectionString: address.url } : { ...address, user: address.username };

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at its host and port',
  ENOENT: 'its socket is not there',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be looked up at the moment',
  ETIMEDOUT: 'its host does not answer',
  '28P01': 'it refuses the user name or the password',
  '28000': 'it refuses this user from here',
  '3D000': 'it has no database of that name',
  '57P03': 'it is still starting',
  '53300': 'it has no connection left',
};

/** Describes a connection error. The driver's message is not used, because it may contain the URL with the password. */
function unreachable(error: unknown): StartRefused {
  const code = errorCode(error) ?? '';
  const reason = REASONS[code] ?? (code ? `it answers ${code}` : 'it does not answer as PostgreSQL does');
  return new StartRefused(`The database that DATABASE_URL names cannot be used: ${reason}.`);
}

export type SocketAddress = Extract<DatabaseAddress, { host: string }>;

/**
 * Writes the address of the embedded database to a file, where commands find it. Returns a function that removes the
 * file.
 */
function announceRunningDatabase(dataDir: string, address: SocketAddress): () => void {
  const path = dataFolder({ dataDir }).runningDatabase;
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ pid: process.pid, ...address }), { mode: 0o600 });
  renameSync(draft, path);
  return () => rmSync(path, { force: true });
}

/**
 * Reads the address of the embedded database that process `pid` runs. Undefined if it has not started yet, in which
 * case the file is missing or left over from a killed process.
 */
export function runningDatabase(dataDir: string, pid: number): SocketAddress | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(dataFolder({ dataDir }).runningDatabase, 'utf8'));
    return isAnnouncement(content) && content.pid === pid ? addressIn(content) : undefined;
  } catch {
    return undefined;
  }
}

const addressIn = ({ host, port, username, database }: SocketAddress): SocketAddress => ({
  host,
  port,
  username,
  database,
});

function isAnnouncement(content: unknown): content is SocketAddress & { pid: number } {
  if (typeof content !== 'object' || content === null) return false;
  const { pid, host, port, username, database } = content as Record<string, unknown>;
  return [pid, port].every(Number.isInteger) && [host, username, database].every((text) => typeof text === 'string');
}

export interface EmbeddedHooks {
  readonly nowDoing: (text: string) => void;
  /** Called when the embedded database has died too often and will not be restarted again. */
  readonly onFailed: () => void;
}

const log = new Logger('EmbeddedDatabase');

async function openEmbedded({ dataDir }: Config, hooks: EmbeddedHooks): Promise<OpenDatabase> {
  const { startEmbeddedPostgres } = await import('../development/postgres/embedded-postgres.js');
  const server = await startEmbeddedPostgres({
    dataDir,
    onProgress: hooks.nowDoing,
    onLost: (reason) => log.error({ reason }, 'The embedded database has crashed and is being restarted'),
    onFailed: (reason) => {
      log.fatal({ reason }, 'The embedded database keeps dying: the process ends');
      hooks.onFailed();
    },
    log: (level, text) => (level === 'warn' ? log.warn(text) : log.log(text)),
  });
  const { host, port, user: username, database } = server.connection;
  const address = { host, port, username, database };
  const withdraw = announceRunningDatabase(dataDir, address);
  return {
    address,
    close: () => {
      withdraw();
      return server.stop();
    },
  };
}

export interface OpenDatabase {
  readonly address: DatabaseAddress;
  readonly close: () => Promise<void>;
}

/** Opens the database in `DATABASE_URL`, or starts an embedded one in the data folder. */
export async function openDatabase(config: Config, hooks: EmbeddedHooks): Promise<OpenDatabase> {
  if (config.databaseUrl === undefined) return openEmbedded(config, hooks);
  return { address: { url: config.databaseUrl }, close: () => Promise.resolve() };
}

/** Applies missing migrations. With `MIGRATE=off`, throws `StartRefused` if any is missing. */
export async function bringUpToDate(config: Pick<Config, 'migrate'>, address: DatabaseAddress): Promise<void> {
  const options = databaseOptions(address);
  if (config.migrate === 'off') {
    if (!(await pendingMigrations(options))) return;
    throw new StartRefused('The database lacks migrations of this version: run `npm run migrate`, or set MIGRATE=on.');
  }
  const applied = await migrate(options);
  if (applied.length > 0) new Logger('Migrations').log({ applied }, 'The database was brought up to date');
}

/** Opens the database, checks its version and settings, and migrates it. */
export async function prepareDatabase(
  config: Config,
  { terminal, ending, teardown }: StartContext,
): Promise<DatabaseAddress> {
  const { address, close } = await terminal.during('Starting the database', (nowDoing) =>
    openDatabase(config, { nowDoing, onFailed: () => ending.ask(1) }),
  );
  teardown.add('database', close);
  ending.throwIfAsked();
  await checkServer(address);
  await terminal.during('Migrating the database', () => bringUpToDate(config, address));
  ending.throwIfAsked();
  return address;
}
