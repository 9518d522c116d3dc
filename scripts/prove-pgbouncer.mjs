/**
 * Starts the program behind PgBouncer. Proves that it works with session pooling, and that in the other modes it
 * refuses to start and names the required setting. Run: `node scripts/prove-pgbouncer.mjs`. It needs PgBouncer (Debian:
 * `pgbouncer`).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { borrowDatabase } from './lib/borrowed-database.mjs';
import { freePorts } from './lib/free-ports.mjs';
import { demand, heading } from './lib/proof.mjs';
import { RunningProgram } from './lib/running-program.mjs';

const folder = mkdtempSync(join(tmpdir(), 'countersign-pgbouncer-'));
chmodSync(folder, 0o755);
const database = await borrowDatabase();
try {
  heading('With sessions');
  await behind('session', async (url) => {
    const program = await RunningProgram.start(folder, { DATABASE_URL: url });
    demand(true, 'the program is ready');
    const { code } = await program.commandLine('audit', 'verify');
    demand(code === 0, 'a command works beside it');
    await program.end();
  });

  for (const mode of ['transaction', 'statement']) {
    heading(`Without sessions: pool_mode=${mode}`);
    await behind(mode, async (url) => {
      const words = await RunningProgram.start(folder, { DATABASE_URL: url }).then(
        () => 'it has started',
        (error) => error.message,
      );
      demand(/pool_mode=session/.test(words), 'the program refuses to start, and says what to set');
    });
  }
} finally {
  await database.giveBack();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Runs `work` behind a PgBouncer. PgBouncer refuses to run as root, so it runs as the owner of the database's socket.
 */
async function behind(mode, work) {
  const { host, port, user, path } = partsOf(database.url);
  const { POOLER } = await freePorts(['POOLER']);
  const { uid, gid } = statSync(host);
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${user}" ""\n`);
  writeFileSync(
    settings,
    [
      `[databases]\n* = host=${host} port=${port} user=${user}`,
      `[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${POOLER}\nunix_socket_dir =`,
      `logfile = ${join(folder, 'pgbouncer.log')}\nauth_type = any\nauth_file = ${users}\npool_mode = ${mode}`,
      'ignore_startup_parameters = extra_float_digits,lock_timeout,statement_timeout,idle_in_transaction_session_timeout',
    ].join('\n'),
  );
  for (const path of [folder, users, settings]) chownSync(path, uid, gid);
  const asOwner = process.getuid() === 0 ? { uid, gid } : {};
  const pooler = spawn('/usr/sbin/pgbouncer', [settings], { stdio: ['ignore', 'ignore', 'inherit'], ...asOwner });
  const ended = once(pooler, 'exit');
  ended.catch(() => undefined); // ignored here: if PgBouncer cannot be started, the `finally` below throws the reason
  try {
    while (!(await listensAt(POOLER))) {
      if (pooler.exitCode !== null) throw new Error(`PgBouncer has ended with ${pooler.exitCode}`);
      await sleep(20);
    }
    await work(`postgres://${user}@127.0.0.1:${POOLER}${path}`);
  } finally {
    pooler.kill('SIGINT');
    await ended;
  }
}

function listensAt(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).once('error', () => resolve(false));
  });
}

function partsOf(url) {
  const { username, pathname, searchParams } = new URL(url.replace('@/', '@localhost/'));
  return { user: username, path: pathname, host: searchParams.get('host'), port: searchParams.get('port') };
}
