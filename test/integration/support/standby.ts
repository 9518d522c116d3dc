import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from '../../../src/development/postgres/binaries.js';
import { findHome, type Home } from '../../../src/development/postgres/home.js';

interface Place {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** A streaming replica of an embedded database, made while that runs. */
export class Standby {
  #hung: readonly number[] = [];

  private constructor(
    private readonly child: ChildProcess,
    readonly place: Place,
  ) {}

  static async of(primary: Place, dataDir: string): Promise<Standby> {
    const socketFolder = join(dirname(primary.host), 'standby-socket');
    const home = findHome(dataDir, () => undefined);
    const cluster = join(home.folder, 'standby');
    await copy(primary, cluster);
    const { uid, gid } = statSync(join(home.folder, 'cluster'));
    mkdirSync(socketFolder, { mode: 0o700 });
    appendFileSync(
      join(cluster, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=''${primary.host}'' port=${primary.port} user=${primary.user}'\n`,
    );
    writeFileSync(join(cluster, 'standby.signal'), '');
    for (const path of ['', ...readdirSync(cluster, { recursive: true, encoding: 'utf8' })])
      chownSync(join(cluster, path), uid, gid);
    chownSync(socketFolder, uid, gid);
    return Standby.#start({ ...primary, host: socketFolder }, home, cluster);
  }

  /** On the files that it had. */
  static again({ place }: Standby, dataDir: string): Promise<Standby> {
    const home = findHome(dataDir, () => undefined);
    return Standby.#start(place, home, join(home.folder, 'standby'));
  }

  static async #start(place: Place, home: Home, cluster: string): Promise<Standby> {
    const { folder } = await findBinaries(home, undefined, () => undefined);
    const settings = { listen_addresses: '', unix_socket_directories: place.host, max_connections: '200' };
    const child = spawn(
      join(folder, 'postgres'),
      ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...home.account, cwd: cluster, stdio: 'ignore' },
    );
    const standby = new Standby(child, place);
    while (!(await standby.#answers())) {
      if (child.exitCode !== null) throw new Error('The standby has ended');
      await sleep(50);
    }
    return standby;
  }

  get url(): string {
    const { host, port, user, database } = this.place;
    return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  }

  /** What the primary does from now on is received, and not seen. */
  async pause(): Promise<void> {
    await ask(this.place, 'SELECT pg_wal_replay_pause()');
  }

  async resume(): Promise<void> {
    await ask(this.place, 'SELECT pg_wal_replay_resume()');
  }

  /** All that the primary has committed is seen here. */
  async catchUp(primary: Place): Promise<void> {
    const [written] = await ask(primary, 'SELECT pg_current_wal_lsn()::text AS position');
    const isThere = async () =>
      (await ask(this.place, `SELECT pg_last_wal_replay_lsn() >= '${String(written?.['position'])}' AS there`))[0]?.[
        'there'
      ] === true;
    while (!(await isThere())) await sleep(20);
  }

  /** Its connections stay open and answer nothing more, until it ends. */
  async hang(): Promise<void> {
    const serving = await ask(this.place, `SELECT pid FROM pg_stat_activity WHERE application_name = 'countersign'`);
    this.#hung = [...serving.map(({ pid }) => Number(pid)), Number(this.child.pid)];
    for (const pid of this.#hung) process.kill(pid, 'SIGSTOP');
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    for (const pid of this.#hung) process.kill(pid, 'SIGCONT');
    this.child.kill('SIGQUIT');
    await once(this.child, 'exit');
  }

  async #answers(): Promise<boolean> {
    return ask(this.place, 'SELECT').then(
      () => true,
      () => false,
    );
  }
}

/** The files of a running server, between the two calls that make them one backup. */
async function copy(primary: Place, cluster: string): Promise<void> {
  const client = new pg.Client(primary);
  await client.connect();
  try {
    const { rows } = await client.query<{ folder: string }>(`SELECT current_setting('data_directory') AS folder`);
    await client.query(`SELECT pg_backup_start('standby', true)`);
    const folder = rows[0]?.folder ?? '';
    cpSync(folder, cluster, { recursive: true, filter: (path) => basename(path) !== 'postmaster.pid' });
    const { rows: stopped } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    writeFileSync(join(cluster, 'backup_label'), stopped[0]?.labelfile ?? '');
    rmSync(join(cluster, 'postmaster.opts'), { force: true });
  } finally {
    await client.end();
  }
}

async function ask(place: Place, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(place);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
