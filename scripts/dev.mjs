import { fork } from 'node:child_process';
import { readdirSync, readFileSync, watch } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildInChild } from './lib/build.mjs';
import { prepare } from './lib/prepare.mjs';
import { fromRoot } from './lib/root.mjs';

/**
 * `npm run dev`: builds changed parts and restarts the service. The embedded database keeps running, so data and
 * sign-ins are kept. Types are not checked here, but by an editor or by `npm run typecheck`.
 */
const FOLDERS = ['src', 'packages', 'web', 'clients', 'docs'];
const IGNORED = /(?:^|\/)(?:node_modules|dist)(?:\/|$)/;
/** Files that are saved within this time of each other cause a single build. */
const SETTLING_MS = 50;
const SELF = fileURLToPath(import.meta.url);

if (process.argv[2] === '--service') await serve();
else await develop();

/** Imports all packages in advance, so that after a change only our own code must be loaded. */
async function serve() {
  const { dependencies } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  const packages = Object.keys(dependencies).filter((name) => !name.startsWith('@countersign/'));
  await Promise.all(packages.map((name) => import(name).catch(() => undefined)));
  process.once('message', () => {
    process.channel.unref();
    void import('../dist/src/main.js');
  });
}

async function develop() {
  await prepare();
  const database = await openDatabase();
  const environment = { ...process.env, ...database.environment };
  const standby = () => fork(SELF, ['--service'], { cwd: fromRoot(), env: environment });
  const state = { running: undefined, next: standby(), ending: false };

  const start = async () => {
    await ended(state.running);
    if (state.ending) return;
    state.running = state.next;
    state.running.send('start');
    state.next = standby();
  };
  const change = async () => {
    const began = performance.now();
    // After a failed build, which has printed its error, the old service keeps running.
    if ((await buildInChild('bundle')) !== 0) return;
    await start();
    console.log(`Built and started again in ${Math.round(performance.now() - began)} ms`);
  };
  const end = async () => {
    state.ending = true;
    state.next.kill('SIGKILL');
    await ended(state.running);
    await database.stop();
    process.exit(0);
  };

  await start();
  let turn = Promise.resolve();
  onChange(() => (turn = turn.then(change).catch((error) => console.error(error.message))));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);
}

/** Starts the embedded database, unless `DATABASE_URL` names another one. */
async function openDatabase() {
  if (process.env.DATABASE_URL) return { environment: {}, stop: () => undefined };
  const { startEmbeddedPostgres } = await import('../dist/src/development/postgres/embedded-postgres.js');
  const dataDir = process.env.DATA_DIR ?? fromRoot('.data');
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, onProgress: (text) => console.log(text) });
  const { host, port, user, database } = connection;
  const address = `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`;
  return { environment: { DATABASE_URL: address }, stop };
}

function ended(child) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return undefined;
  const end = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return end;
}

/** Watches each folder separately: on Linux, a recursive watcher in Node 20 loses files that an editor replaces. */
function onChange(react) {
  const watched = new Set();
  let timer;
  const watchFolder = (folder) => {
    if (watched.has(folder)) return;
    watched.add(folder);
    watch(fromRoot(folder), (_, name) => {
      clearTimeout(timer);
      timer = setTimeout(react, SETTLING_MS);
      if (name) watchNew(folder, name);
    }).on('error', () => watched.delete(folder)); // a removed folder is no longer watched
  };
  const watchNew = (folder, name) => {
    const isFolder = readdirSync(fromRoot(folder), { withFileTypes: true }).some(
      (entry) => entry.name === name && entry.isDirectory(),
    );
    if (isFolder && !IGNORED.test(name)) foldersIn(join(folder, name)).forEach(watchFolder);
  };
  FOLDERS.flatMap(foldersIn).forEach(watchFolder);
}

function foldersIn(folder) {
  const inside = readdirSync(fromRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(fromRoot(), join(entry.parentPath ?? entry.path, entry.name)));
  return [folder, ...inside.filter((path) => !IGNORED.test(path))];
}
