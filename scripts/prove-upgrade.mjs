/**
 * Upgrades and downgrades under load. First the old release serves, which lacks the newest migration. The present
 * release migrates the database, serves beside the old one, and then alone. Then the old release returns on the
 * migrated database, and serves alone. Proves that no request fails, and that nothing that was acknowledged is lost.
 * Run: `node scripts/prove-upgrade.mjs [commit]`. It needs the history of the repository, and builds the commit of the
 * old release. With `--all`, each release that was tagged in the last year is the old release, one after the other.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { borrowDatabase } from './lib/borrowed-database.mjs';
import { freePorts } from './lib/free-ports.mjs';
import { demandNothingLost } from './lib/load/judgement.mjs';
import { ServiceLoad } from './lib/load/service-load.mjs';
import { Receiver } from './lib/notifications/receivers.mjs';
import { demand, demandSame, heading, proved } from './lib/proof.mjs';
import { query } from './lib/query.mjs';
import { fromRoot } from './lib/root.mjs';
import { RunningProgram } from './lib/running-program.mjs';

if (process.argv[2] === '--all') process.exit(eachRelease());

const USERS = 20;
const PHASE_MS = 10_000;

const parent = mkdtempSync(join(tmpdir(), 'countersign-upgrade-'));
const before = join(parent, 'before');
const commit = process.argv[2] ?? `${commitOfNewestMigration()}^`;
const programs = [];
let [database, receiver, load] = [];

await proved(prove, {
  tell: () => load?.tell(),
  end: async () => {
    await load?.end();
    receiver?.close();
    await Promise.all(programs.map((program) => program.end()));
    await database?.giveBack();
    if (existsSync(before)) git('worktree', 'remove', '--force', before);
    rmSync(parent, { recursive: true, force: true });
  },
});

async function prove() {
  checkOut();
  const earlier = await import(join(before, 'scripts/lib/running-program.mjs'));
  database = await borrowDatabase();
  const ports = [await portsOf(), await portsOf()];
  const at = (surface) => `http://127.0.0.1:${ports[0][surface]}`;
  const settings = {
    ENCRYPTION_KEYS: `proof:${createHash('sha256').update(parent).digest('base64')}`,
    ...{ NODE_ENV: 'development', TLS_MODE: 'off', DATABASE_URL: database.url },
    ...{ AUTH_URL: at('AUTH'), MANAGEMENT_URL: at('MANAGEMENT'), MOBILE_URL: at('MOBILE'), IDV_URL: at('IDV') },
  };

  heading(`The release before: ${git('log', '-1', '--format=%h %s', commit)}`);
  const old = await earlier.RunningProgram.start(
    folderOf('old'),
    { ...settings, CONSOLE_PORT: String(ports[0].CONSOLE) },
    ports[0],
  );
  programs.push(old);
  const { makePeople } = await import(join(before, 'scripts/lib/notifications/people.mjs'));
  const people = await makePeople(settings, USERS);
  receiver = await Receiver.start(({ accept }) => accept());
  const served = [ports[0]];
  load = new ServiceLoad({ served, clientFile: join(parent, 'old', 'admin-client.json'), receiver, people });
  await load.prepare();
  const [{ count: schemaBefore }] = await ask('SELECT count(*)::int FROM schema_migrations');
  load.begin();
  await phase('it serves alone');

  heading('This release beside it');
  programs.push(await RunningProgram.start(folderOf('new'), settings, ports[1]));
  const [{ count: schemaNow }] = await ask('SELECT count(*)::int FROM schema_migrations');
  demand(
    schemaNow > schemaBefore,
    `the new process has brought the database from ${schemaBefore} to ${schemaNow} steps`,
  );
  served.push(ports[1]);
  await phase('both serve');

  heading('This release alone');
  served.shift();
  await sleep(1_000);
  programs.shift();
  await old.end();
  await phase('the old process has ended');

  heading('The release before is back');
  const back = { ...settings, CONSOLE_PORT: String(ports[0].CONSOLE) };
  programs.push(await earlier.RunningProgram.start(folderOf('back'), back, ports[0]));
  served.push(ports[0]);
  await phase('both serve');
  served.shift();
  await sleep(1_000);
  await programs.shift().end();
  await phase('the release before serves alone on the migrated database');

  await load.end();
  heading('At the end');
  await demandNothingLost({ load, receiver, program: programs[0], ask });
}

/** Waits for the length of a phase, prints how much was acknowledged, and fails if a request failed. */
async function phase(what) {
  const had = counts();
  await sleep(PHASE_MS);
  const made = Object.entries(counts()).map(([kind, count]) => `${count - had[kind]} × ${kind}`);
  console.log(`  ${what}: ${made.join(', ')}`);
  for (const [kind, { refused, broken }] of Object.entries(load.work)) {
    demandSame(refused + broken.length, 0, `${kind}: none has failed`);
  }
}

function counts() {
  return Object.fromEntries(Object.entries(load.work).map(([kind, { acknowledged }]) => [kind, acknowledged.length]));
}

function commitOfNewestMigration() {
  const files = git('ls-files', 'src/**/migrations/[0-9]*.ts').split('\n');
  const number = (file) => Number(/(\d+)-[^/]*$/.exec(file)[1]);
  const newest = files.sort((a, b) => number(a) - number(b)).at(-1);
  return git('log', '--diff-filter=A', '--format=%H', '--', newest).split('\n').at(-1);
}

function checkOut() {
  git('worktree', 'add', '--detach', before, commit);
  run('npm', ['ci', '--no-audit', '--no-fund'], before);
  run(process.execPath, ['scripts/build.mjs'], before);
}

function portsOf() {
  return freePorts(['AUTH', 'MANAGEMENT', 'IDV', 'MOBILE', 'CONSOLE', 'OPS']);
}

function folderOf(name) {
  const folder = join(parent, name);
  mkdirSync(folder);
  return folder;
}

function git(...args) {
  return run('git', args, fromRoot()).trim();
}

function run(program, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (error ?? status !== 0) throw error ?? new Error(`${program} ${args[0]} ended with ${status}: ${stderr}`);
  return stdout;
}

function ask(text) {
  return query(database.url, text);
}

/** Runs this script for each release. Returns the exit code. */
function eachRelease() {
  const since = Date.now() / 1000 - 366 * 86_400;
  const tags = git(
    'for-each-ref',
    '--sort=creatordate',
    '--format=%(creatordate:unix) %(refname:short)',
    'refs/tags/v*',
  );
  const releases = tags.split('\n').flatMap((line) => (Number(line.split(' ')[0]) > since ? [line.split(' ')[1]] : []));
  const failed = releases.filter(
    (release) =>
      spawnSync(process.execPath, [fromRoot('scripts/prove-upgrade.mjs'), release], { stdio: 'inherit' }).status,
  );
  console.log(
    `${releases.length - failed.length} of ${releases.length} releases were upgraded: ${releases.join(', ')}`,
  );
  return failed.length > 0 ? 1 : 0;
}
