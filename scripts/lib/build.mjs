import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildClient } from './build-client.mjs';
import { buildPhonePackages } from './build-phone-packages.mjs';
import { buildEngine } from './build-engine.mjs';
import { buildNodeClient } from './build-node-client.mjs';
import { complain } from './complain.mjs';
import { slowly } from './progress.mjs';
import { fromRoot } from './root.mjs';

/** Written when a build has succeeded: what is newer than this is not built. */
const STAMP = fromRoot('dist/.built');

const SOURCES = [
  'src',
  'web',
  'clients',
  'ormconfig.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'nest-cli.json',
  'package-lock.json',
];

/** Where packages are built inside the sources: made first, since a folder is newer once a folder was made in it. */
const PACKAGES = ['clients/typescript/dist', 'clients/node/dist', 'clients/react-native/dist', 'clients/cordova/dist'];

const COMPILER = fromRoot('node_modules/@nestjs/cli/bin/nest.js');

/**
 * Builds, unless the build is newer than everything it is made of. An installed image has no sources, and is built.
 * A process of its own does it: Vite sets NODE_ENV, and compilers would stay in the memory of a service that starts.
 */
export async function buildIfStale() {
  if (!existsSync(fromRoot('src')) || !isStale()) return;
  const child = spawn(process.execPath, [fromRoot('scripts/build.mjs')], { stdio: ['ignore', 2, 2] });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) process.exit(code ?? 1);
}

export async function build() {
  if (!existsSync(COMPILER)) {
    complain('The program is not built, and what builds it is not installed: run `npm ci` without --omit=dev.');
  }
  for (const folder of PACKAGES) mkdirSync(fromRoot(folder), { recursive: true });
  const began = new Date();
  await slowly('Building', () =>
    Promise.all([
      compile().then(buildEngine),
      buildClient().then(bundle).then(buildNodeClient).then(buildPhonePackages),
    ]),
  );
  writeFileSync(STAMP, '');
  utimesSync(STAMP, began, began); // what was changed meanwhile is newer, and built the next time
}

function isStale() {
  const built = statSync(STAMP, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return SOURCES.some((source) => newest(fromRoot(source)) > built);
}

/** Of a folder, the folders in it too: a file that was deleted changes its folder only. */
function newest(path) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const inside = readdirSync(path, { recursive: true }).filter(
    (name) => !/\.(spec\.ts|md)$|^node_modules|\bdist\b/.test(name),
  );
  const times = inside.map((name) => statSync(join(path, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.max(mtimeMs, ...times);
}

async function compile() {
  const child = spawn(process.execPath, [COMPILER, 'build'], { cwd: fromRoot(), stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  child.stdout.on('data', (text) => output.push(text));
  child.stderr.on('data', (text) => output.push(text));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) complain(`${Buffer.concat(output)}\nThe program could not be built.`);
}

/** The scripts and styles of the pages, which may use the client library. */
async function bundle() {
  const { build: bundleBy } = await import('vite');
  const { default: config, selfContained } = await import('../../web/vite.config.mjs');
  for (const part of [config, selfContained]) {
    await bundleBy({ ...part, configFile: false }).catch((error) =>
      complain(`${error.message}\nThe scripts and styles of the pages could not be built.`),
    );
  }
}
