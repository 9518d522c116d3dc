import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { buildIfStale } from './lib/build.mjs';
import { fromRoot } from './lib/root.mjs';

const tool = (path, ...args) => [process.execPath, [fromRoot(`node_modules/${path}`), ...args]];
const jest = tool('jest/bin/jest.js', 'test/architecture', '--globalSetup=', '--globalTeardown=');

/** The slowest checks are first, so that short ones run while the last slow one finishes. */
const CHECKS = [
  ['Architecture', [jest[0], ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', ...jest[1]]]],
  ['Lint and types', tool('oxlint/bin/oxlint', '--max-warnings=0', '--report-unused-disable-directives')],
  ['API documents', [process.execPath, [fromRoot('scripts/lint-api.mjs')]]],
  ['Documents', [process.execPath, [fromRoot('scripts/docs.mjs'), '--check']]],
  ['Changelog', [process.execPath, [fromRoot('scripts/changelog.mjs'), '--check']]],
  ['Files passed', [process.execPath, [fromRoot('bench/files-passed.mjs'), '--check']]],
  ['Format', tool('oxfmt/bin/oxfmt', '--check')],
];

/** `npm run check -- --without Architecture` skips a check that another command runs already. */
const { without } = parseArgs({ options: { without: { type: 'string' } } }).values;

// Checking the types of a package needs the built types of the packages that it imports.
await buildIfStale();
const waiting = CHECKS.filter(([name]) => name !== without);
const failed = [];
await Promise.all(Array.from({ length: Math.min(waiting.length, Math.max(1, cpus().length)) }, work));
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
