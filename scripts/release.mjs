import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { complain } from './lib/complain.mjs';
import { fromRoot } from './lib/root.mjs';

/**
 * Makes a release: npm run release -- 1.0.0 [--into FOLDER]
 * The first run sets the versions, writes the changelog and commits. Every run builds that commit in a separate folder,
 * writes all files of the release, and creates the tag if it does not exist. Nothing is published or pushed.
 */

const VERSION = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { into: { type: 'string' } } });
const [version = ''] = positionals;
if (!VERSION.test(version)) complain('Name the version, such as 1.0.0.');
const folder = resolve(values.into ?? fromRoot(`dist/releases/${version}`));
if (existsSync(folder) && readdirSync(folder).length > 0) complain(`${folder} is not empty.`);

const git = (...args) => execFileSync('git', args, { cwd: fromRoot(), encoding: 'utf8' }).trim();
const tag = `v${version}`;

if (git('status', '--porcelain') !== '') complain('Commit what you have changed first: a release is made of a commit.');
if (!isReleased()) await commitRelease();

// Checks the commit out into another folder, so that no other file of this one gets into the release.
const parent = mkdtempSync(join(tmpdir(), 'countersign-release-'));
const checkout = join(parent, 'countersign');
const commit = git('rev-parse', 'HEAD');
const time = new Date(Number(git('show', '-s', '--format=%ct', commit)) * 1_000).toISOString();
try {
  git('worktree', 'add', '--detach', '--quiet', checkout, commit);
  mkdirSync(folder, { recursive: true });
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: checkout, stdio: 'inherit' });
  execFileSync('npm', ['run', 'build'], { cwd: checkout, stdio: 'inherit' });
  const { writeArtefacts } = await import(join(checkout, 'scripts/lib/release/artefacts.mjs'));
  await writeArtefacts(folder, { version, time, say: (text) => console.log(`- ${text}`) });
} finally {
  if (existsSync(checkout)) git('worktree', 'remove', '--force', checkout);
  rmSync(parent, { recursive: true, force: true });
}
if (git('tag', '--list', tag) === '') git('tag', '--annotate', tag, '--message', `Countersign ${version}`, commit);
console.log(`Countersign ${version} is in ${folder}, and its tag is ${tag}. Nothing was published.`);

/** Whether the current commit is the release commit of an earlier run. Fails if the tag is on another commit. */
function isReleased() {
  const tagged = git('tag', '--list', tag) !== '';
  if (tagged && git('rev-list', '-1', tag) !== git('rev-parse', 'HEAD')) {
    complain(`${tag} is there already. Check it out to make its files again: git checkout ${tag}.`);
  }
  return tagged || git('log', '-1', '--format=%s') === `release: ${version}`;
}

async function commitRelease() {
  const { readChangelog, released, writeChangelog } = await import('./lib/release/changelog.mjs');
  const { setVersion } = await import('./lib/release/version.mjs');
  const { manifestOf } = await import('./lib/workspace-packages.mjs');
  const present = manifestOf('.').version;
  if (present.localeCompare(version, 'en', { numeric: true }) >= 0) complain(`The version is ${present} now.`);
  const changelog = released(readChangelog(), version, new Date().toISOString().slice(0, 10));
  execFileSync('npm', ['run', 'check'], { cwd: fromRoot(), stdio: 'inherit' });
  const files = setVersion(version);
  writeChangelog(changelog);
  for (const [script, ...args] of [['docs'], ['changelog', '--', 'recorded']]) {
    execFileSync('npm', ['run', '--silent', script, ...args], { cwd: fromRoot(), stdio: 'inherit' });
  }
  execFileSync('npx', ['oxfmt', 'CHANGELOG.md', ...files], {
    cwd: fromRoot(),
  });
  git('add', '--all');
  git('commit', '--quiet', '--message', `release: ${version}`);
}
