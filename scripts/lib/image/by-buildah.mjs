import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from '../root.mjs';
import { isThere, run } from './commands.mjs';

const DEBIAN = ['--variant=minbase', 'bookworm'];
const NAME = 'localhost/countersign';

export const canBuild = () => process.getuid?.() === 0 && isThere('buildah') && isThere('debootstrap');

/**
 * Builds the image of the Dockerfile in separate storage. Nothing is pulled from a registry of images: the base image
 * is built here.
 */
export function imageByBuildah(database) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-image-'));
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  const buildah = (...args) => run('buildah', [...storage, ...args]).trim();
  let container;
  let app;
  return {
    make() {
      makeBase(buildah, folder);
      const how = ['--isolation', 'chroot', '--pull-never', '--format', 'docker', '--quiet'];
      buildah('build', ...how, '--tag', NAME, '--file', fromRoot('Dockerfile'), fromRoot());
      container = buildah('from', '--pull-never', NAME);
      app = join(buildah('mount', container), 'app');
      const { User } = JSON.parse(buildah('inspect', container)).Docker.config;
      if (User !== 'node') throw new Error(`The image runs as ${User}.`);
    },
    has: (path) => existsSync(join(app, path)),
    size: () => run('du', ['-sh', app]).split('\t')[0],
    output: (words) => buildah('run', '--isolation', 'chroot', container, '--', 'node', ...words),
    /**
     * Runs the program as the user who may use the borrowed database's socket, and who owns none of the image's files.
     */
    start(words, env, folders = database.socket ? [database.socket] : []) {
      const { uid, gid } = database.socket ? statSync(database.socket) : {};
      const given = [
        ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
        ...folders.flatMap((path) => ['--volume', `${path}:${path}`]),
        ...(uid === undefined ? [] : ['--user', `${uid}:${gid}`]),
      ];
      const args = [...storage, 'run', '--isolation', 'chroot', ...given, container, '--', 'node', ...words];
      const program = spawn('buildah', args, { stdio: ['ignore', 'pipe', 'pipe'] });
      // buildah does not forward signals to the process in the container.
      program.kill = (signal) => process.kill(innermost(program.pid), signal);
      return program;
    },
    remove() {
      if (container) buildah('rm', container);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Builds the base image of the Dockerfile: Debian with Node and npm from the npm registry, and the user `node`. */
function makeBase(buildah, folder) {
  const [, name, version] = /^FROM (node:(\d+)-slim)/m.exec(readFileSync(fromRoot('Dockerfile'), 'utf8'));
  const root = join(folder, 'base');
  run('debootstrap', [...DEBIAN, root], { stdio: ['ignore', 'ignore', 'inherit'] });
  const node = join(root, 'usr/local');
  unpack(`node-linux-${process.arch}@${version}`, node, folder);
  const npm = join(node, 'lib/node_modules/npm');
  unpack('npm@11', npm, folder);
  trustWhatWeTrust(root);
  run('chroot', [root, 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm']);
  run('chroot', [root, 'useradd', '--create-home', '--uid', '1000', 'node']);
  const container = buildah('from', 'scratch');
  buildah('add', '--quiet', container, root, '/');
  buildah('config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container);
  buildah('commit', '--quiet', '--rm', container, `docker.io/library/${name}`);
  rmSync(root, { recursive: true });
}

function unpack(name, to, folder) {
  const [file] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder, name])).map(
    (one) => one.filename,
  );
  mkdirSync(to, { recursive: true });
  run('tar', ['-xzf', join(folder, file), '-C', to, '--strip-components', '1']);
}

/** Behind a proxy with its own certificate authority, npm in the image must trust that authority too. */
function trustWhatWeTrust(root) {
  const authority = process.env.NODE_EXTRA_CA_CERTS;
  if (!authority) return;
  copyFileSync(authority, join(root, 'usr/local/share/authority.pem'));
  mkdirSync(join(root, 'usr/local/etc'), { recursive: true });
  writeFileSync(join(root, 'usr/local/etc/npmrc'), 'cafile=/usr/local/share/authority.pem\n');
}

/** The last descendant in a chain of processes that each started the next. */
function innermost(pid) {
  const { stdout } = spawnSync('pgrep', ['--parent', String(pid), '--oldest'], { encoding: 'utf8' });
  return stdout === '' ? pid : innermost(Number(stdout));
}
