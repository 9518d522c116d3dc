import cluster from 'node:cluster';
import { once } from 'node:events';
import type { StartMessage, ToPrimary, ToProcess } from './process-messages.js';

export function sendToPrimary(message: ToPrimary): void {
  if (process.connected) process.send?.(message);
}

/**
 * In a worker process: waits until the primary says what to serve. Undefined in any other process. Node ends a worker
 * when its primary is gone.
 */
export async function startMessage(): Promise<StartMessage | undefined> {
  if (!cluster.isWorker) return undefined;
  // Ignored here: only the primary process reloads on SIGHUP, but a terminal sends it to every process.
  process.on('SIGHUP', () => undefined);
  sendToPrimary({ type: 'started' });
  for (;;) {
    const [message] = (await once(process, 'message')) as [ToProcess];
    if (message.type === 'start') return message;
  }
}
