import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { acquire, release } from './build-lock.mjs';
import { complain } from './complain.mjs';
import { slowly } from './progress.mjs';
import { fromRoot } from './root.mjs';
import { linkPackages } from './workspace-packages.mjs';

/** Sources of the server program. */
const PROGRAM = ['src', 'packages', 'clients/node/src', 'ormconfig.ts'];
/** Files in the source folders that are not part of a build. */
const NO_SOURCE = /\.(?:spec\.tsx?|md)$|^node_modules|\bdist\b/;
const PACKAGES = ['packages/evidence', 'packages/face-geometry'];

/**
 * The parts of the build in order, each with its sources and its build function. A part is rebuilt when a source or its
 * build script is newer than its stamp.
 */
const PARTS = {
  program: {
    sources: [...PROGRAM, 'scripts/lib/compile.mjs'],
    make: async () => {
      const [{ compile }, { isThread }] = await Promise.all([import('./compile.mjs'), import('./build-engine.mjs')]);
      await compile(isThread);
      linkPackages();
    },
  },
  bundle: {
    sources: [...PROGRAM, 'scripts/lib/bundle-program.mjs'],
    make: async () => (await import('./bundle-program.mjs')).bundleProgram(),
  },
  engine: {
    sources: ['packages/identity-engine', 'packages/face-geometry', 'scripts/lib/build-engine.mjs'],
    make: async () => (await import('./build-engine.mjs')).buildEngine(),
  },
  client: {
    sources: ['clients/typescript', 'scripts/lib/build-client.mjs', 'scripts/lib/package-bundle.mjs'],
    make: async () => (await import('./build-client.mjs')).buildClient(),
  },
  pages: { sources: ['web', 'clients/typescript', ...PACKAGES], make: bundlePages },
  guide: {
    sources: ['docs', 'web/src/guide', 'web/styles', 'scripts/lib/guide', 'package.json'],
    except: /^$/,
    make: makeGuide,
  },
  node: {
    sources: [
      'clients/node',
      'packages/evidence',
      'scripts/lib/build-node-client.mjs',
      'scripts/lib/package-bundle.mjs',
    ],
    make: async () => (await import('./build-node-client.mjs')).buildNodeClient(),
  },
  evidence: {
    sources: ['packages/evidence', 'scripts/lib/build-evidence.mjs', 'scripts/lib/package-bundle.mjs'],
    make: async () => (await import('./build-evidence.mjs')).buildEvidence(),
  },
  phones: {
    sources: ['clients/react-native', 'clients/cordova', 'clients/typescript', 'scripts/lib/build-phone-packages.mjs'],
    make: async () => (await import('./build-phone-packages.mjs')).buildPhonePackages(),
  },
};

/** A change of the installed packages makes every part stale. */
const INSTALLED = 'package-lock.json';

/**
 * Output folders inside the source folders. They are created before the build, because a new folder makes its parent
 * newer, and the part would be stale again.
 */
const OUTPUTS = ['typescript', 'node', 'react-native', 'cordova'].map((name) => `clients/${name}/dist`);
OUTPUTS.push('packages/evidence/dist');

const stampOf = (part) => fromRoot(`dist/.built-${part}`);

/** Builds all stale parts. If that fails, this process exits. */
export async function buildIfStale() {
  const code = await buildInChild();
  if (code !== 0) process.exit(code ?? 1);
}

/**
 * Builds stale parts except the given ones, and returns the exit code. It runs as a child process, because Vite sets
 * NODE_ENV and compilers would stay in the service's memory. A container image has no sources and nothing to build.
 */
export async function buildInChild(...except) {
  if (!existsSync(fromRoot('src')) || staleParts(except).length === 0) return 0;
  const script = fromRoot('scripts/build.mjs');
  const child = spawn(process.execPath, [script, '--if-stale', ...except], { stdio: ['ignore', 2, 2] });
  return new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
}

export const buildAll = () => build(() => Object.keys(PARTS));
export const buildStale = (except) => build(() => staleParts(except));

/** `partsOf` is called when this process has the lock: another process may have built the stale parts meanwhile. */
async function build(partsOf) {
  if (!existsSync(fromRoot('node_modules/@swc/core'))) {
    complain('The program is not built, and what builds it is not installed: run `npm ci` without --omit=dev.');
  }
  for (const folder of ['dist', ...OUTPUTS]) mkdirSync(fromRoot(folder), { recursive: true });
  await alone(async () => {
    const parts = partsOf();
    if (parts.length > 0) await slowly('Building', () => make(parts));
  });
}

/**
 * The pages need the client library, and the phone packages need its types. The program and the client library do not
 * need each other, so they are built in parallel.
 */
async function make(parts) {
  const inTurn = async (...names) => {
    for (const name of names.filter((one) => parts.includes(one))) await makePart(name);
  };
  await Promise.all([
    inTurn('program', 'bundle', 'engine'),
    inTurn('client', 'pages', 'guide', 'node', 'evidence', 'phones'),
  ]);
}

async function makePart(name) {
  const began = new Date();
  await PARTS[name].make();
  // The stamp has the start time of the build, so sources changed during the build are newer and are built next time.
  writeFileSync(stampOf(name), '');
  utimesSync(stampOf(name), began, began);
}

const staleParts = (except = []) => Object.keys(PARTS).filter((name) => !except.includes(name) && isStale(name));

function isStale(part) {
  const { sources, except = NO_SOURCE } = PARTS[part];
  const built = statSync(stampOf(part), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return [...sources, INSTALLED].map(fromRoot).some((path) => existsSync(path) && newest(path, except) > built);
}

/** The newest time in a path. Folders count too, because deleting a file changes only its folder. */
function newest(path, except) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const inside = readdirSync(path, { recursive: true }).filter((name) => !except.test(name));
  const times = inside.map((name) => statSync(join(path, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.max(mtimeMs, ...times);
}

/** Runs `work` under the build lock: two builds of one folder would delete each other's files. */
async function alone(work) {
  while (!acquire()) await sleep(200);
  try {
    return await work();
  } finally {
    release();
  }
}

async function makeGuide() {
  const { buildGuide } = await import('./guide/build.mjs');
  await buildGuide().catch((error) => complain(`${error.message}\nThe guide could not be built.`));
}

/** The scripts and styles of the pages, which may use the client library. */
async function bundlePages() {
  const { build: bundleBy } = await import('vite');
  const { default: config, selfContained } = await import('../../web/vite.config.mjs');
  for (const part of [config, selfContained]) {
    await bundleBy({ ...part, configFile: false }).catch((error) =>
      complain(`${error.message}\nThe scripts and styles of the pages could not be built.`),
    );
  }
}
