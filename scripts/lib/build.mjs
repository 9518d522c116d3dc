import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildEngine } from './build-engine.mjs';
import { complain } from './complain.mjs';
import { slowly } from './progress.mjs';
import { fromRoot } from './root.mjs';

/** Written when a build has succeeded: what is newer than this is not built. */
const STAMP = fromRoot('dist/.built');

const SOURCES = [
  'src',
  'web',
  'ormconfig.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'nest-cli.json',
  'package-lock.json',
];

const COMPILER = fromRoot('node_modules/@nestjs/cli/bin/nest.js');

/** Builds, unless the build is newer than everything it is made of. An installed image has no sources, and is built. */
export async function buildIfStale() {
  if (existsSync(fromRoot('src')) && isStale()) await build();
}

export async function build() {
  if (!existsSync(COMPILER)) {
    complain('The program is not built, and what builds it is not installed: run `npm ci` without --omit=dev.');
  }
  const began = new Date();
  await slowly('Building', () => Promise.all([compile().then(buildEngine), bundle()]));
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
  const inside = readdirSync(path, { recursive: true }).filter((name) => !/\.(spec\.ts|md)$|^node_modules/.test(name));
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

/** The scripts and styles of the pages. */
async function bundle() {
  const { build: bundleBy } = await import('vite');
  const { default: config } = await import('../../web/vite.config.mjs');
  await bundleBy({ ...config, configFile: false }).catch((error) =>
    complain(`${error.message}\nThe scripts and styles of the pages could not be built.`),
  );
}
