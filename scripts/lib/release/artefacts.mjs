import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IMAGE, UNUSED } from '../image/by-steps.mjs';
import { fromRoot } from '../root.mjs';
import { manifestOf } from '../workspace-packages.mjs';
import { billOfPackage, billOfProgram } from './bill-of-materials.mjs';
import { notesOf, readChangelog } from './changelog.mjs';
import { publicPackages } from './version.mjs';

const DEPLOYMENT = ['deploy', 'compose.yaml', 'compose.trial.yaml', 'docs/operators/configuration.schema.json'];

const run = (program, args) =>
  execFileSync(program, args, { cwd: fromRoot(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** Writes all files of a release. The result is reproducible: the same commit gives the same bytes. */
export async function writeArtefacts(folder, { version, time, say }) {
  const into = (...names) => {
    const path = join(folder, ...names);
    mkdirSync(join(path, '..'), { recursive: true });
    return path;
  };
  writeFileSync(into('NOTES.md'), `# Countersign ${version}\n\n${notesOf(readChangelog(), version)}\n`);

  say('Packages');
  mkdirSync(into('packages'));
  const workspaces = publicPackages();
  run('npm', ['pack', `--pack-destination=${into('packages')}`, ...workspaces.map((name) => `--workspace=${name}`)]);

  say('API documents');
  run('npm', ['run', '--silent', 'api-files']);
  cpSync(fromRoot('dist/api'), into('api'), { recursive: true });
  rmSync(fromRoot('dist/api'), { recursive: true });

  say('Bills of materials');
  writeJson(into('sbom', `countersign-${version}.cdx.json`), billOfProgram(time));
  for (const { name } of workspaces.map(manifestOf)) {
    const file = `${name.replace('@', '').replace('/', '-')}-${version}.cdx.json`;
    writeJson(into('sbom', file), billOfPackage(name, time));
  }

  say('The source, what is deployed with it, and the program as the image has it');
  const source = `countersign-${version}-source`;
  run('git', ['archive', `--prefix=${source}/`, `--output=${into(`${source}.tar.gz`)}`, 'HEAD']);
  pack(into(`countersign-${version}-deploy.tar.gz`), DEPLOYMENT, time);
  run('npm', ['ci', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund']);
  for (const path of UNUSED) rmSync(fromRoot(path), { recursive: true, force: true });
  pack(into(`countersign-${version}-${process.platform}-${process.arch}.tar.gz`), IMAGE, time);

  say('SHA256SUMS');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  writeFileSync(
    into('SHA256SUMS'),
    paths.map((path) => `${sha256(path)}  ${path.slice(folder.length + 1)}\n`).join(''),
  );
}

/** Packs with a fixed order, owner and time, so that the archive does not depend on where and when it is made. */
function pack(file, paths, time) {
  const same = ['--sort=name', `--mtime=${time}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=go=rX,u+rw,a-s'];
  const what = ['--exclude=.built-*', '--exclude=node_modules/.cache', '--exclude=node_modules/.package-lock.json'];
  run('tar', [
    '--create',
    '--format=posix',
    '--pax-option=delete=atime,delete=ctime',
    ...same,
    ...what,
    '--use-compress-program=gzip -n',
    `--file=${file}`,
    ...paths,
  ]);
}

const sha256 = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

const writeJson = (path, content) => writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
