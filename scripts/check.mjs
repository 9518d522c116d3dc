import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { fromRoot } from './lib/root.mjs';

const tool = (path, ...args) => [process.execPath, [fromRoot(`node_modules/${path}`), ...args]];
/** Only what a change concerns is checked anew. */
const types = (project) =>
  tool(
    'typescript/bin/tsc',
    ...['--noEmit', '-p', project],
    ...['--incremental', '--tsBuildInfoFile', fromRoot(`node_modules/.cache/types-${project.replaceAll('/', '-')}`)],
  );
const jest = tool('jest/bin/jest.js', 'test/architecture', '--globalSetup=', '--globalTeardown=');

/** The longest first, so that the short ones fill what is left of the time. */
const CHECKS = [
  ['Lint', tool('eslint/bin/eslint.js', '.', '--max-warnings=0', '--concurrency=2')],
  ['Types', types('tsconfig.json')],
  ...workspaces().map((folder) => [`Types: ${folder}`, types(`${folder}/tsconfig.json`)]),
  ['API documents', [process.execPath, [fromRoot('scripts/lint-api.mjs')]]],
  ['Documents', [process.execPath, [fromRoot('scripts/docs.mjs'), '--check']]],
  ['Architecture', [jest[0], ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', ...jest[1]]]],
  ['Files passed', [process.execPath, [fromRoot('bench/files-passed.mjs'), '--check']]],
  ['Format', tool('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.')],
];

const waiting = [...CHECKS];
const failed = [];
await Promise.all(Array.from({ length: Math.min(CHECKS.length, Math.max(1, cpus().length)) }, work));
if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) await perform(...next);
}

async function perform(name, [program, args]) {
  const began = performance.now();
  const { code, output } = await run(program, args);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`${code === 0 ? '✓' : '✗'} ${name.padEnd(16)}${seconds.padStart(6)} s`);
  if (code === 0) return;
  failed.push(name);
  console.log(output.trimEnd().replace(/^/gm, '  '));
}

function run(program, args) {
  const child = spawn(program, args, { cwd: fromRoot(), stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(text));
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, output: Buffer.concat(output).toString() }));
  });
}

/** The packages of the repository: what runs in browsers, what is made for others, and what several of them use. */
function workspaces() {
  const packages = ['clients', 'packages'].flatMap((folder) =>
    readdirSync(fromRoot(folder)).map((name) => `${folder}/${name}`),
  );
  return ['web', ...packages].filter((folder) => existsSync(fromRoot(`${folder}/tsconfig.json`)));
}
