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
import { linkPackages } from './workspace-packages.mjs';

/** Written when a build has succeeded: what is newer than this is not built. */
const STAMP = fromRoot('dist/.built');
const GUIDE_STAMP = fromRoot('dist/.guide-built');

const SOURCES = [
  'src',
  'web',
  'clients',
  'packages',
  'ormconfig.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'nest-cli.json',
  'package-lock.json',
];

/** The guide is made of these too. A change in them makes it alone again. */
const GUIDE_SOURCES = ['docs', 'scripts/lib/guide', 'package.json'];

/** Files beside the sources from which nothing is built. */
const NO_SOURCE = /\.(spec\.ts|md)$|^node_modules|\bdist\b/;
const NOTHING = /^$/;

/** Where packages are built inside the sources: made first, since a folder is newer once a folder was made in it. */
const PACKAGES = ['clients/typescript/dist', 'clients/node/dist', 'clients/react-native/dist', 'clients/cordova/dist'];

const COMPILER = fromRoot('node_modules/@nestjs/cli/bin/nest.js');

/**
 * Builds, unless the build is newer than everything it is made of. An installed image has no sources, and is built.
 * A process of its own does it: Vite sets NODE_ENV, and compilers would stay in the memory of a service that starts.
 */
export async function buildIfStale() {
  if (!existsSync(fromRoot('src'))) return;
  if (isOlder(STAMP, SOURCES, NO_SOURCE)) await buildApart();
  else if (existsSync(fromRoot('docs')) && isOlder(GUIDE_STAMP, GUIDE_SOURCES, NOTHING)) await buildApart('--guide');
}

async function buildApart(...args) {
  const child = spawn(process.execPath, [fromRoot('scripts/build.mjs'), ...args], { stdio: ['ignore', 2, 2] });
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
      compile().then(linkPackages).then(buildEngine),
      buildClient().then(bundle).then(guide).then(buildNodeClient).then(buildPhonePackages),
    ]),
  );
  stamp(STAMP, began);
}

/** The guide alone, with the scripts and styles that were built before. */
export const buildGuideOnly = () => slowly('Building the guide', guide);

async function guide() {
  const { buildGuide } = await import('./guide/build.mjs');
  const began = new Date();
  await buildGuide().catch((error) => complain(`${error.message}\nThe guide could not be built.`));
  stamp(GUIDE_STAMP, began);
}

/** What was changed since the build began is newer, and built the next time. */
function stamp(file, began) {
  writeFileSync(file, '');
  utimesSync(file, began, began);
}

function isOlder(stampFile, sources, except) {
  const built = statSync(stampFile, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sources.some((source) => newest(fromRoot(source), except) > built);
}

/** Of a folder, the folders in it too: a file that was deleted changes its folder only. */
function newest(path, except) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const inside = readdirSync(path, { recursive: true }).filter((name) => !except.test(name));
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
