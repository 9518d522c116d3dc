import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestApplication } from '../../support/application.js';

const SCRIPT = fileURLToPath(new URL('./holding-process.mjs', import.meta.url));

/** Another process of the deployment, which holds a job or an event of its own and does not let go. */
export async function startHolding(
  what: 'job' | 'lane' | 'event',
  { database, config }: TestApplication,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [SCRIPT], {
    env: {
      NODE_ENV: 'test',
      TLS_MODE: 'off',
      SURFACES: 'worker',
      LOG_LEVEL: 'silent',
      ENCRYPTION_KEYS: config.encryptionKeys,
      TEST_DATABASE: JSON.stringify(database.address),
      HELD: what,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const said of child.stdout) if (String(said).includes('holding')) return child;
  throw new Error('The other process ended before it held anything');
}

/** As a power cut would: nothing is cleaned up. */
export async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
