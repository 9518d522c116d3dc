/**
 * Makes a release of the present commit twice, each time into an empty folder. Proves that both are identical, that the
 * files match their checksums, and that the program of the release starts and names its missing settings.
 * Run: `node scripts/prove-release.mjs`. It needs the network or npm's cache, and removes everything that it has
 * written.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demand, demandSame, heading } from './lib/proof.mjs';
import { fromRoot } from './lib/root.mjs';

const VERSION = '999.0.0';

const parent = mkdtempSync(join(tmpdir(), 'countersign-releases-'));
const clone = join(parent, 'clone');
const run = (program, ...args) => execFileSync(program, args, { cwd: clone, stdio: 'inherit' });

try {
  execFileSync('git', ['clone', '--quiet', fromRoot(), clone]);
  run('git', 'config', 'user.name', 'Proof');
  run('git', 'config', 'user.email', 'proof@example.com');
  run('npm', 'ci', '--no-audit', '--no-fund');
  const folders = ['first', 'second'].map((name) => join(parent, name));
  for (const folder of folders) {
    heading(`Release into ${folder}`);
    run('npm', 'run', 'release', '--', VERSION, '--into', folder);
  }
  const [first, second] = folders.map((folder) => readFileSync(join(folder, 'SHA256SUMS'), 'utf8'));
  demandSame(second, first, 'two releases of one commit are equal to the byte');
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folders[1] });
  demand(true, 'the files are those that the sums name');
  const tagged = execFileSync('git', ['show', '--no-patch', '--format=%s', `v${VERSION}^{commit}`], { cwd: clone });
  demand(String(tagged).trim() === `release: ${VERSION}`, 'the tag is on the commit of the release');
  start(folders[1]);
} finally {
  rmSync(parent, { recursive: true, force: true });
}

function start(folder) {
  const place = join(parent, 'program');
  mkdirSync(place);
  const archive = readdirSync(folder).find((name) => name.includes(process.platform));
  execFileSync('tar', ['--extract', `--file=${join(folder, archive)}`, `--directory=${place}`]);
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' };
  const { status, stderr, stdout } = spawnSync(process.execPath, ['scripts/start.mjs'], { cwd: place, env });
  demand(status === 78 && /must be given/.test(`${stderr}${stdout}`), 'the program of the release runs');
}
