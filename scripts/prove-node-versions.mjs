/**
 * Runs the unit, integration and end-to-end tests on other versions of Node, each from the npm package `node`.
 * Run: node scripts/prove-node-versions.mjs [versions] [-- arguments of Jest]   (versions 22 and 24 by default)
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fromRoot } from './lib/root.mjs';

const given = process.argv.slice(2);
const split = given.includes('--') ? given.indexOf('--') : given.length;
const versions = split > 0 ? given.slice(0, split) : ['22', '24'];
const jestArguments = given.slice(split + 1);

const folder = mkdtempSync(join(tmpdir(), 'countersign-node-'));
// Other users must be able to read the folder, because some tests start programs as other users.
chmodSync(folder, 0o755);
try {
  const failed = versions.filter((version) => !passesOn(version));
  console.log(failed.length === 0 ? `Passed on Node ${versions.join(', ')}` : `Failed on Node ${failed.join(', ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Puts this version of Node first in PATH, so that npm, the tests and the programs that they start use it. */
function passesOn(version) {
  const env = { ...process.env, PATH: [install(version), process.env.PATH].join(delimiter) };
  const run = (program, args) => spawnSync(program, args, { cwd: fromRoot(), env, stdio: 'inherit' }).status === 0;
  return run('node', ['--version']) && run('npm', ['run', 'test:all', '--', ...jestArguments]);
}

function install(version) {
  const prefix = join(folder, version);
  const asked = ['install', '--prefix', prefix, '--no-audit', '--no-fund', `node@${version}`];
  const { status } = spawnSync('npm', asked, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`node@${version} could not be installed`);
  return join(prefix, 'node_modules', 'node', 'bin');
}
