import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestApplication } from '../../support/application.js';

const HOLDING = fileURLToPath(new URL('./holding-process.mjs', import.meta.url));

/** Another process of the deployment, which holds a job or an event of its own and does not let go. */
export const startHolding = (what: 'job' | 'lane' | 'event', running: TestApplication): Promise<ChildProcess> =>
  startWorkerProcess(HOLDING, 'holding', running, { HELD: what });

/** Another process of the deployment, to be killed, once it has said this word. */
export async function startWorkerProcess(
  script: string,
  word: string,
  { database, config }: TestApplication,
  env: NodeJS.ProcessEnv = {},
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script], {
    env: {
      NODE_ENV: 'test',
      TLS_MODE: 'off',
      SURFACES: 'worker',
      LOG_LEVEL: 'silent',
      ENCRYPTION_KEYS: config.encryptionKeys,
      TEST_DATABASE: JSON.stringify(database.address),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const said of child.stdout) if (String(said).includes(word)) return child;
  throw new Error(`The other process ended before it was ${word}`);
}

/** As a power cut would: nothing is cleaned up. */
export async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
